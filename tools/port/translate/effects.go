package translate

import (
	"slices"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// harmless says whether a function that changes arguments may stand in the assignment at hand: arithmetic alone lies around
// the call, so that it always runs, and nothing else in the statement names what it changes, or nothing ever reads it, so that
// the order is all one.
func (e *emitter) harmless(x *syntax.Expr, q *tree.Procedure) bool {
	if e.assigned == nil || q.Host != nil || len(e.p.Internal) > 0 || !e.underArithmetic(e.assigned[1], x) {
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
		if a.Kind != syntax.Variable && a.Kind != syntax.Call {
			return false
		}
		s, bad := e.p.Scope.Lookup(a.Text)
		if bad != nil || s.Home != e.p.Scope || s.Argument && !s.Array() || a.Kind == syntax.Call && !s.Array() || s.Overlay != nil || s.OfModule() {
			return false
		}
		times := 0
		for _, side := range e.assigned {
			side.Walk(func(y *syntax.Expr) bool {
				if y.Named() && y.Text == a.Text {
					times++
				}
				return true
			})
		}
		if times != 1 && (s.Array() || !e.neverRead(a.Text)) {
			return false
		}
	}
	return true
}

// evaluated are other intrinsics that compute all of their arguments.
var evaluated = []string{"abs", "max", "min", "mod", "sign", "real", "dble"}

// underArithmetic says whether only operations of numbers, parentheses and elementary functions lead from an expression to a part of it.
func (e *emitter) underArithmetic(x, part *syntax.Expr) bool {
	if x == part {
		return true
	}
	name, _ := generic(x.Text)
	switch {
	case x.Kind == syntax.Call && (mathematics[name] != "" || slices.Contains(evaluated, name)) && e.p.IsIntrinsic(x.Text),
		x.Kind == syntax.Bracket, x.Kind == syntax.Unary && x.Text == "-",
		x.Kind == syntax.Binary && len(x.Text) <= 2 && x.Text != "//" && relations[x.Text] == "":
		return slices.ContainsFunc(x.Of, func(y *syntax.Expr) bool { return e.underArithmetic(y, part) })
	}
	return false
}

// neverRead says whether a local variable is nothing but an argument that procedures set: no statement reads its value.
func (e *emitter) neverRead(name string) bool {
	good, received := true, map[*syntax.Expr]bool{}
	e.p.EachCall(e.world, e.p.Unit.Body, func(_ *syntax.Stmt, q *tree.Procedure, list []*syntax.Expr) {
		paired, bad := q.Actual(list)
		for i, a := range paired {
			if bad == nil && a != nil && a.Kind == syntax.Variable && a.Text == name && q.Host == nil && len(q.Internal) == 0 &&
				q.Writes(i) && !q.Arguments[i].Array() && !q.ReadsFirst(e.world, q.Arguments[i].Name) {
				received[a] = true
			}
		}
	})
	tree.EachExpr(e.p.Unit.Body, func(_ *syntax.Stmt, y *syntax.Expr) {
		good = good && (y.Text != name || y.Kind != syntax.Variable || received[y])
	})
	tree.Each(e.p.Unit.Body, func(s *syntax.Stmt) { good = good && s.Target != name })
	return good
}
