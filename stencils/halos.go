package stencils

import (
	"drawbridge/views"
)

// deed is what an entry does with the halo of a field, or with what an exchange has brought there.
type deed struct {
	does      func(d *deed)
	entry     string // whose it is, for people
	field     *views.Field
	other     *views.Field // of a copy the one that is read, of a swap the second one
	layers    [3][2]int    // that are read or written
	complains bool         // it reads
	told      bool         // what is wrong with it
}

// mostFollowed is how many runs of a call are followed one by one. Swaps turn fields around; 12 is a multiple of the usual periods.
const mostFollowed = 12

// followHalos keeps what halos hold after so many runs, and warns before they begin of halos that an operator reads and that do not hold
// what lies there in the grid.
func (q *Sequence) followHalos(times int) {
	if q.quiet || q.stencils.Warn == nil {
		return
	}
	if q.deeds == nil {
		q.deeds = q.deedsOfAll()
	}
	if times > 2*mostFollowed {
		times = mostFollowed + times%mostFollowed
	}
	for range times {
		for i := range q.deeds {
			d := &q.deeds[i]
			d.does(d)
			if d.complains && !d.told {
				d.told = q.judge(d)
			}
		}
	}
}

// deedsOfAll are those of all entries; not nil.
func (q *Sequence) deedsOfAll() []deed {
	list := []deed{}
	for _, e := range q.entries {
		at := len(list)
		switch {
		case e.request != nil:
			list = e.request.deeds(list)
		case e.fill != nil:
			list = append(list, e.fill.deed())
		case e.work != nil:
			for _, h := range e.work.Reaching {
				list = append(list, reads(h.Field, h.Layers))
			}
			for _, h := range e.work.Filling {
				list = append(list, deed{does: fetches, field: h.Field, layers: h.Layers})
			}
			for _, f := range e.work.Writing {
				list = append(list, deed{does: writes, field: f})
			}
		case e.name == "copy":
			list = append(list, deed{does: copies, field: e.fields[1], other: e.fields[0]})
		case e.name == "swap":
			list = append(list, deed{does: swaps, field: e.fields[0], other: e.fields[1]})
		}
		for i := range list[at:] {
			list[at+i].entry = e.called()
		}
	}
	return list
}

// called names the entry for people.
func (e entry) called() string {
	if e.request != nil {
		return e.request.called()
	}
	return e.name
}

func nothing(*deed) {}

func reads(f *views.Field, layers [3][2]int) deed {
	return deed{does: nothing, field: f, layers: layers, complains: layers != [3][2]int{}}
}

func fills(d *deed)   { d.field.HaloFilled(d.layers) }
func wraps(d *deed)   { d.field.HaloFetched(d.layers, false) }
func fetches(d *deed) { d.field.HaloFetched(d.layers, true) }
func writes(d *deed)  { d.field.InteriorChanges() }
func copies(d *deed)  { copy(d.field.Shells(), d.other.Shells()) }

func swaps(d *deed) {
	a, b := d.field.Shells(), d.other.Shells()
	for i := range a {
		a[i], b[i] = b[i], a[i]
	}
}

// deeds appends those of an operator: it reads, then writes.
func (r *request) deeds(list []deed) []deed {
	for _, f := range r.reaching() {
		list = append(list, reads(f, r.layersOf(f)))
	}
	for _, f := range r.writes {
		if r.spans(f) {
			list = append(list, deed{does: writes, field: f})
		}
	}
	return list
}

// layersOf are the layers of a field that an operator reads beyond each face.
func (r *request) layersOf(f *views.Field) (layers [3][2]int) {
	if r.expression == nil {
		for axis := range f.Dims {
			if r.op.Axis == 0 || r.op.Axis == axis+1 {
				n := r.radius * r.steps
				layers[axis] = [2]int{n, n}
			}
		}
	} else {
		for _, a := range r.expression.accesses {
			for axis, distance := range a.at {
				if r.reads[a.field] == f && distance != 0 {
					side := 0
					if distance > 0 {
						side = 1
					}
					layers[axis][side] = max(layers[axis][side], f.Lacks(r.writes[0], axis, distance))
				}
			}
		}
	}
	if !r.partial() {
		return layers
	}
	written := r.writes[0].Shape
	for axis := range layers { // what areas keep away from a face they do not read beyond it
		low, high := layers[axis][0], layers[axis][1]
		layers[axis] = [2]int{}
		for _, a := range r.areas {
			if a.points() > 0 {
				layers[axis][0] = max(layers[axis][0], low-a.at[axis])
				layers[axis][1] = max(layers[axis][1], high-(written[axis]-a.at[axis]-a.extent[axis]))
			}
		}
	}
	return layers
}

// spans tells whether an operator writes at all faces of a field.
func (r *request) spans(f *views.Field) bool {
	if !r.partial() {
		return true
	}
	var boxes []views.Box
	for _, a := range r.areas {
		boxes = append(boxes, views.Box{At: a.at, Extent: a.extent})
	}
	return f.Spans(boxes...)
}

// deed is what a fill does. One that wraps a block around, or copies another field's halo, brings what an exchange would bring.
func (f *fill) deed() deed {
	d := deed{does: fills, field: f.request.writes[0]}
	if kinds[f.kind] == "periodic" || kinds[f.kind] == "given" {
		d.does = wraps
	}
	for _, at := range f.faces {
		d.layers[at.axis][at.side] = f.layers
	}
	return d
}
