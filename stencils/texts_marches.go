package stencils

import (
	"strconv"

	"drawbridge/device"
)

// mostShared is the shared memory that a block can have on any GPU; smaller ones refuse some variants.
const mostShared = 227 << 10

// marches are the ways along z. The first is the one that is right without measuring.
func (s *Stencils) marches(r *request) []variant {
	var list []variant
	for _, c := range columnsAlongZ(r.radius) {
		list = append(list, s.march(c, true))
	}
	list = append(list, s.march(column{length: 32, across: 64}, false))
	if r.behind != nil {
		for _, c := range columnsWithOthers {
			list = append(list, s.march(c, true))
		}
	}
	if r.op.gpu("planes") {
		list = append(list, s.planesOf(r)...)
	}
	return list
}

// columnsAlongZ were the fastest on an H200 in double or float, of some hundred (docs/stencils.md).
func columnsAlongZ(radius int) []column {
	if radius > 1 {
		return []column{{length: 8, across: 32, rows: 2}, {length: 64, across: 32, rows: 2}, {length: 8, across: 32, rows: 4, threads: 128, blocks: 1}}
	}
	return []column{{length: 6, across: 32, rows: 2}, {length: 64, across: 32, rows: 2},
		{length: 6, across: 32, rows: 2, threads: 128, blocks: 5}, {length: 8, across: 32, rows: 2, threads: 128, blocks: 5},
		{length: 6, across: 32, rows: 4, threads: 128, blocks: 1}, {length: 5, across: 32, rows: 4, threads: 128, unroll: 1, blocks: 1}}
}

// columnsWithOthers are further ways of an operator that has others behind it: what they read is in registers too. On an H200 the first
// was the fastest of 21 further ones at 512^3, radius 4 (docs/notes/stencils.md).
var columnsWithOthers = []column{{length: 64, across: 32}, {length: 64, across: 64}, {length: 32, across: 64, threads: 128}}

// planesOf are those ways through shared memory for which a block has enough of it.
func (s *Stencils) planesOf(r *request) (list []variant) {
	if !r.reachesByInt() {
		return nil
	}
	for _, c := range []column{{length: 64, across: 32, rows: 2}, {length: 128, across: 32, rows: 4}, {length: 256, across: 32, rows: 4},
		{length: 256, across: 16, rows: 4, blocks: 1}} {
		for _, ahead := range []int{2, 3} {
			if v := s.planes(c, ahead); v.sweeps(r)[0].Shared <= mostShared {
				list = append(list, v)
			}
		}
	}
	return list
}

// reachesByInt tells that a plane's elements are counted by 32 bits.
func (r *request) reachesByInt() bool {
	for _, f := range r.all() {
		if a := f.Argument(false); a.Plane >= 1<<31 {
			return false
		}
	}
	return true
}

// march goes along z with the planes in registers.
func (s *Stencils) march(c column, quads bool) variant {
	return variant{name: c.named("march", quads), byName: !quads, sweeps: func(r *request) []device.Sweep {
		return []device.Sweep{r.textual(s.sweep("", r), r.op.Name+" march", r.gpuCall("march", quads, true, false), c.shape(), r.width(quads), 2)}
	}}
}

// planes goes along z with planes that come so many ahead into shared memory.
func (s *Stencils) planes(c column, ahead int) variant {
	return variant{name: c.named("planes", true) + ":a" + strconv.Itoa(ahead), sweeps: func(r *request) []device.Sweep {
		width, shape := r.quadWidth(), c.shape()
		shape.Ahead = ahead
		w := s.sweep("", r)
		wide, high := c.across*width+2*width*above(r.radius, width), c.blockThreads()/c.across*c.rows+2*r.radius
		w.Shared = (r.radius + 1 + ahead) * wide * high * r.writes[0].Bytes
		return []device.Sweep{r.textual(w, r.op.Name+" planes", r.gpuCall("planes", true, true, false), shape, width, 2)}
	}}
}
