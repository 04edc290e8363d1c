package frame

import (
	"slices"

	"drawbridge/device"
	"drawbridge/views"
)

// lender gives the device if its kernels may read and write the plan's arrays where they are; nil where
// values have to be copied: they stay on the device, go to the view of flags, come from an array for each species, or are
// judged or changed between the copy and the kernel.
func (p *Plan) lender() device.InPlace {
	f := p.frame
	d := f.device.About().InPlace
	if d == nil || f.values["overlap"] == "off" || f.values["check"] == "strict" || p.call.Normalises() {
		return nil
	}
	if slices.ContainsFunc(p.bindings(), func(b *binding) bool { return b.stays || b.view == "flag" || b.array.Part > 0 }) {
		return nil
	}
	for _, w := range p.writes {
		if slices.ContainsFunc(p.reads, func(r *binding) bool { return p.spoils(w, r) }) {
			return nil
		}
	}
	return d
}

// spoils tells whether what a kernel writes could be what it reads later: an output over the species, even
// over one, is stored while the point is still read, or a point's value lies where another point's is read.
// A value per point is stored when all of the point was read.
func (p *Plan) spoils(w, r *binding) bool {
	return shares(w.array, r.array) && (slices.Contains(p.perSpecies, w.view) || askew(w.array, r.array))
}

// askew tells whether two arrays of one shape in one memory have a point at the same place as another point.
func askew(a, b views.HostArray) bool {
	if a.Order != b.Order || a.Single != b.Single {
		return true
	}
	variable := int64(a.Bytes()) / int64(a.Shape[3])
	return int64(a.Address-b.Address)%variable != 0
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
