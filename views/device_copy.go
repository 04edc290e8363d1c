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

	memory device.Memory
	device device.Device
	array  device.Array // all of it as a kernel's argument
}

// DeviceCopy takes memory for the interior of an array.
func (b *Buffers) DeviceCopy(view string, a HostArray) (*DeviceCopy, error) {
	m, err := b.device.Allocate("device copy of "+view, b.layout.elements(a.Points(), a.Width))
	if err != nil {
		return nil, err
	}
	return &DeviceCopy{Array: a, memory: m, device: b.device, array: b.layout.array(view, m, a.Points(), a.Width, false)}, nil
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

// Argument is all points as a kernel's argument for a view.
func (r *DeviceCopy) Argument(view string, output bool) device.Array {
	a := r.array
	a.Name, a.Output = view, output
	r.Array.Unit.Put(&a)
	return a
}

// On is an array, which lies in a memory of the device, as a kernel's argument for a view.
func (a *HostArray) On(m device.Memory, view string, output bool) device.Array {
	step := a.strides()
	argument := device.Array{Name: view, Memory: m, Bytes: a.ElementBytes(), Base: a.first(), Point: step[0], Row: step[1], Plane: step[2],
		Component: step[3], Components: a.Width, Output: output, Foreign: a.Device}
	a.Unit.Put(&argument)
	return argument
}

// AtOn is what an array on the device holds at interior point t (1-based).
func (a *HostArray) AtOn(d device.Device, t int) ([]float64, error) {
	return components(d, d.About().Foreigner.Foreign(a.Address), a.lies(t), a.strides()[3], a.Width)
}

// At is what the device holds of the array at interior point t (1-based).
func (r *DeviceCopy) At(t int) ([]float64, error) {
	return components(r.device, r.memory, (t-1)*r.array.Point, r.array.Component, r.Array.Width)
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

// Fetch copies the interior from the device into the host array.
func (r *DeviceCopy) Fetch() error {
	return r.device.CopyOut(r.memory, r.Array.Boxes(nil, 1, r.Array.Points(), r.array))
}
