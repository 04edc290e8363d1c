package stencils

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/views"
)

// warnOfHalos warns of fields whose halo an operator reads although nothing has written it: no fill, exchange, copy or swap before it in
// the list, and no upload with a halo. Such a halo holds zeros. An exchange fills no face beyond which no block lies.
func (q *Sequence) warnOfHalos() {
	if q.forgetsHalos || q.stencils.Warn == nil {
		return
	}
	filled := map[*views.Field][3][2]bool{}
	for _, e := range q.entries {
		for _, h := range e.filling() {
			filled[h.Field.Source()] = either(filled[h.Field.Source()], h.Faces)
		}
		for _, h := range e.reaching() {
			whole := h.Field.Source()
			missing := without(h.Faces, filled[whole])
			if len(missing) == 0 || whole.HaloWritten() {
				continue
			}
			filled[whole] = everyFace
			q.stencils.Warn(fmt.Sprintf("sequence %s: %s reads the halo of field %s%s, which nothing has filled: it holds zeros. Put a fill of %s%s before it, or upload its halo",
				q.name, e.operator(), whole.Name, beyond(missing, h.Faces), whole.Name, withFaces(missing, whole)))
		}
	}
}

// everyFace is the low and the high face along each axis.
var everyFace = [3][2]bool{{true, true}, {true, true}, {true, true}}

func either(one, other [3][2]bool) [3][2]bool {
	for axis, sides := range other {
		for side, is := range sides {
			one[axis][side] = one[axis][side] || is
		}
	}
	return one
}

// without lists the faces of one set that another does not have.
func without(one, other [3][2]bool) (list []string) {
	for axis, sides := range one {
		for side, is := range sides {
			if is && !other[axis][side] {
				list = append(list, string("xyz"[axis])+string("-+"[side]))
			}
		}
	}
	return list
}

// beyond names the faces in a message, where not all that are read are missing.
func beyond(missing []string, read [3][2]bool) string {
	if len(missing) == len(without(read, [3][2]bool{})) {
		return ""
	}
	return " beyond " + strings.Join(missing, " ")
}

// withFaces says which faces a fill must name: those of a domain's grid have a word that all ranks can use.
func withFaces(missing []string, u *views.Field) string {
	switch {
	case slices.Equal(missing, without(u.Open, [3][2]bool{})):
		return " with faces='edges'"
	case len(missing) < 2*u.Dims:
		return " with faces='" + strings.Join(missing, "/") + "'"
	}
	return ""
}

// reaching are the halos that the entry reads.
func (e entry) reaching() (list []views.Halo) {
	switch {
	case e.request != nil:
		for _, f := range e.request.reaching() {
			list = append(list, views.Halo{Field: f, Faces: e.request.reachingFaces(f)})
		}
	case e.work != nil:
		list = e.work.Reaching
	}
	return list
}

// reachingFaces are the faces of a field beyond which an operator reads.
func (r *request) reachingFaces(f *views.Field) (faces [3][2]bool) {
	if r.expression == nil {
		for axis := range f.Dims {
			is := r.op.Axis == 0 || r.op.Axis == axis+1
			faces[axis] = [2]bool{is, is}
		}
		return faces
	}
	for _, a := range r.expression.accesses {
		for axis, distance := range a.at {
			if r.reads[a.field] == f {
				faces[axis][0] = faces[axis][0] || distance < 0
				faces[axis][1] = faces[axis][1] || distance > 0
			}
		}
	}
	return faces
}

// operator names the entry for people.
func (e entry) operator() string {
	if e.request != nil {
		return e.request.called()
	}
	return e.name
}

// filling are the halos that the entry writes: a fill, a copy, a swap, or work that does. Reductions and other work leave the halo alone.
func (e entry) filling() (list []views.Halo) {
	switch {
	case e.fill != nil:
		h := views.Halo{Field: e.fill.request.writes[0]}
		for _, at := range e.fill.faces {
			h.Faces[at.axis][at.side] = true
		}
		return []views.Halo{h}
	case e.work != nil:
		return e.work.Filling
	case e.name == "copy" || e.name == "swap":
		for _, f := range e.fields {
			list = append(list, views.Halo{Field: f, Faces: everyFace})
		}
	}
	return list
}
