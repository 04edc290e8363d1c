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

// Sweep runs the program and then looks whether an input or a guard was changed.
func (d *Device) Sweep(s device.Sweep) error {
	return watched([]device.Link{{Sweep: s}}, func(trial []device.Link) error { return d.inner.About().Fields.Sweep(trial[0].Sweep) })
}

// Chain runs the sweeps and then looks whether a field that none of them writes, or a guard, was changed.
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
			} else if before[m] == nil {
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
	return nil
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
