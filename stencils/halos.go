package stencils

import (
	"slices"

	"drawbridge/views"
)

// mostFollowed is how many runs of a call are followed one by one. Swaps turn fields around; 12 is a multiple of the usual periods.
const mostFollowed = 12

// followHalos keeps what halos hold after so many runs, and warns before they begin of halos that an operator reads and that do not hold
// what lies there in the grid.
func (q *Sequence) followHalos(times int) {
	if q.quiet || q.stencils.Warn == nil {
		return
	}
	if times > 2*mostFollowed {
		times = mostFollowed + times%mostFollowed
	}
	for range times {
		for i := range q.entries {
			e := &q.entries[i]
			for k := range e.accesses {
				a := &e.accesses[k]
				a.Follow()
				if a.Mode == views.Reads && a.Layers != [3][2]int{} && !e.warned[k] {
					e.warned[k] = q.judge(e, a)
				}
			}
		}
	}
}

// accesses are those of an operator: it reads, then writes.
func (r *request) accesses() (list []views.Access) {
	reaching := r.reaching()
	for _, f := range r.reads {
		a := views.Access{Field: f}
		if slices.Contains(reaching, f) {
			a.Layers = r.layersOf(f)
		}
		list = append(list, a)
	}
	for _, f := range r.writes {
		a := views.Access{Field: f, Mode: views.WritesPart}
		if slices.Contains(reaching, f) && !slices.Contains(r.reads, f) {
			list = append(list, views.Access{Field: f, Layers: r.layersOf(f)})
		}
		if r.spans(f) {
			a.Mode = views.Writes
		}
		list = append(list, a)
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

// accesses are those of a fill. One that wraps a block around, or copies another field's halo, brings what an exchange would bring.
func (f *fill) accesses() (list []views.Access) {
	for _, g := range f.request.reads {
		list = append(list, views.Access{Field: g})
	}
	a := views.Access{Field: f.request.writes[0], Mode: views.Fills}
	if kinds[f.kind] == "periodic" || kinds[f.kind] == "given" {
		a.Mode = views.Wraps
	}
	for _, at := range f.faces {
		a.Layers[at.axis][at.side] = f.layers
	}
	return append(list, a)
}
