package stencils

import (
	"fmt"
	"strings"

	"drawbridge/views"
)

// judge warns where the halo that an operator reads does not hold what lies there in the grid, and tells whether it did.
func (q *Sequence) judge(d *deed) (told bool) {
	var walls, apart, covered, old faceSet
	for _, shell := range d.field.Shells() {
		for axis, sides := range d.layers {
			for side, need := range sides {
				at := shell[axis][side]
				joined := at.Joined || d.field.Joins(axis, side)
				switch {
				case need == 0:
				case at.Written < need && !joined:
					walls[axis][side] = true
				case at.Written < need:
					apart[axis][side] = true
				case joined && at.Filled:
					covered[axis][side] = true
				case joined && at.Fresh < need:
					old[axis][side] = true
				}
			}
		}
	}
	whole := d.field.Source()
	name, exchange := whole.Set(), "step%exchange(domain, '"+whole.Set()+"')"
	for _, c := range []struct {
		faces faceSet
		text  string
	}{
		{walls, "which nothing has filled: it holds zeros. Put a fill of " + name + withFaces(walls, whole) + " before it, or upload its halo"},
		{apart, "which no exchange has brought: it holds zeros, or too few layers are exchanged. Put " + exchange + " before it"},
		{covered, "which a fill has written last: the result depends on the number of ranks. Fill the walls alone (faces='edges'), and put " + exchange + " before the operator"},
		{old, "which is older than the interior: " + name + " was written after its halo. Put " + exchange + " between"},
	} {
		if c.faces == (faceSet{}) {
			continue
		}
		told = true
		q.stencils.Warn(fmt.Sprintf("sequence %s: %s reads the halo of field %s%s, %s", q.name, d.entry, name, c.faces.beyond(d, whole), c.text))
	}
	return told
}

// faceSet are some faces of a block.
type faceSet [3][2]bool

// names are the words for the faces.
func (s faceSet) names() (list []string) {
	s.each(func(axis, side int) { list = append(list, string("xyz"[axis])+string("-+"[side])) })
	return list
}

func (s faceSet) each(do func(axis, side int)) {
	for axis, sides := range s {
		for side, is := range sides {
			if is {
				do(axis, side)
			}
		}
	}
}

// beyond names the faces in a message, with the ranks behind them; nothing where they are all that are read of a field on no domain.
func (s faceSet) beyond(d *deed, u *views.Field) string {
	var read faceSet
	for axis, sides := range d.layers {
		read[axis] = [2]bool{sides[0] > 0, sides[1] > 0}
	}
	if u.Domain == 0 && s == read {
		return ""
	}
	words := s.names()
	at := 0
	s.each(func(axis, side int) {
		switch rank := u.Beyond[axis][side]; {
		case u.Domain == 0 || rank == views.Outside:
		case rank == views.Around:
			words[at] += " (around the periodic axis)"
		default:
			words[at] += fmt.Sprintf(" (rank %d)", rank)
		}
		at++
	})
	return " beyond " + strings.Join(words, " ")
}

// withFaces says which faces a fill must name: those of a domain's grid have a word that all ranks can use.
func withFaces(s faceSet, u *views.Field) string {
	names := s.names()
	switch {
	case u.Domain != 0:
		return " with faces='edges'"
	case len(names) < 2*u.Dims:
		return " with faces='" + strings.Join(names, "/") + "'"
	}
	return ""
}
