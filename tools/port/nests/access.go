package nests

import (
	"slices"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// Offset is how far an array is read from the point along one index.
type Offset struct {
	Used      bool // the index stands in the subscripts
	Low, High int64
}

// Access is what a nest does with one array that it reads or writes at its point.
type Access struct {
	Array   string
	Offsets []Offset // of each index, in the order of the loops
	Written bool
	places  []int // the subscript that holds each index, -1: none; of a written array
}

// analysis is the work on one nest.
type analysis struct {
	n       *Nest
	w       *tree.Program
	p       *tree.Procedure
	line    *int
	written map[string]bool
	moved   map[string]place // scalars that are an index and a number
	tainted map[string]bool  // scalars that differ from point to point
}

// place is an index with an offset.
type place struct {
	index int
	by    int64
}

const (
	offsetCure = "write the neighbour as index + number, such as u(i+1,j,k)"
	raceCure   = "write into another array"
)

// analyse finds out what the point reads and writes, and refuses what a kernel of one point cannot do.
func (n *Nest) analyse(w *tree.Program, line *int) {
	a := &analysis{n, w, n.Of, line, writes(w, n.Of, n.body), map[string]place{}, map[string]bool{}}
	a.before()
	a.leaves(n.body, false)
	for _, x := range n.Indices {
		if a.written[x.Name] {
			a.fail("leave the loop variable alone", "the loop variable %s is written", x.Name)
		}
		a.tainted[x.Name] = true
	}
	a.aliases()
	n.moved = a.moved
	a.taint()
	tree.Each(n.body, func(s *syntax.Stmt) { // what is written comes first: reads are judged by it
		*line = s.Line
		if s.Action == syntax.Assign && (s.On[0].Kind != syntax.Variable || a.arrayOf(s.On[0].Text) != nil) {
			a.target(s.On[0])
		}
		if s.Action == syntax.CallOf {
			a.passed(a.p.Called(w, s.Target), s.On, true)
		}
	})
	for _, write := range []bool{true, false} {
		each(n.body, func(s *syntax.Stmt, e *syntax.Expr) {
			*line = s.Line
			if s.Action != syntax.CallOf {
				a.expr(e, write)
			}
		})
	}
	tree.Each(n.body, func(s *syntax.Stmt) {
		*line = s.Line
		if s.Action == syntax.Assign {
			for _, sub := range s.On[0].Of {
				a.expr(sub, false)
			}
		}
		if s.Action == syntax.CallOf {
			a.passed(a.p.Called(w, s.Target), s.On, false)
		}
	})
	a.hidden(n.chain[:1], a.written)
	*line = n.Line
	if !slices.ContainsFunc(n.Accesses, func(x *Access) bool { return x.Written }) {
		a.fail("write each point's own element of an array", "a loop that writes no array at its own index")
	}
}

func (a *analysis) fail(cure, format string, values ...any) { panic(trouble(cure, format, values...)) }

// before looks at what is computed in front of the loops: every point computes it again.
func (a *analysis) before() {
	var loops []*syntax.Stmt
	for _, s := range a.p.Unit.Body {
		if s.Action == syntax.Do {
			loops = append(loops, s)
		}
	}
	changed := writes(a.w, a.p, loops)
	a.hidden(a.n.before, changed)
	each(a.n.before, func(s *syntax.Stmt, e *syntax.Expr) {
		*a.line = s.Line
		e.Walk(func(y *syntax.Expr) bool {
			if y.Text != "" && y.Kind != syntax.Constant && changed[y.Text] {
				a.fail("compute it from arguments that the loops do not change", "%s, which a loop changes, in front of the loops", y.Text)
			}
			if y.Kind == syntax.Call {
				if q := a.p.Called(a.w, y.Text); q != nil && q.Effects() {
					a.fail("use a function that changes nothing else", "the call of %s in front of the loops", y.Text)
				}
			}
			return true
		})
	})
}

// leaves refuses statements that end a loop of the nest or the routine, and makes the end of the point of cycle.
func (a *analysis) leaves(list []*syntax.Stmt, inLoop bool) {
	for _, s := range list {
		*a.line = s.Line
		switch s.Action {
		case syntax.Point:
			a.fail("write the names out", "a pointer assignment")
		case syntax.Return:
			a.fail("write an if around the rest", "a return out of the loops")
		case syntax.Exit:
			if !inLoop || s.Target != "" {
				a.fail("write an if around the rest", "exit out of the loops: later points would not run")
			}
		case syntax.Cycle:
			if s.Target != "" {
				a.fail("write an if around the rest", "cycle of a named loop")
			}
		}
		for _, b := range s.Blocks {
			a.leaves(b.Body, inLoop || s.Loops())
		}
	}
}

// aliases finds scalars that are set once, to an index and a number, such as ip = i + 1.
func (a *analysis) aliases() {
	times := map[string]int{}
	tree.Each(a.n.body, func(s *syntax.Stmt) {
		if s.Action == syntax.Assign && s.On[0].Kind == syntax.Variable {
			times[s.On[0].Text]++
		}
	})
	for _, s := range a.n.body {
		if s.Action == syntax.Assign && s.On[0].Kind == syntax.Variable && times[s.On[0].Text] == 1 && local(a.p, s.On[0].Text) {
			x, _ := a.p.Scope.Lookup(s.On[0].Text)
			if at, ok := a.shifted(s.On[1]); ok && x.Type == (tree.Type{Base: tree.Integer, Kind: 4}) {
				a.moved[x.Name] = at
			}
		}
	}
}

// shifted reads index, index + number, number + index or index - number; ok is false for all else.
func (a *analysis) shifted(e *syntax.Expr) (at place, ok bool) {
	switch e.Kind {
	case syntax.Bracket:
		return a.shifted(e.Of[0])
	case syntax.Variable:
		if at, ok := a.moved[e.Text]; ok {
			return at, true
		}
		i := slices.IndexFunc(a.n.Indices, func(x Index) bool { return x.Name == e.Text })
		return place{i, 0}, i >= 0
	case syntax.Binary:
		if e.Text != "+" && e.Text != "-" {
			return at, false
		}
		left, right := e.Of[0], e.Of[1]
		if v, is := a.p.Scope.Constant(left); is && v.Type.Base == tree.Integer && e.Text == "+" {
			at, ok = a.shifted(right)
			return place{at.index, at.by + v.I}, ok
		}
		v, is := a.p.Scope.Constant(right)
		if !is || v.Type.Base != tree.Integer {
			return at, false
		}
		if e.Text == "-" {
			v.I = -v.I
		}
		at, ok = a.shifted(left)
		return place{at.index, at.by + v.I}, ok
	}
	return at, false
}

// taint finds the scalars whose value differs from point to point.
func (a *analysis) taint() {
	for more := true; more; {
		more = false
		mark := func(name string, e *syntax.Expr) {
			if name != "" && !a.tainted[name] && a.varies(e) {
				a.tainted[name], more = true, true
			}
		}
		tree.Each(a.n.body, func(s *syntax.Stmt) {
			switch s.Action {
			case syntax.Assign:
				mark(tree.Root(s.On[0]), s.On[1])
			case syntax.Do:
				for _, e := range s.On {
					mark(s.Target, e)
				}
			case syntax.CallOf:
				for _, e := range s.On {
					for name := range writes(a.w, a.p, []*syntax.Stmt{s}) {
						mark(name, e)
					}
				}
			}
		})
	}
}

// varies says whether an expression holds something that differs from point to point.
func (a *analysis) varies(e *syntax.Expr) bool {
	return e.Any(func(y *syntax.Expr) bool {
		return y.Named() && (a.tainted[y.Text] || a.written[y.Text] && a.arrayOf(y.Text) != nil)
	})
}

func (a *analysis) arrayOf(name string) *tree.Symbol {
	if x := a.p.Scope.Known(name); x != nil && x.Array() {
		return x
	}
	return nil
}
