package snapshot

import (
	"encoding/json"
	"fmt"
	"time"

	"drawbridge/status"
)

// Close finishes the snapshot and gives it its name. After a failure nothing of it is left, and an
// older file of that name is as it was.
func (t *Together) Close() error {
	begin := time.Now()
	wasClosed := t.closed
	if err := t.admit("", "", func() error { return nil }); err != nil {
		if wasClosed {
			return err
		}
		if t.broken != nil {
			err = t.broken
		}
		t.discard()
		return status.Wrap(err, "nothing was written: %v", err)
	}
	err := t.each("", func(w *Writer) error {
		err := w.handle.close()
		if w.closed = true; err != nil {
			w.discard() // as Writer.Close does: room first, then HDF5 closes the file
		}
		return err
	})
	if err == nil { // every rank's bytes are in the file and on the disk before it is named
		err = t.spoil(t.ranks.Agree("snapshot%close: synchronise", t.synchronise()))
	}
	if err == nil {
		err = t.each("", func(w *Writer) error {
			if t.ranks.Rank() != 0 {
				return nil
			}
			return w.file.commit()
		})
	}
	t.closed = true
	if err != nil && t.w != nil {
		t.w.file.remove()
	}
	t.spent += time.Since(begin)
	return err
}

// synchronise brings what the ranks of this node wrote to the disk: one of them does it for all, for the
// system keeps written pages by node. By TransportGather rank 0 alone wrote.
func (t *Together) synchronise() error {
	if place, _ := t.ranks.Node(); place > 0 || t.transport == TransportGather {
		return nil
	}
	begin := time.Now()
	defer func() { t.busy += time.Since(begin) }()
	return about(t.path, "", synchronise(t.temporary))
}

// Abandon removes what was written so far; an older file of that name stays. After Close it does
// nothing.
func (t *Together) Abandon() {
	if !t.closed {
		t.discard()
	}
}

func (t *Together) discard() {
	t.closed = true
	var away error
	if t.transport == TransportParallel {
		if t.w == nil {
			away = status.Errorf(status.File, "this rank has no file")
		}
		if away = t.ranks.Agree("snapshot: discard", away); away == nil {
			away = t.ranks.Decide("snapshot: discard")
		}
	}
	if t.w == nil {
		return
	}
	mutex.Lock()
	defer mutex.Unlock()
	if away != nil {
		t.w.file.remove() // HDF5 would wait for the ranks that are not here
		return
	}
	t.w.discard()
}

// Leave gives the communicator back.
func (t *Together) Leave() error { return t.ranks.Close() }

// Bytes and Seconds are what this rank brought, and how long it took.
func (t *Together) Bytes() int64     { return t.bytes }
func (t *Together) Seconds() float64 { return t.spent.Seconds() }

// Line says in one sentence how the snapshot was written: all of it, and the seconds of writing as min,
// mean and max over the ranks, the slowest named. Collective.
func (t *Together) Line() (string, error) {
	type share struct {
		Seconds, Busy float64
		Bytes         int64
	}
	text, err := json.Marshal(share{t.Seconds(), t.busy.Seconds(), t.bytes})
	if err != nil {
		return "", err
	}
	records, err := t.ranks.Share("snapshot%close", text)
	if err != nil {
		return "", err
	}
	var all share
	least, most, slowest := 0.0, -1.0, 0
	for rank, r := range records {
		var s share
		if err := json.Unmarshal(r, &s); err != nil {
			return "", err
		}
		if rank == 0 || s.Busy < least {
			least = s.Busy
		}
		if s.Busy > most {
			most, slowest = s.Busy, rank
		}
		all.Seconds, all.Busy, all.Bytes = max(all.Seconds, s.Seconds), all.Busy+s.Busy, all.Bytes+s.Bytes
	}
	return fmt.Sprintf("snapshot %s: %.1f MB by %d ranks (%s) in %.4f s, %.2f GB/s; writing, s over the ranks min %.4f, mean %.4f, max %.4f (rank %d)",
		t.path, float64(all.Bytes)/1e6, len(records), t.transport, all.Seconds, float64(all.Bytes)/1e9/all.Seconds, least, all.Busy/float64(len(records)), most, slowest), nil
}
