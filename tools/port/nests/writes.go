package nests

import (
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// each calls f for every expression of a list of statements, with its statement; targets of assignments are left out.
func each(list []*syntax.Stmt, f func(*syntax.Stmt, *syntax.Expr)) {
	tree.Each(list, func(s *syntax.Stmt) {
		for i, e := range s.Exprs() {
			if s.Action != syntax.Assign || i > 0 {
				f(s, e)
			}
		}
	})
}

// writes answers the names that a list of statements may change.
func writes(w *tree.Program, p *tree.Procedure, list []*syntax.Stmt) map[string]bool {
	names := map[string]bool{}
	tree.Each(list, func(s *syntax.Stmt) {
		switch s.Action {
		case syntax.Assign:
			names[tree.Root(s.On[0])] = true
		case syntax.Do, syntax.AssignLabel:
			names[s.Target] = true
		}
	})
	p.EachCall(w, list, func(_ *syntax.Stmt, q *tree.Procedure, actual []*syntax.Expr) {
		paired, bad := q.Actual(actual)
		if bad != nil {
			paired = actual
		}
		for i, a := range paired {
			if a != nil && (bad != nil || q.Writes(i)) {
				names[tree.Root(a)] = true
			}
		}
	})
	return names
}
