package memcheck

import (
	"math"
	"slices"

	"drawbridge/device"
	"drawbridge/status"
)

func (d *Device) FieldAlignment() int { return d.inner.About().Fields.FieldAlignment() }

// AllocateField gives zeroed bytes between two guards.
func (d *Device) AllocateField(name string, bytes int) (device.Memory, error) {
	m, err := d.Allocate(name, (bytes+7)/8)
	if err == nil {
		fill(m.(*memory).content(), 0)
	}
	return m, err
}

// CopyMemory copies and then looks at the guards.
func (d *Device) CopyMemory(to, from device.Memory, bytes int) error {
	b := to.(*memory)
	if err := d.inner.About().Fields.CopyMemory(shifted{b}, shifted{from.(*memory)}, bytes); err != nil {
		return err
	}
	return b.intact("a copy of a field")
}

// Sweep runs the program and then looks whether an input, a guard or a point of an output that is none of the sweep's was changed.
func (d *Device) Sweep(s device.Sweep) error {
	return watched([]device.Link{{Sweep: s}}, func(trial []device.Link) error { return d.inner.About().Fields.Sweep(trial[0].Sweep) })
}

// Chain does the same for several sweeps.
func (d *Device) Chain(links []device.Link, t device.Tiles) error {
	return watched(links, func(trial []device.Link) error { return d.inner.About().Chainer.Chain(trial, t) })
}

// watched runs sweeps on the memory between the guards, and looks at what they changed.
func watched(links []device.Link, run func(trial []device.Link) error) error {
	trial := slices.Clone(links)
	written := map[*memory]bool{}
	before := map[*memory][]uint64{}
	for i, s := range links {
		trial[i].Fields = slices.Clone(s.Fields)
		for k, f := range s.Fields {
			m := f.Memory.(*memory)
			trial[i].Fields[k].Memory = shifted{m}
			if f.Output {
				written[m] = true
			}
			if before[m] == nil && (!f.Output || s.Confined) {
				before[m] = snapshot(m)
			}
		}
	}
	if err := run(trial); err != nil {
		return err
	}
	for _, s := range links {
		for _, f := range s.Fields {
			if err := f.Memory.(*memory).unchanged(s.Program.Name, f.Name, before, written); err != nil {
				return err
			}
		}
	}
	return confined(links, before)
}

// confined looks at the elements of outputs that lie outside of what confined sweeps cover: halos, padding, points of another region.
func confined(links []device.Link, before map[*memory][]uint64) error {
	free := map[*memory][]bool{} // which 32 bits of a memory may change; nil: all
	for _, s := range links {
		for _, f := range s.Fields {
			m := f.Memory.(*memory)
			if _, seen := free[m]; !seen && s.Confined {
				free[m] = make([]bool, 2*m.elements)
			}
			switch {
			case !f.Output:
			case !s.Confined:
				free[m] = nil
			case free[m] != nil:
				allow(free[m], f, s.Sweep)
			}
		}
	}
	for m, words := range free {
		if words == nil || before[m] == nil {
			continue
		}
		for e, v := range before[m] {
			changed := v ^ m.content()[e]
			if uint32(changed) != 0 && !words[2*e] || changed>>32 != 0 && !words[2*e+1] {
				return status.Errorf(status.Device, "memcheck: kernel %s wrote outside of its points, at word %d of %s", links[0].Program.Name, e, m.name)
			}
		}
	}
	return nil
}

// allow marks the 32 bits of a field's points in a sweep.
func allow(words []bool, f device.Array, s device.Sweep) {
	each := f.Bytes / 4
	for z := range s.Extent[2] {
		for y := range s.Extent[1] {
			row := (f.Base + f.Offset(s.Begin) + f.Offset([3]int{0, y, z})) * each
			for i := range s.Extent[0] * each {
				words[row+i] = true
			}
		}
	}
}

// unchanged looks at the guards of a memory, and at what is in it where no sweep writes it.
func (m *memory) unchanged(kernel, name string, before map[*memory][]uint64, written map[*memory]bool) error {
	if err := m.intact("kernel " + kernel); err != nil || written[m] {
		return err
	}
	for e, v := range before[m] {
		if now := m.content()[e]; now != v {
			return status.Errorf(status.Device, "memcheck: kernel %s changed input %s at word %d (%g became %g)", kernel, name, e, math.Float64frombits(v), math.Float64frombits(now))
		}
	}
	return nil
}

// Finish waits for the wrapped device.
func (d *Device) Finish() error { return d.inner.About().Fields.Finish() }
