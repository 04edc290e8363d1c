package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"fmt"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"drawbridge/device"
	"drawbridge/files"
	"drawbridge/status"
)

// Find opens the library of messages, NCCL or RCCL.
func (d *Device) Find(path string) (string, error) {
	if err := files.CheckLibrary(path); err != nil {
		return "", status.Errorf(status.NotAvailable, "no %s: %v", d.vendor.collectives, err)
	}
	var version C.int
	var text [C.text_size]C.char
	if C.nccl_open(d.vendor.number, cText(path), &version, &text[0]) != 0 {
		return "", status.Errorf(status.NotAvailable, "%s", C.GoString(&text[0]))
	}
	return fmt.Sprintf("%s %d.%d.%d", d.vendor.collectives, version/10000, version/100%100, version%100), nil
}

// Invite gives the bytes by which ranks join.
func (d *Device) Invite() ([]byte, error) {
	var id C.struct_nccl_id
	err := d.call(d.vendor.collectives, func(text *C.char) C.int { return C.nccl_identify(d.c, &id, text) })
	return C.GoBytes(unsafe.Pointer(&id), C.int(unsafe.Sizeof(id))), err
}

// During makes the context current while do runs.
func (d *Device) During(do func() error) error {
	if err := d.call("context", func(text *C.char) C.int { return C.gpu_current(d.c, text) }); err != nil {
		return err
	}
	defer C.gpu_no_more_current(d.c)
	return do()
}

// channel is a communicator of NCCL whose calls do not block, and what it has under way.
type channel struct {
	d        *Device
	c        unsafe.Pointer
	patience time.Duration
	heard    func() error
	under    []exchange // oldest first
	spare    []unsafe.Pointer
	lost     error
}

// exchange is messages that were started, between two events of their queue.
type exchange struct {
	what       string
	begin, end unsafe.Pointer
	patience   time.Duration
}

// mostUnderWay exchanges are started before the oldest one must be over.
const mostUnderWay = 32

// Meet makes a communicator; all ranks call it.
func (d *Device) Meet(invitation []byte, rank, ranks int, patience time.Duration, heard func() error) (device.Channel, error) {
	var id C.struct_nccl_id
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&id)), unsafe.Sizeof(id)), invitation)
	x := &channel{d: d, patience: patience, heard: heard}
	var text [C.text_size]C.char
	state := C.nccl_join(d.c, &id, C.int(ranks), C.int(rank), &x.c, &text[0])
	if err := x.await("joining the ranks", state, &text, patience); err != nil {
		x.Close()
		return nil, err
	}
	d.channels[x] = true
	return x, nil
}

// await waits until a call of NCCL is over.
func (x *channel) await(what string, state C.int, text *[C.text_size]C.char, patience time.Duration) error {
	watch := newWatch(patience, x.heard)
	for state == C.nccl_under_way {
		if err := watch.rest(); err != nil {
			return status.Wrap(err, "%s: %v", what, err)
		}
		state = C.nccl_look(x.d.c, x.c, &text[0])
	}
	if state == C.nccl_failed {
		return status.Errorf(status.Device, "GPU %d, %s: %s", x.d.ordinal, what, C.GoString(&text[0]))
	}
	return nil
}

// Start starts messages at a time.
func (x *channel) Start(what string, messages []device.Message, patience time.Duration) error {
	if x.lost != nil {
		return x.lost
	}
	if err := x.heard(); err != nil { // what comes from a communicator that a rank has aborted is anything
		return x.lose(status.Wrap(err, "%s: %v", what, err))
	}
	parcels := make([]C.struct_parcel, len(messages))
	for i, m := range messages {
		parcels[i] = C.struct_parcel{address: C.uint64_t(m.Memory.Address()) + C.uint64_t(m.At), bytes: C.size_t(m.Bytes), peer: C.int(m.Peer)}
		if m.Sends {
			parcels[i].sends = 1
		}
	}
	if len(x.under) == mostUnderWay {
		if err := x.settleOldest(); err != nil {
			return x.lose(err)
		}
	}
	begin, err := x.mark()
	if err == nil {
		var text [C.text_size]C.char
		err = x.await(what, C.nccl_exchange(x.d.c, x.c, C.stream_calls, &parcels[0], C.int(len(parcels)), &text[0]), &text, patience)
	}
	var end unsafe.Pointer
	if err == nil {
		end, err = x.mark()
	}
	if err != nil {
		return x.lose(err)
	}
	x.under = append(x.under, exchange{what, begin, end, patience})
	return nil
}

// mark records an event where the queue is now.
func (x *channel) mark() (event unsafe.Pointer, err error) {
	if n := len(x.spare); n > 0 {
		event, x.spare = x.spare[n-1], x.spare[:n-1]
	} else if err := x.d.call("event", func(text *C.char) C.int { return C.gpu_event_make(x.d.c, &event, text) }); err != nil {
		return nil, err
	}
	return event, x.d.call("event", func(text *C.char) C.int { return C.gpu_event_record(x.d.c, event, C.stream_calls, text) })
}

// settleOldest waits for the oldest exchange. Its patience begins when the device has come to it.
func (x *channel) settleOldest() error {
	e := x.under[0]
	watch := newWatch(e.patience, x.heard)
	for begun := false; ; {
		over, err := x.passed(e.end)
		if err != nil {
			return status.Wrap(err, "%s: %v", e.what, err)
		}
		if over {
			x.under, x.spare = x.under[1:], append(x.spare, e.begin, e.end)
			return nil
		}
		if !begun {
			if begun, err = x.passed(e.begin); err != nil {
				return status.Wrap(err, "%s: %v", e.what, err)
			}
			if !begun {
				watch.ran = 0
			}
		}
		var text [C.text_size]C.char
		if C.nccl_look(x.d.c, x.c, &text[0]) == C.nccl_failed {
			return status.Errorf(status.Device, "GPU %d, %s: %s", x.d.ordinal, e.what, C.GoString(&text[0]))
		}
		if err := watch.rest(); err != nil {
			return status.Wrap(err, "%s: %v", e.what, err)
		}
	}
}

func (x *channel) passed(event unsafe.Pointer) (bool, error) {
	var text [C.text_size]C.char
	switch C.gpu_event_passed(x.d.c, event, &text[0]) {
	case C.nccl_over:
		return true, nil
	case C.nccl_under_way:
		return false, nil
	}
	return false, status.Errorf(status.Device, "GPU %d: %s", x.d.ordinal, C.GoString(&text[0]))
}

// lose ends a channel that failed: kernels of NCCL that wait for other ranks end too.
func (x *channel) lose(err error) error {
	x.Close()
	x.lost = err
	return err
}

// Close gives the communicator back.
func (x *channel) Close() {
	if x.c != nil {
		C.nccl_abort(x.d.c, x.c)
	}
	for _, e := range x.under {
		x.spare = append(x.spare, e.begin, e.end)
	}
	for _, event := range x.spare {
		C.gpu_event_end(x.d.c, event)
	}
	x.c, x.under, x.spare = nil, nil, nil
	x.lost = status.Errorf(status.Order, "%s's communicator was given back", x.d.vendor.collectives)
	delete(x.d.channels, x)
}

// settle waits for what channels have under way, no longer than the patience. Who waits for the device calls it first: a wait of the driver
// has no limit.
func (d *Device) settle() (err error) {
	for x := range d.channels {
		for len(x.under) > 0 {
			if failure := x.settleOldest(); failure != nil {
				err = x.lose(failure)
			}
		}
	}
	return err
}

// watch counts the time in which this process ran, as mpi/exchange.c does: one that is suspended does not wait.
type watch struct {
	last, listened time.Time
	ran, patience  time.Duration
	heard          func() error
}

const (
	mostStep  = 100 * time.Millisecond // of more this process was suspended
	yielding  = time.Millisecond       // before the first pause
	pause     = 50 * time.Microsecond
	listening = time.Millisecond // from one look for ranks that gave up to the next
)

func newWatch(patience time.Duration, heard func() error) *watch {
	now := time.Now()
	return &watch{last: now, listened: now, patience: patience, heard: heard}
}

// rest leaves the core to others for a moment; an error ends the wait.
func (w *watch) rest() error {
	if w.ran > yielding {
		_ = unix.Nanosleep(&unix.Timespec{Nsec: int64(pause)}, nil)
	} else {
		unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
	}
	now := time.Now()
	w.ran += min(max(now.Sub(w.last), 0), mostStep)
	w.last = now
	if w.ran > w.patience {
		return status.Errorf(status.Order, "not every rank came within %g s (DRAWBRIDGE_PATIENCE)", w.patience.Seconds())
	}
	if now.Sub(w.listened) > listening {
		w.listened = now
		return w.heard()
	}
	return nil
}
