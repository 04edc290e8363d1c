package views

import (
	"drawbridge/device"
)

// Resident is the interior of one host array kept on the device: all its points, in the layout of the
// views. Two bits say which side is fresh; the owner of a run sets them.
type Resident struct {
	Array    HostArray
	OnDevice bool // the device has the values
	Stale    bool // the host array has not: the device's are newer

	memory           device.Memory
	device           device.Device
	point, component int // strides in elements
}

// Resident takes memory for the interior of an array.
func (s *Store) Resident(view string, a HostArray) (*Resident, error) {
	m, err := s.device.Allocate("resident "+view, s.layout.elements(a.Points(), a.Width))
	if err != nil {
		return nil, err
	}
	r := &Resident{Array: a, memory: m, device: s.device, point: 1, component: s.layout.component(a.Points())}
	if s.layout == Right {
		r.point = a.Width
	}
	return r, nil
}

// Close gives the memory back.
func (r *Resident) Close() {
	if r.memory != nil {
		r.device.Release(r.memory)
		r.memory = nil
	}
}

// Bytes of the values.
func (r *Resident) Bytes() int64 { return 8 * int64(r.Array.Points()) * int64(r.Array.Width) }

// Lend puts points start.. of a resident into the place of a view's memory; n of them hold values.
func (s *Store) Lend(view string, r *Resident, start, n int) {
	if v, ok := s.views[view]; ok {
		v.lent, v.first, v.valid = r, start-1, n
	}
}

// Return gives all views their own memory again.
func (s *Store) Return() {
	for _, v := range s.views {
		if v.lent != nil {
			v.lent, v.first, v.valid = nil, 0, 0
		}
	}
}

// Fetch copies the interior from the device into the host array.
func (r *Resident) Fetch() error {
	return r.device.CopyOut(r.memory, r.Array.boxes(1, r.Array.Points(), r.point, r.component))
}
