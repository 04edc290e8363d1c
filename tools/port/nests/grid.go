package nests

import (
	"fmt"
	"slices"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// Note is about loops that are translated as work at one point, and may have been meant to run over a grid.
type Note struct {
	Of   *tree.Procedure
	Line int
	Text string
}

// onGrid says whether the loops are over a grid: at least two indices, or neighbours of one. Loops without a kernel must
// look like that: sums, recurrences and pairs at one point are no loops over a grid.
func (n *Nest) onGrid() bool {
	if n.Fault != nil {
		return n.looks().grid()
	}
	for _, a := range n.Accesses {
		for _, o := range a.Offsets {
			if o.Used && (o.Low != 0 || o.High != 0) {
				return true
			}
		}
	}
	return len(n.Indices) > 1
}

// look is what the subscripts of a nest's arguments show.
type look struct {
	counted    int              // indices that count the points; 0: no argument is written at an index
	together   int              // most indices in one element
	pairs      bool             // two indices take turns in one dimension, as x(i)*x(j)
	neighbours bool             // an array has elements beside each other
	apart      bool             // so have two arrays
	extent     string           // a bound that the caller decides
	arrays     []string         // arguments with an index in their subscripts, in the order of the text
	offsets    map[string]int64 // by index
}

// grid tells whether loops that are refused are meant to run over a grid.
func (l look) grid() bool {
	switch {
	case l.pairs:
		return false
	case l.counted > 0:
		return l.counted > 1 || l.neighbours || l.apart
	}
	return l.together > 1 || l.neighbours
}

// note is what to say of loops that are taken for work at one point; "": nothing, because the caller does not decide their extent.
func (l look) note() string {
	if len(l.arrays) == 0 || l.extent == "" {
		return ""
	}
	cure := "write a routine of one point, with scalars"
	if l.counted == 0 {
		cure = sumCure
	}
	return fmt.Sprintf("the loop up to %s runs at each point, which has all of %s for itself; if it runs over a grid, %s", l.extent, l.arrays[0], cure)
}

const sumCure = "write each point's term to an array, and add it up with reduce of Drawbridge"

// shared refuses loops that write no array at an index; it names the sum, where there is one.
func (n *Nest) shared(body []*syntax.Stmt, line *int) {
	tree.Each(body, func(s *syntax.Stmt) {
		if s.Action == syntax.Assign && s.On[0].Kind == syntax.Variable && s.On[1].Mentions(s.On[0].Text) {
			*line = s.Line
			panic(trouble(sumCure, "%s, which all points write (a reduction)", s.On[0]))
		}
	})
	panic(trouble("write each point's own element of an array", "a loop that writes no array at its own index"))
}

// OrAsPoint is the other thing to do about loops that are refused; "": they have three axes, as loops over a grid have.
func (n *Nest) OrAsPoint() string {
	if len(n.chain) > 2 {
		return ""
	}
	return "; or --as-point " + n.Of.Label() + ", if its arrays belong to one point"
}

// Refused answers the routines of a program with loops over a grid that are refused as soon as their subscripts are read, and why.
func Refused(w *tree.Program) map[*tree.Procedure]*tree.Fault {
	faults := map[*tree.Procedure]*tree.Fault{}
	for _, p := range w.Procedures {
		if p.Fault == nil && p.Unit.Kind == "subroutine" && !w.OnePoint(p) {
			if r := split(w, p); r != nil && slices.ContainsFunc(r.Nests, (*Nest).onGrid) && r.Fault() != nil {
				faults[p] = r.Fault()
			}
		}
	}
	return faults
}

// OnModules answers the procedures that are refused for nothing but that their loops over a grid write arrays of modules: the loops
// are kernels.
func OnModules(w *tree.Program) map[*tree.Procedure]bool {
	all := map[*tree.Procedure]bool{}
	for _, p := range w.Procedures {
		if p.Fault == nil || p.Unit.Kind != "subroutine" || w.OnePoint(p) || slices.ContainsFunc(p.Faults(), func(f *tree.Fault) bool { return f.Class != tree.WritesModule }) {
			continue
		}
		r := split(w, p)
		all[p] = r != nil && len(r.Nests) > 0 && len(r.sets) == 0 && !slices.ContainsFunc(r.Nests, func(n *Nest) bool { return n.Fault != nil || !n.onGrid() })
	}
	return all
}

// looks reads the subscripts.
func (n *Nest) looks() look {
	all := &Nest{Of: n.Of, body: n.chain[len(n.chain)-1].Blocks[0].Body}
	for _, l := range n.chain {
		all.Indices = append(all.Indices, Index{l.Target, l.On[0], l.On[1]})
	}
	a := &analysis{n: all, p: n.Of, moved: map[string]place{}}
	a.aliases()
	l := look{counted: len(n.Indices), offsets: map[string]int64{}}
	inDimension, own := map[string]int{}, map[string]int64{}
	tree.EachExpr(all.body, func(_ *syntax.Stmt, e *syntax.Expr) {
		x := a.arrayOf(e.Text)
		if e.Kind != syntax.Call || x == nil || !x.Argument && !(x.OfModule() && n.Of.Written[e.Text]) {
			return
		}
		held := map[int]bool{}
		for k, sub := range e.Of {
			at, ok := a.shifted(sub)
			if !ok {
				continue
			}
			held[at.index] = true
			dimension := fmt.Sprintf("%s %d", e.Text, k)
			other, seen := inDimension[dimension]
			l.pairs = l.pairs || seen && other != at.index
			inDimension[dimension] = at.index
			index := all.Indices[at.index].Name
			by, seen := l.offsets[index]
			l.apart = l.apart || seen && by != at.by
			l.offsets[index] = at.by
			by, seen = own[dimension]
			l.neighbours = l.neighbours || seen && by != at.by
			own[dimension] = at.by
		}
		l.together = max(l.together, len(held))
		if len(held) > 0 {
			l.arrays = append(l.arrays, e.Text)
		}
	})
	for _, i := range all.Indices {
		i.High.Walk(func(y *syntax.Expr) bool {
			if x := n.Of.Scope.Known(y.Text); x != nil && x.Argument {
				l.extent = i.High.Source()
			}
			return true
		})
	}
	return l
}
