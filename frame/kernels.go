package frame

import (
	"slices"
	"strings"
	"time"

	"drawbridge/device"
	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/views"
)

// LoadKernels loads a kernel set, a shared library of routines that drawbridge port has translated. Its kernels run on fields
// under their names, as collections do.
func (f *Frame) LoadKernels(path string) error {
	if strings.TrimSpace(path) == "" {
		return status.Errorf(status.Argument, "load_kernels: the name of a shared library is expected, none is given")
	}
	s, err := f.properties.Load(path, Version)
	if err != nil {
		return status.Wrap(err, "load_kernels: %v", err)
	}
	var names []string
	for _, k := range s.Kernels {
		names = append(names, k.Name)
	}
	f.report.Note("kernel set %s (digest %.12s): %s", s.Path, s.Digest, strings.Join(names, " "))
	return nil
}

// ownViews is what a plan of an owner's kernel has of its own: views for the kernel's arguments, on the device and on its queues.
type ownViews struct {
	*properties.OnViews
	store  *views.Store
	queues []*stripeQueue
}

// ownViews makes them for a kernel and its numbers, as 'sound_speed gamma=1.4'.
func (f *Frame) ownViews(kernel, numbers string) (*ownViews, error) {
	bound, err := f.properties.BindViews(kernel, numbers)
	if err != nil {
		return nil, err
	}
	return &ownViews{OnViews: bound, store: views.NewStore(f.device, f.MaxBlock, f.layout(), bound.Declarations())}, nil
}

// close gives back what the views hold on the device.
func (o *ownViews) close() {
	if o == nil {
		return
	}
	for _, q := range o.queues {
		q.store.Close()
	}
	o.store.Close()
	o.OnViews.Close()
}

// store are the views that the plan works with: the Frame's, or its own.
func (p *Plan) store() *views.Store {
	if p.own != nil {
		return p.own.store
	}
	return p.frame.store
}

// launch runs the plan's collection on views of the device, or of one of its queues.
func (p *Plan) launch(on *properties.TVProperties, store *views.Store, r device.Region) (properties.Launch, error) {
	if p.own != nil {
		return p.own.RunOn(on, store, r, p.asked)
	}
	return on.Run(p.collection, r, p.asked)
}

// accounted runs a launch and puts it into the report.
func (f *Frame) accounted(collection string, at stripe, launch func() (properties.Launch, error)) error {
	defer f.profile.Range("collection " + collection)()
	begin := time.Now()
	done, err := launch()
	if err != nil {
		return err
	}
	return f.judge(collection, done, time.Since(begin).Seconds(), at)
}

// judge puts a launch that is over into the report, and says what is wrong with its points.
func (f *Frame) judge(collection string, done properties.Launch, seconds float64, at stripe) error {
	f.launched(done, seconds)
	if done.Moved > 0 {
		f.report.Flag("normalised", int64(done.Moved))
	}
	if done.Flagged > 0 {
		return f.account(collection, done, at)
	}
	return nil
}

// SetNumber gives a number of an owner's kernel its first value, or another one from the next run on.
func (p *Plan) SetNumber(name string, value float64) error {
	if p.own == nil {
		return status.Errorf(status.NotAvailable, "plan of %s: it has no numbers to set; kernels of load_kernels have some", p.collection)
	}
	name = strings.ToLower(name) // as Fortran's names
	if slices.ContainsFunc(p.reads, func(b *binding) bool { return b.view == name }) {
		return status.Errorf(status.Argument, "plan of %s: set: %s has an array since read; leave one of them out", p.collection, name)
	}
	if err := p.own.Set(name, value); err != nil {
		return status.Wrap(err, "plan of %s: set: %v", p.collection, err)
	}
	p.inputs = slices.DeleteFunc(p.inputs, p.own.Numbered)
	return nil
}
