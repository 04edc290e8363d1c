package stencils

import (
	"fmt"
	"strings"

	"drawbridge/views"
)

// judge warns where the halo that an operator reads does not hold what lies there in the grid, and tells whether it did.
func (q *Sequence) judge(e *entry, a *views.Access) (told bool) {
	var walls, apart, covered, old faceSet
	for _, shell := range a.Field.Shells() {
		for axis, sides := range a.Layers {
			for side, need := range sides {
				at := shell[axis][side]
				joined := at.Joined || a.Field.Joins(axis, side)
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
	u, warn, none := a.Field.Source(), q.stencils.Warn, faceSet{}
	name, exchange := u.Set(), exchangeOf(u)
	if walls != none {
		warn(fmt.Sprintf("sequence %s: %s reads the halo of field %s%s, which nothing has filled: it holds zeros. Put a fill of %s%s before it, or upload its halo",
			q.name, e.called(), name, walls.beyond(a, u), name, walls.toFill(u)))
	}
	if apart != none {
		warn(fmt.Sprintf("sequence %s: %s reads the halo of field %s%s, which no exchange has brought: it holds zeros, or too few layers are exchanged. Put %s before it",
			q.name, e.called(), name, apart.beyond(a, u), exchange))
	}
	if covered != none {
		warn(fmt.Sprintf("sequence %s: %s reads the halo of field %s%s, which a fill has written last: the result depends on the number of ranks. Fill the walls alone (faces='edges'), and put %s before the operator",
			q.name, e.called(), name, covered.beyond(a, u), exchange))
	}
	if old != none {
		warn(fmt.Sprintf("sequence %s: %s reads the halo of field %s%s, which is older than the interior: %s was written after its halo. Put %s between",
			q.name, e.called(), name, old.beyond(a, u), name, exchange))
	}
	return walls != none || apart != none || covered != none || old != none
}

// exchangeOf is how a host calls the exchange of a field.
func exchangeOf(u *views.Field) string { return "step%exchange(domain, '" + u.Set() + "')" }

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
func (s faceSet) beyond(a *views.Access, u *views.Field) string {
	var read faceSet
	for axis, sides := range a.Layers {
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

// toFill says which faces a fill must name: those of a domain's grid have a word that all ranks can use.
func (s faceSet) toFill(u *views.Field) string {
	names := s.names()
	switch {
	case u.Domain != 0:
		return " with faces='edges'"
	case len(names) < 2*u.Dims:
		return " with faces='" + strings.Join(names, "/") + "'"
	}
	return ""
}
