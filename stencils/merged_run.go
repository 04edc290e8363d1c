package stencils

import (
	"fmt"
	"slices"
	"unsafe"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/views"
)

// mergedWays are the ways of a group that is one program: tiles of so many rows, which keep the planes that stencils read again in the
// caches.
func (s *Stencils) mergedWays(g *group) (list []way) {
	if g.merged == nil {
		return nil
	}
	u := g.requests[0].writes[0]
	heights, stacks := []int{u.Shape[1]}, []bool{false}
	if g.merged.beside && u.Dims == 3 {
		heights = []int{16, 32, 64}
		if len(g.requests) == 1 { // an expression by itself, with sums: whole planes are its fastest
			heights = []int{u.Shape[1], 32}
		}
	}
	if g.merged.stacks {
		stacks = []bool{true, false}
	}
	for _, past := range []bool{false, true} {
		for _, stacked := range stacks {
			for _, rows := range heights {
				w := mergedWay(min(rows, u.Shape[1]), stacked, past)
				if !slices.ContainsFunc(list, func(other way) bool { return other.name == w.name }) {
					list = append(list, w)
				}
			}
		}
	}
	return list
}

func mergedWay(rows int, stacked, past bool) way {
	word := "program"
	if stacked {
		word += "_stacked"
	}
	if past {
		word += "_streaming"
	}
	return way{variant: variant{name: fmt.Sprintf("%s:%d", word, rows)}, tiles: device.Tiles{Rows: rows}, past: past, merged: true, stacked: stacked}
}

// startMerged runs a group's program on each of its areas.
func (s *Stencils) startMerged(g *group, to device.Stream) error {
	m := g.merged
	if g.way.sweeps == nil {
		if err := s.loadMerged(g); err != nil {
			return err
		}
		areas := g.requests[0].areas
		if areas == nil {
			areas = []area{g.requests[0].where()}
		}
		for _, a := range areas {
			w := s.mergedSweep(g, a)
			for _, e := range m.totals {
				if err := e.makeRoom(w.Items); err != nil {
					return err
				}
				w.Fields = append(w.Fields, device.Array{})
			}
			g.way.sweeps = append(g.way.sweeps, w)
		}
	}
	numbers := m.numbers[:0]
	for _, r := range g.requests {
		numbers = append(numbers, r.numbers...)
	}
	for _, w := range g.way.sweeps {
		for i, p := range m.fields {
			w.Fields[i] = p.argument(g.requests[0].writes[0])
		}
		for k, e := range m.totals {
			w.Fields[len(m.fields)+1+k] = e.stateArray(0, true)
		}
	}
	return start(g.way.sweeps, to)
}

// argument is the field as it lies now, for a kernel on the points of another one.
func (p placed) argument(over *views.Field) device.Array {
	a := p.field.Over(over, p.output)
	if p.second {
		a.Memory = p.field.SecondMemory()
	}
	return a
}

// loadMerged gives a group's program to the device, where it stays as long as the group's first operator.
func (s *Stencils) loadMerged(g *group) error {
	first := g.requests[0]
	if first.together != nil {
		first.together.users--
		first.together = nil
	}
	p, err := s.loadWords(len(g.merged.fields), g.merged.words)
	first.together = p
	return err
}

// mergedSweep is the launch of a group's program on an area, in its way.
func (s *Stencils) mergedSweep(g *group, a area) device.Sweep {
	m, first := g.merged, g.requests[0]
	own := &request{op: mustFind("pointwise"), writes: first.writes}
	w := device.Sweep{Program: s.program(own.hostKernel("program", 1)), Extent: a.extent, Begin: a.at, Confined: len(m.totals) == 0, First: first.writes[0].First, Number: m.numbers}
	for _, p := range m.fields {
		w.Fields = append(w.Fields, p.argument(first.writes[0]))
	}
	w.Fields = append(w.Fields, device.Array{Name: "program", Memory: first.together.Memory, Bytes: 8})
	w.Option[0] = int64(len(m.fields) - 1)
	if g.way.past && !a.narrow {
		w.Option[1] = 1
	}
	unit := 1
	if g.way.stacked {
		w.Option[2], unit = 1, 4
	}
	rows := g.way.tiles.Rows
	tiles := above(a.extent[1], rows)
	planes := a.extent[2]
	if s.about.Threads > 1 {
		planes = above(above(a.extent[2], above(16*s.about.Threads, tiles)), unit) * unit
	}
	w.Option[kernels.OptionTile], w.Option[kernels.OptionPlanes] = int64(rows), int64(planes)
	w.Items = tiles * above(a.extent[2], planes)
	w.Chunk = above(leastShare*w.Items, a.points())
	if s.about.Threads == 1 {
		w.Chunk = w.Items
	}
	return w
}

// loadWords gives a program of a sweep of so many fields to the device, one of each.
func (s *Stencils) loadWords(fields int, words []uint64) (*loaded, error) {
	key := fmt.Sprint(fields, words)
	if p, ok := s.programs[key]; ok {
		p.users++
		return p, nil
	}
	m, err := s.device.AllocateField("program of an expression", 8*len(words))
	if err != nil {
		return nil, err
	}
	if err := s.device.CopyIn(m, []device.Box{device.Row(8, len(words), uintptr(unsafe.Pointer(&words[0])))}); err != nil {
		s.device.Release(m)
		return nil, err
	}
	p := &loaded{m, 1}
	s.programs[key] = p
	return p, nil
}
