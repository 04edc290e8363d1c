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
		return nil, status.Errorf(status.NotAvailable, "%s: on_device=.true. was given, but the Frame runs on %s, where no array lies on a GPU; leave out on_device here, or set DRAWBRIDGE_DEVICE=cuda", what, about.Description)
	}
	return about.Foreigner, nil
}

// look refuses an array that does not lie where its use says.
func (p *Plan) lookOnDevice(what string, b *binding) error {
	d, err := p.frame.foreigner(what)
	if err != nil {
		return err
	}
	if p.own != nil {
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
	if p.frame.properties.Normalises(p.collection) {
		return status.Errorf(status.Argument, "plan of %s: the option normalise would change the array of Yi on the device; set it to off", p.collection)
	}
	return nil
}

// deviceArrays are the arrays of a plan on the device, by view.
type deviceArrays struct {
	plan *Plan
	on   device.Foreigner
	flag device.Memory // where no array of the caller takes the flag word
}

func (d deviceArrays) find(list []*binding, view string, output bool) (device.Array, error) {
	i := slices.IndexFunc(list, func(b *binding) bool { return b.view == view })
	if i < 0 {
		return device.Array{}, status.Errorf(status.Order, "no array was given for %s", view)
	}
	return list[i].array.On(d.on, view, output), nil
}

// Input is the array of a view that is read.
func (d deviceArrays) Input(name string, _ int) (device.Array, error) {
	return d.find(d.plan.reads, name, false)
}

// Output is the array of a view that is written.
func (d deviceArrays) Output(name string) (device.Array, error) {
	if name != "flag" || d.plan.asked[name] {
		return d.find(d.plan.writes, name, true)
	}
	in := d.plan.interior
	x, y := in[1]-in[0]+1, in[3]-in[2]+1
	return device.Array{Name: name, Memory: d.flag, Bytes: 8, Point: 1, Row: x, Plane: x * y, Component: d.plan.points(), Components: 1, Output: true}, nil
}

// SetValid has nothing to keep: an array always holds values.
func (d deviceArrays) SetValid(string, int) {}

// runOnDevice runs the collection on all interior points, where they are.
func (p *Plan) runOnDevice() (err error) {
	f := p.frame
	d := deviceArrays{plan: p}
	if d.on, err = f.foreigner("plan of " + p.collection); err != nil {
		return err
	}
	if err := d.on.After(p.stream); err != nil {
		return err
	}
	if !p.asked["flag"] {
		if d.flag, err = f.device.Allocate("flag word of a plan", p.points()); err != nil {
			return err
		}
		defer f.device.Release(d.flag)
	}
	err = f.accounted(p.collection, stripe{plan: p, start: 1}, func() (properties.Launch, error) {
		return f.properties.RunOn(d, p.collection, p.region(), p.asked)
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
