package frame

import (
	"slices"
	"strings"
	"time"

	"drawbridge/properties"
	"drawbridge/status"
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
	if !p.call.Owned() {
		return status.Errorf(status.NotAvailable, "plan of %s: it has no numbers to set; kernels of load_kernels have some", p.collection)
	}
	name = strings.ToLower(name) // as Fortran's names
	if slices.ContainsFunc(p.reads, func(b *binding) bool { return b.view == name }) {
		return status.Errorf(status.Argument, "plan of %s: set: %s has an array since read; leave one of them out", p.collection, name)
	}
	if err := p.call.Set(name, value); err != nil {
		return status.Wrap(err, "plan of %s: set: %v", p.collection, err)
	}
	p.inputs = p.call.Inputs()
	return nil
}
