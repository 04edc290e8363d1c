package cuda

/*
#include "driver.h"
*/
import "C"

import (
	"slices"

	"drawbridge/device"
	"drawbridge/status"
)

// Measured is what a bench learns of one variant.
type Measured struct {
	Milliseconds      float64 // median
	Registers, Spills int     // per thread; bytes of local memory
}

// Measure times one variant of a program by events, without flags and parameters.
func (d *Device) Measure(p device.Program, v device.Variant, arrays []device.Array, n int) (Measured, error) {
	var l C.struct_launch
	if err := bind(&l, p.Name, arrays, device.Line(n)); err != nil {
		return Measured{}, err
	}
	q := &d.queues[0]
	ms, err := q.measure(p, v, nil, &l)
	if err != nil {
		return Measured{}, err
	}
	k := d.kernels[keyOf(p, v)]
	return Measured{ms, int(k.c.registers), int(k.c.local)}, nil
}

// CopyRate is the yardstick of memory: GB/s of the driver's copy of n float64 within the device, bytes read
// and bytes written, median of several.
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
	const from, to = C.most_marks - 2, C.most_marks - 1
	var rates []float64
	for i := range 12 {
		var ms C.float
		err := d.call("copy reference", func(text *C.char) C.int {
			return firstBad(
				func() C.int { return C.cuda_mark(d.c, 0, from, C.stream_calls, text) },
				func() C.int {
					return C.cuda_copy_between(d.c, 0, ends[1].address, ends[0].address, C.size_t(8*n), text)
				},
				func() C.int { return C.cuda_mark(d.c, 0, to, C.stream_calls, text) },
				func() C.int { return C.cuda_wait(d.c, 0, text) },
				func() C.int { return C.cuda_elapsed(d.c, 0, from, to, &ms, text) })
		})
		if err != nil {
			return 0, err
		}
		if i > 0 && ms > 0 { // the first warms up
			rates = append(rates, 16e-6*float64(n)/float64(ms))
		}
	}
	if len(rates) == 0 {
		return 0, status.Errorf(status.Device, "GPU %d: the reference copy took no time", d.ordinal)
	}
	slices.Sort(rates)
	return rates[len(rates)/2], nil
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

// Architecture is 90 for compute capability 9.0.
func (d *Device) Architecture() int { return d.architecture }
