package tree

import (
	"maps"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
)

// selectors refuses an ASSOCIATE whose expressions and subscripts may change within it by a call, or by a name that shares memory:
// they are written out where the names stand, and computed there again.
func (w *Program) selectors() {
	for _, p := range w.Within() {
		Each(p.Unit.Body, func(s *syntax.Stmt) {
			fixed := slices.Clone(s.Fixed)
			for _, name := range s.Roots {
				if x := p.Scope.Known(name); p.Called(w, name) != nil || x != nil && x.Generic {
					fixed = append(fixed, name)
				}
			}
			for _, name := range fixed {
				if x := p.Scope.Known(name); x != nil && x.Overlay != nil {
					p.Refuse(s.Line, trouble("write the names out", "an ASSOCIATE whose selector depends on %s, which EQUIVALENCE gives other names", name))
				}
			}
			if len(fixed) > 0 {
				p.callsWithin(w, s, fixed)
			}
		})
	}
}

// callsWithin refuses an ASSOCIATE around a call that may change the names that must keep their values.
func (p *Procedure) callsWithin(w *Program, s *syntax.Stmt, fixed []string) {
	call := func(q *Procedure, list []*syntax.Expr) {
		paired, bad := q.Actual(list)
		for i, a := range paired {
			if bad == nil && a != nil && q.Writes(i) && slices.Contains(fixed, Root(a)) {
				p.Refuse(s.Line, trouble("write the names out", "an ASSOCIATE whose selector depends on %s, which may change within it", Root(a)))
			}
		}
		if x := p.changedBy(q, fixed, map[*Procedure]bool{}); x != nil {
			p.Refuse(s.Line, trouble("write the names out, or set a variable", "an ASSOCIATE of an expression, a subscript or a function, within which %s changes %s", q.Name, x.Name))
		}
	}
	p.EachCall(w, []*syntax.Stmt{s}, func(_ *syntax.Stmt, q *Procedure, actual []*syntax.Expr) { call(q, actual) })
}

// changedBy answers a variable that outlives a call of q, which q or what it calls writes, and on which the names may depend; nil: there is none.
func (p *Procedure) changedBy(q *Procedure, names []string, seen map[*Procedure]bool) *Symbol {
	if seen[q] {
		return nil
	}
	seen[q] = true
	for _, name := range slices.Sorted(maps.Keys(q.Written)) {
		x := q.Scope.Known(name)
		switch {
		case x == nil || x.Argument && x.Home == q.Scope:
		case x.Home == p.Scope && !x.OfModule():
			if slices.Contains(names, name) {
				return x
			}
		case (x.OfModule() || x.Home != q.Scope || x.Keeping()) && slices.ContainsFunc(names, p.outlives):
			return x
		}
	}
	byName := func(a, b *Procedure) int { return strings.Compare(a.Name, b.Name) }
	for _, inner := range slices.SortedFunc(maps.Keys(q.Calls), byName) {
		if x := p.changedBy(inner, names, seen); x != nil {
			return x
		}
	}
	return nil
}

// outlives says whether the value of a name may lie outside of the procedure: in a module, in COMMON, in its host, or in what a function does.
func (p *Procedure) outlives(name string) bool {
	if p.IsIntrinsic(name) {
		return false
	}
	x := p.Scope.Known(name)
	return x == nil || !x.Parameter && (x.Home != p.Scope || x.OfModule() || x.Generic || x.External || x.Procedure != nil)
}
