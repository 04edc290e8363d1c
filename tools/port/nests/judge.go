package nests

import (
	"slices"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// access answers what is known of an array.
func (a *analysis) access(name string) *Access {
	for _, x := range a.n.Accesses {
		if x.Array == name {
			return x
		}
	}
	x := &Access{Array: name, Offsets: make([]Offset, len(a.n.Indices))}
	a.n.Accesses = append(a.n.Accesses, x)
	return x
}

// places answers which subscripts hold an index, and the offsets there.
func (a *analysis) places(e *syntax.Expr) (holds []int, by []int64) {
	holds, by = make([]int, len(a.n.Indices)), make([]int64, len(a.n.Indices))
	for i := range holds {
		holds[i] = -1
	}
	for k, sub := range e.Of {
		at, ok := a.shifted(sub)
		switch {
		case ok && holds[at.index] >= 0:
			a.fail(offsetCure, "%s, which has an index twice", e)
		case ok:
			holds[at.index], by[at.index] = k, at.by
		case a.varies(sub):
			a.fail(offsetCure, "the subscript %s of %s, which is not a constant offset", sub, e.Text)
		}
	}
	return holds, by
}

// target judges an element that is written: it must be the point's own.
func (a *analysis) target(e *syntax.Expr) {
	x := a.arrayOf(e.Text)
	switch {
	case e.Kind == syntax.Component:
		a.fail("pass the component as an array of its own", "the component %s, which is written", e)
	case x == nil:
		a.fail("declare it as an array", "an assignment to %s", e)
	case x.Common || x.PerPoint:
		a.fail("pass it as an argument", "the array %s of %s, which is written", e.Text, x.Module)
	case !x.Argument && !x.OfModule():
		a.fail("pass it as an argument", "the array %s of the routine itself, which is written", e.Text)
	}
	holds, by := a.places(e)
	for i, x := range a.n.Indices {
		if holds[i] < 0 {
			a.fail("write each point's own element of an array; for a sum use reduce of Drawbridge", "%s, which the points of %s share", e, x.Name)
		}
		if by[i] != 0 {
			a.fail("write the point's own element, and read neighbours of the arrays that are only read", "%s, which is a neighbour's element and is written", e)
		}
	}
	known := a.access(e.Text)
	if known.Written && !slices.Equal(known.places, holds) {
		a.fail(raceCure, "%s, which is written with other subscripts, too", e)
	}
	known.Written, known.places = true, holds
	for i := range known.Offsets {
		known.Offsets[i].Used = true
	}
}

// expr judges what is read; with write it only looks for arrays that functions write.
func (a *analysis) expr(e *syntax.Expr, write bool) {
	if e == nil {
		return
	}
	switch e.Kind {
	case syntax.Component:
		if a.varies(e) {
			a.fail("pass the component as an array of its own", "the component %s at the point", e)
		}
		return
	case syntax.Variable:
		if !write && a.arrayOf(e.Text) != nil && a.written[e.Text] {
			a.fail(raceCure, "all of the array %s, which the points write", e.Text)
		}
		return
	case syntax.Call:
		if a.arrayOf(e.Text) != nil {
			if !write {
				a.read(e)
			}
			break
		}
		if q := a.p.Called(a.w, e.Text); q != nil {
			a.passed(q, e.Of, write)
			return
		}
	}
	for _, y := range e.Of {
		a.expr(y, write)
	}
}

// read judges an element that is read.
func (a *analysis) read(e *syntax.Expr) {
	holds, by := a.places(e)
	inAny := slices.ContainsFunc(holds, func(k int) bool { return k >= 0 })
	if !a.written[e.Text] {
		if inAny {
			known := a.access(e.Text)
			for i, k := range holds {
				if k >= 0 {
					o := &known.Offsets[i]
					o.Low, o.High, o.Used = min(o.Low, by[i]), max(o.High, by[i]), true
				}
			}
		}
		return
	}
	known := a.access(e.Text)
	if !slices.Equal(known.places, holds) || slices.ContainsFunc(by, func(n int64) bool { return n != 0 }) {
		a.fail(raceCure, "%s, which another point writes", e)
	}
}

// passed judges the arguments of a call: an array element may stand for a scalar only.
func (a *analysis) passed(q *tree.Procedure, list []*syntax.Expr, write bool) {
	if q == nil {
		return // refused by the translation
	}
	paired, bad := q.Actual(list)
	if bad != nil {
		panic(bad)
	}
	for i, e := range paired {
		if e == nil {
			continue
		}
		x := a.arrayOf(tree.Root(e))
		element := e.Kind == syntax.Call && x != nil
		switch {
		case element && q.Arguments[i].Array() && (a.varies(e) || q.Writes(i)):
			a.fail("pass the element to a scalar argument", "%s for the array %s of %s", e, q.Arguments[i].Name, q.Name)
		case element && q.Writes(i):
			if write {
				a.target(e)
			} else {
				a.read(e)
			}
			continue
		case x != nil && q.Writes(i):
			a.fail(raceCure, "%s, which the points share and %s writes", e, q.Name)
		}
		a.expr(e, write)
	}
}
