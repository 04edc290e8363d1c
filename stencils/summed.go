package stencils

import (
	"fmt"
	"strings"

	"drawbridge/device"
	"drawbridge/kernels/stencils/gpu"
	kernels "drawbridge/kernels/stencils/set"
)

// sumsAt tells whether a kernel of a GPU can make reductions of what it has at its points: its operator is one that works on one point
// or quad at a time.
func (s *Stencils) sumsAt(g *group) bool {
	return strings.HasPrefix(g.requests[0].gpuCall("points", true, true, false), "points<")
}

// hasRoomFor tells whether a kernel of a GPU has room for the fields, the state and the terms of one more reduction.
func (g *group) hasRoomFor(e *reducing) bool {
	return g.fieldsWith(e.fields)+len(g.renewed)+len(g.ends)+1 <= device.MostFields && sharedBySums(len(g.ends)+1) <= min(sharedAnywhere, e.s.mostShared())
}

// sharedAnywhere is the shared memory that a block can have on every GPU from sm_80 on (CUDA C++ Programming Guide, compute capability 8.6).
const sharedAnywhere = 99 << 10

// sharedBySums are the bytes of shared memory that a kernel with so many reductions takes.
func sharedBySums(ends int) int { return 8 * (kernels.StatePlaces + termPlaces*threads) * ends }

// summedWays are the ways of a GPU to run a group and its reductions in one kernel.
func (s *Stencils) summedWays() []way {
	return []way{{variant: s.summed(8192), sums: true}, {variant: s.summed(mostWarps), sums: true}}
}

// summed is an operator with all that comes behind it: so many warps go along rows.
func (s *Stencils) summed(warps int) variant {
	name := named("sums", true, warps)
	return variant{name: name, sweeps: func(r *request) []device.Sweep {
		w := s.sweep("", r)
		r.setAxis(&w)
		ends := r.behind.ends
		w.Shared = sharedBySums(len(ends))
		call := strings.TrimSuffix(strings.TrimPrefix(r.gpuCall("points", true, true, false), "points<"), ">(s)")
		for i, e := range ends {
			if i == 0 {
				call += fmt.Sprintf(", %d", len(w.Fields)-len(ends))
			}
			call += ", reduce_" + e.what
		}
		w = r.textual(w, r.op.Name+" "+name, "summed<"+call+">(s)", gpu.Shape{Across: 32}, r.quadWidth(), 0)
		w.Blocks = [3]int{above(min(warps, w.Extent[1]*w.Extent[2]), threads/s.lanes()), 1, 1}
		return []device.Sweep{w}
	}}
}

// termPlaces are the terms of a thread that lie in shared memory (kernels/stencils/gpu/summed.h).
const termPlaces = 12

// refresh makes the states of the reductions those of no points.
func (g *group) refresh() error {
	for _, e := range g.ends {
		if err := e.refresh(); err != nil {
			return err
		}
	}
	return nil
}
