package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/host"
)

// queue is what stripes go through one at a time, each piece of work after the one before. Copies in,
// kernels and copies out of all queues go through a stream each, in the order in which they were started:
// so a stripe has the link for itself, and is complete while the next is on its way. A queue is a device of
// its own: its calls start work and return; Finish waits.
type queue struct {
	*Device
	index   C.int
	at      C.int // stream of the last piece of work; 0: none since the last Finish
	stage   stage
	counter *memory           // counts flags, over all launches of this queue
	scratch *memory           // counts those of launches that are only measured
	seen    device.FlagCounts // the counter after the last launch that is finished
	work    []piece
	in, out []packed // copies that were put off
	lists   []host.Copy
	spans   []stretch
	timing  bool // the last span is open
	sealed  bool // nothing was started since the event that Finish waits for
}

// piece is one copy or launch that was started.
type piece struct {
	what    string
	span    int                // that it is timed with; -1: not timed
	bytes   int                // its part of the span
	packing float64            // seconds that host threads spent
	from    staged             // what Finish unpacks
	boxes   []device.Box       // where to
	count   *device.FlagCounts // of a launch: the counter after it
}

func (q *queue) open(d *Device, index int) error {
	q.Device, q.index = d, C.int(index)
	m, err := d.take("flag counter", device.FlagWords)
	if err != nil {
		return err
	}
	q.counter = m
	if q.scratch, err = d.take("flag counter", device.FlagWords); err != nil {
		return err
	}
	zero, err := q.stage.take(d, device.FlagWords)
	if err != nil {
		return err
	}
	*(*device.FlagCounts)(zero.at) = device.FlagCounts{}
	return q.transfer("flag counter", 0, []C.struct_transfer{flat(m.address, zero.at, 8*device.FlagWords)})
}

func (q *queue) close() {
	if q.Device == nil {
		return
	}
	q.wait() // the driver's copies may still use the stage
	q.stage.close(q.Device)
	if q.counter != nil {
		q.free(q.counter.address)
	}
	if q.scratch != nil {
		q.free(q.scratch.address)
	}
	*q = queue{}
}

// Close of a queue does nothing: queues live as long as their device.
func (q *queue) Close() {}

func flat(address C.uint64_t, host unsafe.Pointer, bytes int) C.struct_transfer {
	return C.struct_transfer{device: address, host: C.uintptr_t(uintptr(host)), width: C.size_t(bytes), height: 1, depth: 1}
}

func (q *queue) wait() error {
	if q.index == 0 {
		return q.waiting("wait", func(text *C.char) C.int { return C.gpu_wait(q.c, C.stream_calls, text) })
	}
	if err := q.seal(); err != nil { // then for all that is in the streams: the host's memory is in use until that is over
		for _, stream := range []C.int{C.stream_in, C.stream_kernels, C.stream_out} {
			q.call("wait", func(text *C.char) C.int { return C.gpu_wait(q.c, stream, text) })
		}
		return err
	}
	return q.waiting("wait", func(text *C.char) C.int { return C.gpu_wait_queue(q.c, q.index, text) })
}

// seal ends the queue's part of the streams: a wait is for that, not for what other queues start after it.
func (q *queue) seal() error {
	if q.sealed || q.at == C.stream_calls {
		return nil
	}
	if err := q.closeSpan(); err != nil {
		return err
	}
	q.sealed = true
	return q.call("wait", func(text *C.char) C.int { return C.gpu_seal(q.c, q.index, q.at, text) })
}

// use makes this the queue that fills the streams; the one before is sealed.
func (q *queue) use() error {
	former := q.active
	q.active, q.sealed = q, false
	if former == nil || former == q || former.Device == nil {
		return nil
	}
	return former.seal()
}

// to goes on in another stream, after what the queue has in the former.
func (q *queue) to(stream C.int) error {
	if q.index == 0 {
		return nil
	}
	if err := q.use(); err != nil || q.at == stream {
		return err
	}
	if err := q.closeSpan(); err != nil {
		return err
	}
	if q.at != C.stream_calls { // else nothing to come after, least of all what other queues have in its former stream
		if err := q.call("wait", func(text *C.char) C.int { return C.gpu_follow(q.c, q.index, q.at, stream, text) }); err != nil {
			return err
		}
	}
	q.at = stream
	return nil
}

func (q *queue) transfer(what string, toHost C.int, list []C.struct_transfer) error {
	stream := C.int(C.stream_in)
	if toHost != 0 {
		stream = C.stream_out
	}
	if err := q.to(stream); err != nil {
		return err
	}
	return q.call(what, func(text *C.char) C.int { return C.gpu_copy(q.c, q.at, toHost, &list[0], C.int(len(list)), text) })
}

// stretch is a run of pieces in one stream between two marks: a mark between two copies would have the
// engine idle between them, so copies that follow each other share the time by their bytes.
type stretch struct {
	bytes   int
	seconds float64 // measured when the first of its pieces is told of
	known   bool
}

// begin goes to a stream and opens a span there, or goes on in the one that is open.
func (q *queue) begin(what string, stream C.int) (piece, error) {
	p := piece{what: what, span: -1}
	if q.index == 0 {
		return p, nil
	}
	if err := q.to(stream); err != nil {
		return p, err
	}
	if !q.timing && 2*len(q.spans)+2 <= C.most_marks-2 && q.mark(2*len(q.spans)) == nil {
		q.spans, q.timing = append(q.spans, stretch{}), true
	}
	if q.timing {
		p.span = len(q.spans) - 1
	}
	return p, nil
}

func (q *queue) end(p piece, bytes int) {
	if p.span >= 0 {
		p.bytes = bytes
		q.spans[p.span].bytes += bytes
	}
	q.work = append(q.work, p)
}

// close the span that is open, before the queue goes to another stream or waits.
func (q *queue) closeSpan() error {
	if !q.timing {
		return nil
	}
	q.timing = false
	return q.mark(2*len(q.spans) - 1)
}

func (q *queue) mark(number int) error {
	return q.call("mark", func(text *C.char) C.int { return C.gpu_mark(q.c, q.index, C.int(number), q.at, text) })
}

// CopyIn starts a copy to the device, or puts it off until Start: an array must stay as it is until then, a pinned one
// until Finish.
func (q *queue) CopyIn(to device.Memory, boxes []device.Box) error {
	_, err := q.copyIn(to, boxes)
	return err
}

func (q *queue) copyIn(to device.Memory, boxes []device.Box) (direct bool, err error) {
	if m, ok := to.(*memory); ok {
		q.versions++
		m.version = q.versions
	}
	list := q.lift(to, boxes)
	if list == nil {
		if err := q.startOut(); err != nil {
			return false, err
		}
		return false, q.putOff(&q.in, to, boxes)
	}
	return true, q.lifted("copy in", 0, list, boxes)
}

// CopyOut starts a copy to the host, or puts it off until Start; the array holds the values after Finish.
func (q *queue) CopyOut(from device.Memory, boxes []device.Box) error {
	if list := q.lift(from, boxes); list != nil {
		return q.lifted("copy out", 1, list, boxes)
	}
	if err := q.startIn(); err != nil {
		return err
	}
	return q.putOff(&q.out, from, boxes)
}

// lifted starts a copy between a pinned array and the device.
func (q *queue) lifted(what string, toHost C.int, list []C.struct_transfer, boxes []device.Box) error {
	if err := q.Start(); err != nil {
		return err
	}
	return q.started(what, toHost, list, []packed{{boxes: boxes}})
}

// room takes pinned memory. The queue of the calls that wait frees its own instead of growing; stripes
// know no better than to grow, once.
func (q *queue) room(n int) (staged, error) {
	if q.index == 0 && len(q.work) > 0 && !q.stage.fits(n+8) {
		if _, err := q.finish(); err != nil {
			return staged{}, err
		}
	}
	return q.stage.take(q.Device, n)
}

// Finish waits for the queue, unpacks what was copied out, and tells of each piece in its order.
func (q *queue) Finish() ([]device.Done, error) {
	err := q.Start()
	done, lost := q.finish()
	if err == nil {
		err = lost
	}
	return done, err
}

func (q *queue) finish() ([]device.Done, error) {
	err := q.closeSpan()
	if lost := q.wait(); err == nil {
		err = lost
	}
	done := make([]device.Done, len(q.work))
	if err == nil {
		err = q.unpack(done)
	}
	q.work, q.spans, q.timing, q.at = q.work[:0], q.spans[:0], false, C.stream_calls
	q.stage.reset()
	return done, err
}

// finished tells of all pieces.
func (q *queue) finished(done []device.Done) error {
	for i, p := range q.work {
		seconds, err := q.seconds(p)
		if err != nil {
			return err
		}
		done[i] = device.Done{Seconds: seconds, Packing: p.packing}
		if p.count != nil {
			if added := p.count.Since(&q.seen); added.Flagged() > 0 {
				done[i].Flagged, done[i].Carried = added.Flagged(), added
			}
			q.seen = *p.count
		}
	}
	return nil
}

// seconds is a piece's part of its span, by bytes.
func (q *queue) seconds(p piece) (float64, error) {
	if p.span < 0 {
		return 0, nil
	}
	s := &q.spans[p.span]
	if !s.known {
		var ms C.float
		if err := q.call("time of "+p.what, func(text *C.char) C.int {
			return C.gpu_elapsed(q.c, q.index, C.int(2*p.span), C.int(2*p.span+1), &ms, text)
		}); err != nil {
			return 0, err
		}
		s.seconds, s.known = 1e-3*float64(ms), true
	}
	return s.seconds * float64(p.bytes) / float64(max(1, s.bytes)), nil
}
