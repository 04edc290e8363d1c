package stencils

import "drawbridge/device"

// leastFused is the number of points from which both colours in one pass pay: below it a launch is what costs.
const leastFused = 1 << 20

// relaxationTexts are sweeps of one colour after the other, and of both in one pass, which takes a second memory.
func (s *Stencils) relaxationTexts(r *request) []variant {
	passes := func(name string, across int) variant {
		one := s.plain(name, across, false, false)
		return variant{name: name, sweeps: func(r *request) []device.Sweep {
			var list []device.Sweep
			for _, c := range r.op.Colours {
				w := one.sweeps(r)[0]
				w.Option[0] = int64(c)
				list = append(list, w)
			}
			return list
		}}
	}
	list := []variant{passes("point:64", 64), passes("point:32", 32)}
	if !r.op.gpu("fused") || r.writes[0].Dims != 3 {
		return list
	}
	var fused []variant
	for _, c := range []column{{length: 64}, {length: 128}, {length: 86}, {length: 24}, {length: 86, threads: 512}} {
		c.across, c.rows, c.unroll = 32, 2, 4
		if e := r.writes[0].Shape; above(e[1], fusedRows(c)) <= mostBlocks && above(e[2], c.length) <= mostBlocks { // a pass has no second round
			fused = append(fused, s.fusedColours(c))
		}
	}
	if r.writes[0].Points() >= leastFused {
		return append(fused, list...)
	}
	return append(list, fused...)
}

// fusedRows is how many rows a block of the fused pass answers for: two on either side are recomputed.
func fusedRows(c column) int { return c.blockThreads()/32*c.rows - 4 }

// fusedColours is both colours in one pass, black one plane behind red, into a second memory of the field.
func (s *Stencils) fusedColours(c column) variant {
	return variant{name: c.named("fused", true), exchanges: true, sweeps: func(r *request) []device.Sweep {
		w := s.sweep("", r)
		w.Shared = 4 * c.blockThreads() / 32 * 2 * 32 * 16
		w.Fields = append(w.Fields, w.Fields[1]) // the second memory, from who launches
		w = textual(w, r.op.Name+" fused", r.gpuCall("fused", true, true, false), c.shape(), r.quadWidth(), 2)
		w.Blocks[0], w.Blocks[1] = above(w.Extent[0], 30*r.quadWidth()), above(w.Extent[1], fusedRows(c))
		return []device.Sweep{w}
	}}
}
