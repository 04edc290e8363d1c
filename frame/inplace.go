package frame

import (
	"slices"

	"drawbridge/device"
	"drawbridge/views"
)

// lender gives the device if its kernels may read and write the plan's arrays where they are; nil where
// values have to be copied: they stay on the device, go to the view of flags, or are judged or changed
// between the copy and the kernel.
func (p *Plan) lender() device.InPlace {
	f := p.frame
	d, ok := f.device.(device.InPlace)
	if !ok || f.values["overlap"] == "off" || f.values["check"] == "strict" || f.properties.Normalises(p.collection) {
		return nil
	}
	if slices.ContainsFunc(p.bindings(), func(b *binding) bool { return b.reside || b.view == "flag" }) {
		return nil
	}
	for _, w := range p.writes {
		if slices.ContainsFunc(p.reads, func(r *binding) bool { return spoils(w.array, r.array) }) {
			return nil
		}
	}
	return d
}

// spoils tells whether what a kernel writes could be what it reads later: it writes several components one
// by one, or a point's value lies where another point's is read. A single component of a point is written
// when all of that point was read.
func spoils(w, r views.HostArray) bool {
	if !shares(w, r) {
		return false
	}
	variable := uintptr(8 * w.Shape[0] * w.Shape[1] * w.Shape[2])
	return w.Width > 1 || (w.Address-r.Address)%variable != 0
}

// inPlace runs the collection on n interior points from start on.
func (p *Plan) inPlace(d device.InPlace, start, n int) error {
	store := p.frame.store
	rows := p.writes[0].array.Rows(start)
	for _, name := range p.optional {
		store.SetValid(name, 0)
	}
	for _, b := range p.reads {
		store.LendArray(b.view, d, b.array, rows, false, n)
	}
	for _, b := range p.writes {
		store.LendArray(b.view, d, b.array, rows, true, n)
	}
	return p.frame.Run(p.collection, n, p.asked)
}

// uncopied counts the copies that an owner may miss in the report.
func (p *Plan) uncopied() {
	for _, b := range p.reads {
		p.frame.report.Skip("in " + b.view)
	}
	for _, b := range p.writes {
		p.frame.report.Skip("out " + b.view)
	}
}
