package cuda

/*
#include "driver.h"
*/
import "C"

import (
	"time"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// queue is a stream of the driver and what is known of the work in it. It is a device of its own:
// its calls start work and return; Finish waits.
type queue struct {
	*Device
	index   C.int
	stage   stage
	counter *memory // counts flagged points, over all launches of this queue
	scratch *memory // counts those of launches that are only measured
	seen    uint64  // its value after the last launch that is finished
	work    []piece
	marks   int
}

// piece is one copy or launch that was started.
type piece struct {
	what    string
	marks   int          // the first of its two marks; -1: not timed
	packing float64      // seconds that host threads spent
	from    staged       // what Finish unpacks
	boxes   []device.Box // where to
	count   *uint64      // of a launch: the counter after it
}

func (q *queue) open(d *Device, index int) error {
	q.Device, q.index = d, C.int(index)
	m, err := d.take("flag counter", 1)
	if err != nil {
		return err
	}
	q.counter = m
	if q.scratch, err = d.take("flag counter", 1); err != nil {
		return err
	}
	zero, err := q.stage.take(d, 1)
	if err != nil {
		return err
	}
	*(*uint64)(zero.at) = 0
	return q.transfer("flag counter", 0, []C.struct_transfer{flat(m.address, zero.at, 8)})
}

func (q *queue) close() {
	if q.Device == nil {
		return
	}
	q.wait() // the driver's copies may still use the stage
	q.stage.close(q.Device)
	if q.counter != nil {
		q.call("release", func(text *C.char) C.int { return C.cuda_release(q.c, q.counter.address, text) })
	}
	if q.scratch != nil {
		q.call("release", func(text *C.char) C.int { return C.cuda_release(q.c, q.scratch.address, text) })
	}
	*q = queue{}
}

// Close of a queue does nothing: queues live as long as their device.
func (q *queue) Close() {}

func flat(address C.uint64_t, host unsafe.Pointer, bytes int) C.struct_transfer {
	return C.struct_transfer{device: address, host: C.uintptr_t(uintptr(host)), width: C.size_t(bytes), height: 1, depth: 1}
}

func (q *queue) wait() error {
	return q.call("wait", func(text *C.char) C.int { return C.cuda_wait(q.c, q.index, text) })
}

func (q *queue) transfer(what string, toHost C.int, list []C.struct_transfer) error {
	return q.call(what, func(text *C.char) C.int { return C.cuda_copy(q.c, q.index, toHost, &list[0], C.int(len(list)), text) })
}

// begin marks the start of a piece; end marks its end and keeps it.
func (q *queue) begin(what string) piece {
	p := piece{what: what, marks: -1}
	if q.index > 0 && q.marks+2 <= C.most_marks-2 && q.mark(q.marks) == nil {
		p.marks = q.marks
		q.marks += 2
	}
	return p
}

func (q *queue) end(p piece) {
	if p.marks >= 0 && q.mark(p.marks+1) != nil {
		p.marks = -1
	}
	q.work = append(q.work, p)
}

func (q *queue) mark(number int) error {
	return q.call("mark", func(text *C.char) C.int { return C.cuda_mark(q.c, q.index, C.int(number), text) })
}

// CopyIn starts a copy to the device. A pinned array must stay as it is until Finish.
func (q *queue) CopyIn(to device.Memory, boxes []device.Box) error {
	_, err := q.copyIn(to, boxes)
	return err
}

func (q *queue) copyIn(to device.Memory, boxes []device.Box) (direct bool, err error) {
	if m, ok := to.(*memory); ok {
		q.versions++
		m.version = q.versions
	}
	if list := q.lift(to, boxes); list != nil {
		p := q.begin("copy in")
		if err := q.transfer("copy in", 0, list); err != nil {
			return true, err
		}
		q.end(p)
		return true, nil
	}
	begin := time.Now()
	s := cover(boxes)
	from, err := q.room(s.size())
	if err != nil {
		return false, err
	}
	if err := q.packer.CopyIn(from, s.compact(boxes)); err != nil {
		return false, err
	}
	packing := time.Since(begin).Seconds()
	p := q.begin("copy in")
	p.packing = packing
	if err := q.transfer("copy in", 0, []C.struct_transfer{s.transfer(to, from)}); err != nil {
		return false, err
	}
	q.end(p)
	return false, nil
}

// CopyOut starts a copy to the host; the array holds the values after Finish.
func (q *queue) CopyOut(from device.Memory, boxes []device.Box) error {
	if list := q.lift(from, boxes); list != nil {
		p := q.begin("copy out")
		if err := q.transfer("copy out", 1, list); err != nil {
			return err
		}
		q.end(p)
		return nil
	}
	s := cover(boxes)
	to, err := q.room(s.size())
	if err != nil {
		return err
	}
	p := q.begin("copy out")
	if err := q.transfer("copy out", 1, []C.struct_transfer{s.transfer(from, to)}); err != nil {
		return err
	}
	p.from, p.boxes = to, s.compact(boxes)
	q.end(p)
	return nil
}

// room takes pinned memory. The queue of the calls that wait frees its own instead of growing; stripes
// know no better than to grow, once.
func (q *queue) room(n int) (staged, error) {
	if q.index == 0 && len(q.work) > 0 && !q.stage.fits(n+8) {
		if _, err := q.Finish(); err != nil {
			return staged{}, err
		}
	}
	return q.stage.take(q.Device, n)
}

// Finish waits for the queue, unpacks what was copied out, and tells of each piece in its order.
func (q *queue) Finish() ([]device.Done, error) {
	err := q.wait()
	done := make([]device.Done, len(q.work))
	for i, p := range q.work {
		if err != nil {
			break
		}
		done[i], err = q.finished(p)
	}
	q.work, q.marks = q.work[:0], 0
	q.stage.reset()
	return done, err
}

func (q *queue) finished(p piece) (device.Done, error) {
	done := device.Done{Packing: p.packing}
	if p.marks >= 0 {
		var ms C.float
		if err := q.call("time of "+p.what, func(text *C.char) C.int {
			return C.cuda_elapsed(q.c, q.index, C.int(p.marks), C.int(p.marks+1), &ms, text)
		}); err != nil {
			return done, err
		}
		done.Seconds = 1e-3 * float64(ms)
	}
	if p.count != nil {
		done.Flagged = int(*p.count - q.seen)
		q.seen = *p.count
	}
	if p.boxes == nil {
		return done, nil
	}
	begin := time.Now()
	if err := q.packer.CopyOut(p.from, p.boxes); err != nil {
		return done, status.Errorf(status.CodeOf(err), "%s: %v", p.what, err)
	}
	done.Packing += time.Since(begin).Seconds()
	return done, nil
}
