package nests

import (
	"slices"

	"drawbridge/tools/port/syntax"
)

// setting follows the paths through a point for one array of one component: is its own element set on each, before it is read?
type setting struct {
	name string
	bad  bool // it is read first, or a path ends without it
}

// overwrites tells whether the kernel sets all of an array's own element before it reads it.
func (f *fielded) overwrites(x *array) bool {
	if x.count != 1 || x.extent != "" {
		return false
	}
	s := setting{name: x.symbol.Name}
	set, falls := s.list(ended(f.n.body, false), false)
	return !s.bad && (set || !falls)
}

// read notes a read of the array, where it is not set.
func (s *setting) read(set bool, list ...*syntax.Expr) {
	for _, e := range list {
		s.bad = s.bad || !set && e.Mentions(s.name)
	}
}

// list answers whether the array is set behind some statements, and whether a path goes on there.
func (s *setting) list(list []*syntax.Stmt, set bool) (after, falls bool) {
	for _, x := range list {
		switch x.Action {
		case syntax.Continue:
		case syntax.Assign:
			s.read(set, x.On[1])
			s.read(set, x.On[0].Of...)
			set = set || x.On[0].Text == s.name
		case syntax.If:
			var goesOn bool
			if set, goesOn = s.branches(x, set); !goesOn {
				return set, false
			}
		case syntax.Return:
			s.bad = s.bad || !set
			return set, false
		default:
			s.other(x, set)
		}
	}
	return set, true
}

// branches follows the sides of an if.
func (s *setting) branches(x *syntax.Stmt, set bool) (after, falls bool) {
	after = true
	open := true // without an else
	for _, b := range x.Blocks {
		s.read(set, b.Tests...)
		open = open && len(b.Tests) > 0
		if is, goesOn := s.list(b.Body, set); goesOn {
			after, falls = after && is, true
		}
	}
	if open {
		return after && set, true
	}
	return after, falls
}

// other is a loop or what else there is: nothing in it counts as set, and all of it may be a read or the end of the point.
func (s *setting) other(x *syntax.Stmt, set bool) {
	if set {
		return
	}
	inside := []*syntax.Stmt{x}
	seen := mentioned(inside, func(*syntax.Stmt) bool { return true })
	s.bad = s.bad || seen[s.name] || leaves(inside)
}

// leaves tells whether statements may end the point.
func leaves(list []*syntax.Stmt) bool {
	return slices.ContainsFunc(list, func(x *syntax.Stmt) bool {
		switch x.Action {
		case syntax.Return, syntax.Goto, syntax.Computed, syntax.Arithmetic, syntax.GotoAssigned:
			return true
		}
		return slices.ContainsFunc(x.Blocks, func(b *syntax.Block) bool { return leaves(b.Body) })
	})
}
