package translate

import (
	"fmt"
	"slices"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// where computes the mask first, then each assignment under it; elsewhere gets what is left.
func (e *emitter) where(s *syntax.Stmt) {
	mask := s.Blocks[0].Tests[0]
	if e.rank(mask) == 0 {
		e.fail("use if", "a where of one value")
	}
	extents := e.extents(mask)
	var names []string
	e.emit("{")
	size := product(extents...)
	left := fmt.Sprintf("w_%d", e.next())
	e.emit("%s", local("int", left, size))
	count := e.counter()
	e.emit("for (%s = 0; %s < %s; %s++) %s[%s] = 1;", count, count, size, count, left, count)
	for _, b := range s.Blocks {
		e.line = b.Line
		name := fmt.Sprintf("w_%d", e.next())
		names = append(names, name)
		e.emit("%s", local("int", name, size))
		e.maskOf(b, name, left, extents)
		for _, a := range b.Body {
			e.line = a.Line
			if a.Action == syntax.Unknown {
				panic(a.Bad)
			}
			if a.Action != syntax.Assign || a.Label != "" {
				e.fail("write a loop with if", "something else than an assignment in where")
			}
			if e.rank(a.On[0]) != len(extents) {
				e.fail("give the target the shape of the mask", "an assignment of rank %d in a where of rank %d", e.rank(a.On[0]), len(extents))
			}
			if transformational(e, a.On[1]) {
				e.fail("compute it before the where", "a reduction or a call inside of where")
			}
			e.ownPrey(s, b, a)
			e.assign(a.On[0], a.On[1], func(index []string) string { return name + "[" + linear(index, extents) + "]" })
		}
	}
	e.emit("}")
}

// ownPrey notes an assignment whose mask or right side reads other elements of what it assigns: gfortran 12 reads some of them behind
// the assignment.
func (e *emitter) ownPrey(s *syntax.Stmt, b *syntax.Block, a *syntax.Stmt) {
	reads := uses(a.On[1], tree.Root(a.On[0]), a.On[0].String())
	for _, other := range s.Blocks {
		for _, mask := range other.Tests {
			reads = reads || uses(mask, tree.Root(a.On[0]), a.On[0].String())
		}
		if other == b {
			break
		}
	}
	if text := fmt.Sprintf("the where in line %d reads elements of %s that it assigns, and compilers differ: use another array", s.Line, tree.Root(a.On[0])); reads && !slices.Contains(e.result.Unsettled, text) {
		e.warn(text)
		e.result.Unsettled = append(e.result.Unsettled, text)
	}
}

// transformational says whether an expression calls something that would see more than the elements under the mask.
func transformational(e *emitter, x *syntax.Expr) bool {
	return x.Any(func(y *syntax.Expr) bool {
		name, _ := generic(y.Text)
		return y.Kind == syntax.Array || y.Kind == syntax.Call && !e.designates(y) &&
			(e.p.Called(e.world, y.Text) != nil || e.functions[y.Text] != nil || slices.Contains(reductions, name))
	})
}

func linear(index, extents []string) string {
	code, stride := "", ""
	for i := range index {
		part := index[i]
		if stride != "" {
			part = stride + "*" + part
		}
		if code != "" {
			code += " + "
		}
		code += part
		if stride != "" {
			stride += "*"
		}
		stride += extents[i]
	}
	return code
}

// maskOf computes the mask of a block among the elements that are left.
func (e *emitter) maskOf(b *syntax.Block, name, left string, extents []string) {
	index := e.indices(len(extents))
	open, closing := e.loops(index, extents)
	at := linear(index, extents)
	if b.Tests == nil {
		e.emit("%s%s[%s] = %s[%s];%s", open, name, at, left, at, closing)
		return
	}
	if e.rank(b.Tests[0]) != len(extents) || transformational(e, b.Tests[0]) {
		e.fail("compute the mask before the where", "the mask %s", b.Tests[0])
	}
	e.index = index
	v := e.logical(b.Tests[0])
	e.index = nil
	e.flush(func() {
		e.emit("%s%s[%s] = %s[%s] && %s; %s[%s] = %s[%s] && !%s[%s];%s", open, name, at, left, at, v.code, left, at, left, at, name, at, closing)
	})
}
