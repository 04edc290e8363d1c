package views

import (
	"drawbridge/device"
)

// DeviceCopy is the interior of one host array kept on the device: all its points, in the layout of the
// views. The first two bits say which side is fresh; the owner of a run sets them.
type DeviceCopy struct {
	Array    HostArray
	OnDevice bool // the device has the values
	Stale    bool // the host array has not: the device's are newer
	Lost     bool // neither has: the run that was to compute them failed

	memory           device.Memory
	device           device.Device
	point, component int // strides in elements
}

// DeviceCopy takes memory for the interior of an array.
func (s *Store) DeviceCopy(view string, a HostArray) (*DeviceCopy, error) {
	m, err := s.device.Allocate("device copy of "+view, s.layout.elements(a.Points(), a.Width))
	if err != nil {
		return nil, err
	}
	r := &DeviceCopy{Array: a, memory: m, device: s.device, point: 1, component: s.layout.component(a.Points())}
	if s.layout == Right {
		r.point = a.Width
	}
	return r, nil
}

// Close gives the memory back.
func (r *DeviceCopy) Close() {
	if r.memory != nil {
		r.device.Release(r.memory)
		r.memory = nil
	}
}

// Bytes of the values.
func (r *DeviceCopy) Bytes() int64 { return 8 * int64(r.Array.Points()) * int64(r.Array.Width) }

// Lend puts points start.. of a device copy into the place of a view's memory; n of them hold values.
func (s *Store) Lend(view string, r *DeviceCopy, start, n int) {
	if v, ok := s.views[view]; ok {
		v.in = loan{r.memory, device.Array{Base: (start - 1) * r.point, Point: r.point, Component: r.component}}
		v.out, v.valid = v.in, n
		v.read, v.written = r.Array.Unit, r.Array.Unit
	}
}

// LendArray puts an array of the host into the place of a view's memory: of what a kernel reads, whose first n points of
// the region then hold values, or of what it writes.
func (s *Store) LendArray(view string, d device.InPlace, a HostArray, output bool, n int) {
	v, ok := s.views[view]
	if !ok {
		return
	}
	step := a.strides()
	l := loan{d.Lend(a.Address), device.Array{Bytes: a.ElementBytes(), Base: a.first(), Point: step[0], Row: step[1], Plane: step[2], Component: step[3]}}
	if output {
		v.out, v.written = l, a.Unit
	} else {
		v.in, v.read, v.valid = l, a.Unit, n
	}
}

// On is an array that lies on the device as a kernel's argument.
func (a *HostArray) On(d device.Foreigner, view string, output bool) device.Array {
	step := a.strides()
	argument := device.Array{Name: view, Memory: d.Foreign(a.Address), Bytes: a.ElementBytes(), Base: a.first(), Point: step[0], Row: step[1], Plane: step[2],
		Component: step[3], Components: a.Width, Output: output, Foreign: true}
	a.Unit.put(&argument)
	return argument
}

// AtOn is what an array on the device holds at interior point t (1-based).
func (a *HostArray) AtOn(d device.Device, t int) ([]float64, error) {
	return components(d, d.About().Foreigner.Foreign(a.Address), a.lies(t), a.strides()[3], a.Width)
}

// At is what the device holds of the array at interior point t (1-based).
func (r *DeviceCopy) At(t int) ([]float64, error) {
	return components(r.device, r.memory, (t-1)*r.point, r.component, r.Array.Width)
}

// Region is n interior points of an array from point start (1-based) on.
func (a *HostArray) Region(start, n int) device.Region {
	return device.Region{Extent: [3]int{a.interior(0), a.interior(1), a.interior(2)}, First: start - 1, Points: n}
}

// first is the element of the first interior point of the first variable.
func (a *HostArray) first() int {
	s := a.strides()
	return (a.Interior[0]-1)*s[0] + (a.Interior[2]-1)*s[1] + (a.Interior[4]-1)*s[2] + (a.Var-1)*s[3]
}

// Return gives all views their own memory again.
func (s *Store) Return() {
	for _, v := range s.views {
		if v.in.memory != nil || v.out.memory != nil || v.read != v.unit || v.written != v.unit {
			v.in, v.out, v.valid = loan{}, loan{}, 0
			v.read, v.written = v.unit, v.unit
		}
	}
}

// Fetch copies the interior from the device into the host array.
func (r *DeviceCopy) Fetch() error {
	return r.device.CopyOut(r.memory, r.Array.boxes(nil, 1, r.Array.Points(), r.point, r.component))
}
