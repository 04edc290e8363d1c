package memcheck

import (
	"math"

	"drawbridge/device"
	"drawbridge/status"
)

func (d *Device) FieldAlignment() int { return d.grids().FieldAlignment() }

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
	if err := d.grids().CopyMemory(shifted{b}, shifted{from.(*memory)}, bytes); err != nil {
		return err
	}
	return b.intact("a copy of a field")
}

// Sweep runs the program and then looks whether an input or a guard was changed.
func (d *Device) Sweep(s device.Sweep) error {
	trial := s
	trial.Fields = append([]device.Array(nil), s.Fields...)
	written := map[*memory]bool{}
	for _, f := range s.Fields {
		if m := f.Memory.(*memory); f.Output {
			written[m] = true
		}
	}
	before := map[*memory][]uint64{}
	for i, f := range s.Fields {
		m := f.Memory.(*memory)
		trial.Fields[i].Memory = shifted{m}
		if !written[m] {
			before[m] = snapshot(m)
		}
	}
	if err := d.grids().Sweep(trial); err != nil {
		return err
	}
	for _, f := range s.Fields {
		m := f.Memory.(*memory)
		if err := m.intact("kernel " + s.Program.Name); err != nil {
			return err
		}
		for e, v := range before[m] {
			if now := m.content()[e]; now != v {
				return status.Errorf(status.Device, "memcheck: kernel %s changed input %s at word %d (%g became %g)", s.Program.Name, f.Name, e, math.Float64frombits(v), math.Float64frombits(now))
			}
		}
	}
	return nil
}

// Finish waits for the wrapped device.
func (d *Device) Finish() error { return d.grids().Finish() }

// Compiles is the wrapped device's.
func (d *Device) Compiles() bool { return d.grids().Compiles() }

// Threads is the wrapped device's count of workers.
func (d *Device) Threads() int {
	if t, ok := d.inner.(interface{ Threads() int }); ok {
		return t.Threads()
	}
	return 1
}

// grids is the wrapped device: memcheck wraps hosts, which hold grids.
func (d *Device) grids() device.Grids { return d.inner.(device.Grids) }
