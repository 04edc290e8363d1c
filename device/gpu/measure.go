package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/tuning"
)

// Measured is what a bench learns of one variant.
type Measured struct {
	Milliseconds      float64
	Registers, Spills int // per thread; bytes of local memory
}

// Measure times one variant of a program by events, without flags and parameters.
func (d *Device) Measure(p device.Program, v device.Variant, arrays []device.Array, n int) (Measured, error) {
	var l C.struct_launch
	if err := bind(&l, p.Name, arrays, device.Line(n)); err != nil {
		return Measured{}, err
	}
	q := &d.queues[0]
	list, err := tuning.Measure([]string{v.Name}, func(int) (float64, error) { return q.measure(p, v, nil, &l) }, func() bool { return true })
	if err != nil {
		return Measured{}, err
	}
	k := d.kernels[keyOf(p, v)]
	return Measured{1e3 * list[0].Least, int(k.c.registers), int(k.c.local)}, nil
}

// CopyRate is the yardstick of memory: GB/s of the driver's copy of n float64 within the device, bytes read
// and bytes written, the best of several.
func (d *Device) CopyRate(n int) (float64, error) {
	var ends [2]*memory
	for i := range ends {
		m, err := d.take("copy reference", n)
		if err != nil {
			return 0, err
		}
		ends[i] = m
		defer d.free(m.address)
	}
	list, err := tuning.Measure([]string{"copy"}, func(int) (float64, error) {
		return d.queues[0].elapsed("copy reference", C.stream_calls, func(text *C.char) C.int {
			return C.gpu_copy_between(d.c, C.stream_calls, ends[1].address, ends[0].address, C.size_t(8*n), text)
		})
	}, func() bool { return true })
	if err == nil && list[0].Least <= 0 {
		err = status.Errorf(status.Device, "GPU %d: the reference copy took no time", d.ordinal)
	}
	if err != nil {
		return 0, err
	}
	return 16e-9 * float64(n) / list[0].Least, nil
}

// elapsed starts work on a stream, waits for it and gives its time on the device, s.
func (q *queue) elapsed(what string, stream C.int, work func(text *C.char) C.int) (float64, error) {
	const from, to = C.most_marks - 2, C.most_marks - 1
	var ms C.float
	err := q.waiting(what, func(text *C.char) C.int {
		return firstBad(
			func() C.int { return C.gpu_mark(q.c, q.index, from, stream, text) },
			func() C.int { return work(text) },
			func() C.int { return C.gpu_mark(q.c, q.index, to, stream, text) },
			func() C.int { return C.gpu_wait(q.c, stream, text) },
			func() C.int { return C.gpu_elapsed(q.c, q.index, from, to, &ms, text) })
	})
	return 1e-3 * float64(ms), err
}

// firstBad makes driver calls one after another until one fails.
func firstBad(calls ...func() C.int) C.int {
	for _, call := range calls {
		if bad := call(); bad != 0 {
			return bad
		}
	}
	return 0
}

// ComputeCapability is 90 for 9.0; 0 of a GPU of another vendor.
func (d *Device) ComputeCapability() int { return computeCapability(d.architecture) }
