package cuda

/*
#include "driver.h"
*/
import "C"

import (
	"math"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// recording is launches and copies that the driver keeps as a graph. Building one costs some microseconds for each launch, starting
// it a few in all.
type recording struct {
	d      *Device
	c      C.struct_graph
	sweeps []node
	count  int // launches and copies
}

// node is a launch of a recording.
type node struct {
	c      unsafe.Pointer
	kernel *kernel
	grid   C.struct_grid
	sweep  device.Sweep
	block  device.Block
}

// Record keeps what do starts. A device that waits for each of its launches records nothing.
func (d *Device) Record(do func() error) (device.Recording, error) {
	if d.options.Debug.Sync || d.recording != nil || C.cuda_has_graphs() == 0 {
		return nil, status.Errorf(status.NotAvailable, "GPU %d records no launches now", d.ordinal)
	}
	r := &recording{d: d}
	d.recordings[r] = true
	err := d.call("recording", func(text *C.char) C.int { return C.cuda_graph_begin(d.c, &r.c, text) })
	if err == nil {
		err = func() error {
			d.recording = r
			defer func() { d.recording = nil }() // also where do panics
			return do()
		}()
	}
	if err == nil {
		err = d.call("recording", func(text *C.char) C.int { return C.cuda_graph_end(d.c, &r.c, text) })
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func (r *recording) sweep(s device.Sweep, k *kernel, block *device.Block, grid C.struct_grid) error {
	n := node{kernel: k, grid: grid, sweep: s, block: *block}
	err := r.d.call("recording of kernel "+s.Program.Name, func(text *C.char) C.int {
		return C.cuda_graph_sweep(r.d.c, &r.c, k.c.function, unsafe.Pointer(&n.block), grid, &n.c, text)
	})
	r.sweeps = append(r.sweeps, n)
	r.count++
	return err
}

// launch records a launch over points. Its numbers lie in the parameters: whoever changes those records anew.
func (r *recording) launch(p device.Program, parameters device.Memory, l *C.struct_launch) error {
	q := &r.d.queues[0]
	held, _ := parameters.(*memory)
	if held != nil {
		l.parameters = (*C.double)(pointer(held.Address()))
	}
	k := q.settled(p, int(l.n))
	if k == nil || k.c.bounds != 0 || held != nil && k.c.constants != 0 && k.holds != held.version {
		return status.Errorf(status.Order, "kernel %s is not ready for a recording", p.Name)
	}
	r.count++
	return r.d.call("recording of kernel "+p.Name, func(text *C.char) C.int {
		var node unsafe.Pointer
		return C.cuda_graph_sweep(r.d.c, &r.c, k.c.function, unsafe.Pointer(l), r.d.grid(k.launch, int(l.n)), &node, text)
	})
}

func (r *recording) copy(to, from device.Memory, bytes int) error {
	r.count++
	return r.d.call("recording of a copy", func(text *C.char) C.int {
		return C.cuda_graph_copy(r.d.c, &r.c, C.uint64_t(to.Address()), C.uint64_t(from.Address()), C.size_t(bytes), text)
	})
}

// Launches counts what one Start starts.
func (r *recording) Launches() int { return r.count }

// Renew changes the launches whose numbers were changed.
func (r *recording) Renew() error {
	for i := range r.sweeps {
		n := &r.sweeps[i]
		renewed := n.block
		renewed.SetNumbers(n.sweep.Number)
		if alike(&renewed, &n.block) {
			continue
		}
		if err := r.d.call("numbers of kernel "+n.sweep.Program.Name, func(text *C.char) C.int {
			return C.cuda_graph_renew(r.d.c, &r.c, n.c, n.kernel.c.function, unsafe.Pointer(&renewed), n.grid, text)
		}); err != nil {
			return err
		}
		n.block = renewed
	}
	return nil
}

// alike tells that all numbers have the same bits: 0 is not -0.
func alike(a, b *device.Block) bool {
	for i := range a.Number {
		if math.Float64bits(a.Number[i]) != math.Float64bits(b.Number[i]) {
			return false
		}
	}
	return true
}

// Start starts all in the order of the calls.
func (r *recording) Start() error {
	return r.d.call("start of a recording", func(text *C.char) C.int { return C.cuda_graph_start(r.d.c, &r.c, C.stream_calls, text) })
}

// Close gives the recording back; the device does it too.
func (r *recording) Close() {
	if r.d.recordings[r] {
		delete(r.d.recordings, r)
		C.cuda_graph_destroy(r.d.c, &r.c)
	}
}
