package gpu

/*
#include <stdlib.h>
#include "driver.h"
*/
import "C"

import (
	"slices"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// Sizes in elements: the link is as fast with 32 MB as with more. On the device copies of 128 MB are 5 % slower than those
// of 512 MB (H200: 4049 and 4258 GB/s), and serve where there is no room for more. Both pieces are held for some ms only.
const (
	linkProbe = 1 << 22
	probes    = 5
)

var memoryProbes = []int{1 << 26, 1 << 24}

// Ceilings measures what the link and the memory of this GPU can do, now. It takes some tens of ms.
func (d *Device) Ceilings() (device.Ceilings, error) {
	if _, err := d.Queues(); err != nil { // what is under way would be measured too
		return device.Ceilings{}, err
	}
	p, err := d.newProbe()
	defer p.close()
	if err != nil {
		return device.Ceilings{}, err
	}
	return p.measure()
}

// probe holds the memory that copies are measured with.
type probe struct {
	d        *Device
	a, b     *memory
	elements int            // of each
	in, out  unsafe.Pointer // pinned
	pageable unsafe.Pointer
	err      error
}

func (d *Device) newProbe() (*probe, error) {
	p := &probe{d: d}
	for _, p.elements = range memoryProbes {
		if p.err = p.takeBoth(); status.CodeOf(p.err) != status.OutOfMemory {
			break
		}
	}
	for _, side := range []*unsafe.Pointer{&p.in, &p.out} {
		if p.err == nil {
			var at unsafe.Pointer
			p.err = d.call("pinned memory for measuring", func(text *C.char) C.int { return C.gpu_pinned(d.c, 8*linkProbe, &at, text) })
			*side = at
		}
	}
	if p.pageable = C.calloc(8, linkProbe); p.pageable == nil && p.err == nil {
		p.err = status.Errorf(status.OutOfMemory, "no memory for measuring the link")
	}
	return p, p.err
}

// takeBoth takes the memory that is copied from and to, or nothing.
func (p *probe) takeBoth() (err error) {
	if p.a, err = p.d.take("measuring", p.elements); err != nil {
		return err
	}
	if p.b, err = p.d.take("measuring", p.elements); err != nil {
		p.giveBoth()
	}
	return err
}

func (p *probe) giveBoth() {
	for _, m := range []**memory{&p.a, &p.b} {
		if *m != nil {
			p.d.free((*m).address)
			*m = nil
		}
	}
}

func (p *probe) close() {
	p.giveBoth()
	for _, side := range []unsafe.Pointer{p.in, p.out} {
		if side != nil {
			p.d.call("release", func(text *C.char) C.int { return C.gpu_release_pinned(p.d.c, side, text) })
		}
	}
	C.free(p.pageable)
}

func (p *probe) measure() (c device.Ceilings, err error) {
	in := p.link(1, 0, p.a, p.in)
	out := p.link(2, 1, p.b, p.out)
	pageable := p.link(1, 0, p.a, p.pageable)
	memory := work{queue: 1, stream: C.stream_in, bytes: 2 * 8 * float64(p.elements), start: func() error {
		return p.d.call("measuring", func(text *C.char) C.int {
			return C.gpu_copy_between(p.d.c, C.stream_in, p.a.address, p.b.address, C.size_t(8*p.elements), text)
		})
	}}
	c.In = p.rates(in)[0]
	c.Out = p.rates(out)[0]
	both := p.rates(in, out)
	c.InBoth, c.OutBoth = both[0], both[1]
	c.Memory = p.rates(memory)[0]
	if p.pageable != nil {
		c.Pageable = p.rates(pageable)[0]
	}
	return c, p.err
}

// work is one copy that is measured.
type work struct {
	queue  int
	stream C.int
	bytes  float64
	start  func() error
}

func (p *probe) link(queue int, toHost C.int, m *memory, host unsafe.Pointer) work {
	return work{queue, C.stream_in + toHost*(C.stream_out-C.stream_in), 8 * linkProbe, func() error {
		return p.d.queues[queue].transfer("measuring", toHost, []C.struct_transfer{flat(m.address, host, 8*linkProbe)})
	}}
}

// rates runs works at the same time, each several times over, and gives the median rate of each in bytes/s.
func (p *probe) rates(works ...work) []float64 {
	all := make([][]float64, len(works))
	for range probes + 1 { // the first warms up
		for _, w := range works {
			q := &p.d.queues[w.queue]
			p.keep(q.to(w.stream))
			p.keep(q.mark(0))
			for range 4 {
				p.keep(w.start())
			}
			p.keep(q.mark(1))
		}
		for i, w := range works {
			q := &p.d.queues[w.queue]
			p.keep(q.wait())
			var ms C.float
			p.keep(q.call("measuring", func(text *C.char) C.int { return C.gpu_elapsed(q.c, q.index, 0, 1, &ms, text) }))
			if ms > 0 {
				all[i] = append(all[i], 4*w.bytes/(1e-3*float64(ms)))
			}
		}
	}
	medians := make([]float64, len(works))
	for i, list := range all {
		if len(list) > 1 && p.err == nil {
			list = list[1:]
			slices.Sort(list)
			medians[i] = list[len(list)/2]
		}
	}
	return medians
}

func (p *probe) keep(err error) {
	if p.err == nil {
		p.err = err
	}
}
