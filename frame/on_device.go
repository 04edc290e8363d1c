package frame

import (
	"slices"

	"drawbridge/device"
	"drawbridge/properties"
	"drawbridge/status"
)

// Plans on arrays that the host program has on the GPU: one launch over the whole interior, and nothing crosses the link.

// foreigner is the device that such arrays lie on, or the reason that there is none. what names the array.
func (f *Frame) foreigner(what string) (device.Foreigner, error) {
	about := f.device.About()
	if about.Foreigner == nil {
		return nil, status.Errorf(status.NotAvailable, "%s: on_device=.true. was given, but the Frame runs on %s, where no array lies on a GPU; leave out on_device here, or set DRAWBRIDGE_DEVICE=gpu", what, about.Description)
	}
	return about.Foreigner, nil
}

// look refuses an array that does not lie where its use says.
func (p *Plan) lookOnDevice(what string, b *binding) error {
	d, err := p.frame.foreigner(what)
	if err != nil {
		return err
	}
	if p.call.Owned() {
		return status.Errorf(status.NotAvailable, "%s: a kernel of load_kernels takes no arrays on the device; give it arrays of the host, or fields", what)
	}
	if b.array.Part > 0 {
		return status.Errorf(status.NotAvailable, "%s: an array for each species on the device; give one array of all species there", what)
	}
	if b.array.Single {
		return status.Errorf(status.Argument, "%s: a real(4) array on the device; real(8) is expected there", what)
	}
	return d.Look(what, b.array.Address, b.array.Bytes())
}

// onDevice tells whether the arrays of a plan lie on the device. All do, or none.
func (p *Plan) onDevice() bool {
	return slices.ContainsFunc(p.bindings(), func(b *binding) bool { return b.array.Device })
}

// together refuses a plan of which some arrays are on the device and some are not, and what cannot be done there.
func (p *Plan) together() error {
	if !p.onDevice() {
		return nil
	}
	for _, b := range p.bindings() {
		if !b.array.Device {
			return status.Errorf(status.Argument, "plan of %s: the array of %s is one of the host, others are on the device; give all of them on_device=.true., or none", p.collection, b.view)
		}
	}
	for _, w := range p.writes {
		for _, r := range p.reads {
			if p.spoils(w, r) {
				return status.Errorf(status.Argument, "plan of %s: output %s lies over input %s on the device, and is stored while that is still read; give it another array", p.collection, w.view, r.view)
			}
		}
	}
	if p.call.Normalises() {
		return status.Errorf(status.Argument, "plan of %s: the option normalise would change the array of Yi on the device; set it to off", p.collection)
	}
	return nil
}

// runOnDevice runs the collection on all interior points, where they are.
func (p *Plan) runOnDevice() error {
	f := p.frame
	on, err := f.foreigner("plan of " + p.collection)
	if err != nil {
		return err
	}
	if err := on.After(p.stream); err != nil {
		return err
	}
	arrays, region := p.call.Slots(nil), p.region()
	for _, b := range p.bindings() {
		arrays[b.slot] = b.array.On(on.Foreign(b.array.Address), b.view, arrays[b.slot].Output)
	}
	if flag := &arrays[p.call.Slot("flag", true)]; flag.Memory == nil { // nobody takes the flag word
		e := region.Extent
		*flag = device.Array{Name: "flag", Bytes: 8, Point: 1, Row: e[0], Plane: e[0] * e[1], Component: region.Points, Components: 1, Output: true}
		if flag.Memory, err = f.device.Allocate("flag word of a plan", region.Points); err != nil {
			return err
		}
		defer f.device.Release(flag.Memory)
	}
	err = f.accounted(p.collection, stripe{plan: p, start: 1}, func() (properties.Launch, error) {
		return p.call.Launch(f.device, arrays, region)
	})
	if err == nil {
		p.uncopied()
	}
	return err
}

func (p *Plan) region() device.Region {
	in := p.interior
	return device.Whole([3]int{in[1] - in[0] + 1, in[3] - in[2] + 1, in[5] - in[4] + 1})
}

// Follow lets the runs come after what the host program has started in a stream; 0: in all streams of the device.
func (p *Plan) Follow(stream uintptr) error {
	if stream != 0 && !p.onDevice() {
		return status.Errorf(status.Argument, "plan of %s: a stream is given, and no array is on the device; leave out stream, or give the arrays on_device=.true.", p.collection)
	}
	p.stream = stream
	return nil
}
