package snapshot

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"drawbridge/status"
	"drawbridge/views"
)

// Ranks is what a snapshot of many ranks asks of them; see mpi.Ranks. Frame brings it.
type Ranks interface {
	Rank() int
	Size() int
	Node() (rank, size int)
	Handle() int
	Agree(what string, err error) error
	AgreeAfter(turns int, what string, err error) error
	Decide(what string) error
	Share(what string, record []byte) ([][]byte, error)
	Room(n int) ([]float64, error)
	Send(to, turns, n int) error
	Receive(from, n int) error
	Alive() error
	Close() error
}

// Transports by which many ranks fill one file. The file is the same with each of them.
const (
	TransportParallel = "hdf5"   // HDF5's own MPI-IO: where the HDF5 in use has it and calls our MPI
	TransportDirect   = "direct" // rank 0 lays the file out, each rank writes its box to its place: ranks of one node
	TransportGather   = "gather" // boxes go to rank 0, slab by slab
)

// Together is one snapshot that all ranks of a communicator write, each the boxes it holds. Every
// method is collective, and fails on all ranks where it fails on one.
type Together struct {
	ranks     Ranks
	transport string
	w         *Writer // the file, on the ranks that call HDF5: all by TransportParallel, else rank 0; nil elsewhere
	path      string
	temporary string
	grid      Grid
	boxes     [][6]int          // of all ranks, rank by rank: x1 x2 y1 y2 z1 z2 in the whole grid, from 1
	owners    []int             // the rank of each
	parts     []views.HostArray // of the field at hand: what this rank has brought so far, a box each
	kept      [][]uint64        // their memory, where it is none of the caller's
	part      string            // its name
	wrong     error             // with one of them
	fields    map[string]bool
	given     map[string]bool
	broken    error
	late      error // of this rank's last field by TransportDirect: the next call tells it to all
	closed    bool
	spent     time.Duration // in fields and in closing
	busy      time.Duration // of it, in writing: without what a rank waits for the others by TransportDirect
	bytes     int64         // that this rank brought
}

// CreateTogether begins a snapshot under a temporary name beside path; boxes are those of this rank, at
// least one. The boxes of all ranks must fill the grid without an overlap. transport "" takes the best that all ranks have.
func CreateTogether(path string, g Grid, boxes [][6]int, transport string, ranks Ranks, refused error) (*Together, error) {
	mine := plan{Path: path, Grid: g, Boxes: boxes, Transport: transport}
	if refused == nil {
		refused = mine.prepare()
	}
	if err := ranks.Agree("snapshot%create", refused); err != nil {
		return nil, err
	}
	plans, err := sharePlans(ranks, mine)
	if err != nil {
		return nil, err
	}
	t := &Together{ranks: ranks, path: path, grid: g, fields: map[string]bool{}, given: map[string]bool{}}
	if err := t.settle(plans); err != nil { // the same judgement on every rank
		return nil, about(path, "", err)
	}
	if err := t.begin(); err != nil {
		return nil, err
	}
	if len(t.boxes) == ranks.Size() {
		return t, t.Blocks(t.boxes)
	}
	return t, t.Blocks(t.boxes, t.owners...)
}

// begin makes the file: rank 0 takes the temporary name, so that a missing folder is told once.
func (t *Together) begin() error {
	var file *pending
	err := error(nil)
	if t.ranks.Rank() == 0 {
		if file, err = reserve(t.path); err == nil {
			t.temporary = file.temporary
		}
	}
	records, err := t.shareName(err)
	if err != nil {
		if file != nil {
			file.remove()
		}
		return err
	}
	if t.temporary = string(records[0]); file == nil {
		file = &pending{final: t.path, temporary: t.temporary}
	}
	err = t.open(file)
	if err = t.ranks.Agree("snapshot%create: open", about(t.path, "", err)); err != nil {
		t.discard()
	}
	return err
}

// shareName gives all ranks the temporary name that rank 0 took, unless it failed.
func (t *Together) shareName(failed error) ([][]byte, error) {
	if err := t.ranks.Agree("snapshot%create: begin", failed); err != nil {
		return nil, err
	}
	records, err := t.ranks.Share("snapshot%create", []byte(t.temporary))
	if err == nil && t.transport == TransportParallel {
		err = t.ranks.Decide("snapshot%create: open")
	}
	return records, err
}

// open makes the file and its header on the ranks that call HDF5.
func (t *Together) open(file *pending) error {
	if !t.holds() {
		return nil
	}
	mutex.Lock()
	defer mutex.Unlock()
	w := &Writer{grid: t.grid, path: t.path, file: file, fields: map[string]bool{}, given: map[string]bool{}}
	var err error
	if t.transport == TransportParallel {
		w.handle, err = parallel.create(t.temporary, t.ranks.Handle())
	} else {
		w.handle, err = createFile(t.temporary)
	}
	if err != nil {
		file.remove()
		return err
	}
	t.w = w
	return w.header()
}

// holds says whether this rank calls HDF5.
func (t *Together) holds() bool { return t.transport == TransportParallel || t.ranks.Rank() == 0 }

// each runs something on the ranks that call HDF5, and all agree on what came of it. Parallel HDF5 blocks until
// every rank calls it, so all ranks decide just before that they do.
func (t *Together) each(what string, do func(*Writer) error) error {
	var err error
	if t.transport == TransportParallel {
		if err := t.ranks.Decide("snapshot: " + what); err != nil {
			return t.spoil(err)
		}
	}
	if t.w != nil {
		mutex.Lock()
		err = about(t.path, what, do(t.w))
		mutex.Unlock()
	}
	return t.spoil(t.ranks.Agree("snapshot: "+what, err))
}

// spoil remembers a failure while the file was written: nothing but Close and Abandon follows.
func (t *Together) spoil(err error) error {
	if err != nil && t.broken == nil {
		t.broken = err
	}
	return err
}

// admit lets all ranks agree on what each can check alone, before anything is written. Ranks that name another
// call, or other details of it, are refused.
func (t *Together) admit(what, details string, check func() error) error {
	var err error
	switch {
	case t.closed:
		err = status.Errorf(status.Order, "the snapshot is closed already")
	case t.broken != nil:
		err = status.Errorf(status.Order, "the snapshot failed before: %v", t.broken)
	case len(t.parts) > 0:
		err = status.Errorf(status.Order, "field %s has %d of the %d boxes of this rank: write them all", t.part, len(t.parts), len(t.mine()))
		t.parts, t.wrong = nil, nil
	case t.late != nil:
		return t.spoil(t.ranks.Agree("snapshot: "+what+"\n"+details, t.late))
	default:
		err = check()
	}
	err = t.ranks.Agree("snapshot: "+what+"\n"+details, about(t.path, what, err))
	if status.CodeOf(err) == status.File { // no check gives this code: another rank was late
		t.spoil(err)
	}
	return err
}

// Blocks keeps how the run was cut; CreateTogether calls it with the boxes.
func (t *Together) Blocks(list [][6]int, owners ...int) error {
	if t.given["/blocks"] {
		return t.admit("blocks", "", func() error {
			return status.Errorf(status.Order, "given twice: a snapshot of many ranks keeps their boxes by itself")
		})
	}
	t.given["/blocks"] = true
	return t.each("blocks", func(w *Writer) error {
		rows, err := t.grid.rows(list, owners)
		if err == nil {
			err = w.handle.group(fieldData)
		}
		if err == nil {
			err = w.handle.table(blocksPath, rows)
		}
		return err
	})
}

// Attribute adds a value to the file's root: the same on every rank.
func (t *Together) Attribute(name string, value any) error {
	what := "attribute " + name
	err := t.admit(what, "", func() error {
		if t.given[name] {
			return status.Errorf(status.Order, "given twice")
		}
		return checkAttribute(name, value)
	})
	if err != nil {
		return err
	}
	records, err := t.ranks.Share("snapshot: "+what, fmt.Appendf(nil, "%T %v", value, value))
	if err != nil {
		return err
	}
	for rank, r := range records {
		if string(r) != string(records[0]) {
			return about(t.path, what, status.Errorf(status.Argument, "rank %d gives %s, rank 0 %s", rank, r, records[0]))
		}
	}
	t.given[name] = true
	return t.each(what, func(w *Writer) error { return w.attribute(name, value) })
}

// Attributes adds what rank 0 says of the run; the others need not say the same.
func (t *Together) Attributes(said map[string]string) error {
	text, err := json.Marshal(said)
	if err != nil {
		return err
	}
	records, err := t.ranks.Share("snapshot%create", text)
	if err != nil {
		return err
	}
	said = nil
	if err := json.Unmarshal(records[0], &said); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		if err := t.Attribute(name, said[name]); err != nil {
			return err
		}
	}
	return nil
}
