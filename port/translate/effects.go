package translate

import (
	"drawbridge/port/syntax"
	"drawbridge/port/tree"
)

// harmless says whether a function that changes arguments may stand in the assignment at hand: arithmetic alone lies around
// the call, so that it always runs, and nothing else in the statement names what it changes, so that the order is all one.
func (e *emitter) harmless(x *syntax.Expr, q *tree.Procedure) bool {
	if e.assigned == nil || q.Host != nil || len(e.p.Internal) > 0 || !underArithmetic(e.assigned[1], x) {
		return false
	}
	paired, bad := q.Actual(x.Of)
	if bad != nil {
		return false
	}
	for i, a := range paired {
		if a == nil || !q.Writes(i) {
			continue
		}
		s := e.p.Scope.Known(a.Text)
		if a.Kind != syntax.Variable || s == nil || s.Home != e.p.Scope || s.Argument || s.Array() || s.Overlay != nil || s.OfModule() {
			return false
		}
		times := 0
		for _, side := range e.assigned {
			side.Walk(func(y *syntax.Expr) bool {
				if y.Kind == syntax.Variable && y.Text == a.Text {
					times++
				}
				return true
			})
		}
		if times != 1 {
			return false
		}
	}
	return true
}

// underArithmetic says whether only operations of numbers and parentheses lead from an expression to a part of it.
func underArithmetic(e, part *syntax.Expr) bool {
	if e == part {
		return true
	}
	switch {
	case e.Kind == syntax.Bracket, e.Kind == syntax.Unary && e.Text == "-", e.Kind == syntax.Binary && len(e.Text) <= 2 && e.Text != "//" && relations[e.Text] == "":
		for _, y := range e.Of {
			if underArithmetic(y, part) {
				return true
			}
		}
	}
	return false
}
