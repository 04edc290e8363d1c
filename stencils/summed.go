package stencils

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils"
	"drawbridge/kernels/stencils/gpu"
	"drawbridge/views"
)

// sumsAt tells whether a kernel of a GPU can make reductions of what it has at its points: its operator is one that works on one point
// or quad at a time, and no part of its points waits for halos.
func (s *Stencils) sumsAt(g *group) bool {
	return strings.HasPrefix(g.requests[0].gpuCall("points", true, true, false), "points<") && s.Overlap != "always"
}

// hasRoomFor tells whether a kernel of a GPU has room for the fields and the state of one more reduction.
func (g *group) hasRoomFor(e *reducing) bool {
	var fields []*views.Field
	for _, r := range g.requests {
		fields = append(fields, r.all()...)
	}
	for _, other := range append(slices.Clone(g.ends), e) {
		fields = append(fields, other.fields...)
	}
	apart := 0
	for i, f := range fields {
		if !slices.Contains(fields[:i], f) || i < len(g.requests[0].all()) { // the first one's count as often as it names them
			apart++
		}
	}
	return apart+len(g.renewed)+len(g.ends)+1 <= device.MostFields
}

// warpsOfSums are how many warps share the rows of a kernel that makes reductions.
var warpsOfSums = []int{4096, 8192, mostWarps}

// summedWays are the ways of a GPU to run a group and its reductions in one kernel.
func (s *Stencils) summedWays(g *group) (list []way) {
	for _, quads := range []bool{true, false} {
		for _, warps := range warpsOfSums {
			list = append(list, way{variant: s.summed(quads, warps), sums: true})
		}
	}
	return list
}

// summed is an operator with all that comes behind it, warps going along rows.
func (s *Stencils) summed(quads bool, warps int) variant {
	name := named("sums", quads, warps)
	return variant{name: name, sweeps: func(r *request) []device.Sweep {
		w := s.sweep("", r)
		r.setAxis(&w)
		ends := r.behind.ends
		w.Shared = 8 * (kernels.StatePlaces + pointsOfQuad*threads) * len(ends)
		call := strings.TrimSuffix(strings.TrimPrefix(r.gpuCall("points", quads, true, false), "points<"), ">(s)")
		for i, e := range ends {
			if i == 0 {
				call += fmt.Sprintf(", %d", len(w.Fields)-len(ends))
			}
			call += ", reduce_" + e.what
		}
		w = r.textual(w, r.op.Name+" "+name, "summed<"+call+">(s)", gpu.Shape{Across: 32}, r.width(quads), 0)
		w.Blocks = [3]int{above(min(warps, w.Extent[1]*w.Extent[2]), threads/32), 1, 1}
		return []device.Sweep{w}
	}}
}

// pointsOfQuad is the most points of a quad (kernels/stencils/gpu/summed.h).
const pointsOfQuad = 4

// refresh makes the states of the reductions those of no points.
func (g *group) refresh() error {
	for _, e := range g.ends {
		if err := e.refresh(); err != nil {
			return err
		}
	}
	return nil
}
