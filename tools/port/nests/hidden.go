package nests

import (
	"maps"
	"slices"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// same says whether two variables of modules or arguments may be the same memory under two names: a pointer may lead to the other.
func same(x, y *tree.Symbol) bool {
	plain := func(t tree.Type) bool { return t.Base > tree.None && t.Base < tree.Derived }
	if x == y || plain(x.Type) && plain(y.Type) && x.Type != y.Type {
		return false
	}
	return leads(x, nil) && (y.Target || leads(y, nil)) || x.Target && leads(y, nil)
}

// leads says whether a variable is a pointer, or has a component that is one.
func leads(x *tree.Symbol, around []*tree.Definition) bool {
	if x.Deferred == "pointer" || x.Type.Base != tree.Derived {
		return x.Deferred == "pointer"
	}
	return !slices.Contains(around, x.Type.Def) && slices.ContainsFunc(x.Type.Def.Fields, func(f *tree.Symbol) bool { return leads(f, append(around, x.Type.Def)) })
}

// shared says whether other procedures and pointers can get at a variable of a routine.
func shared(x *tree.Symbol) bool { return x.Argument || x.OfModule() }

// hidden finds where statements may reach an array in another way than by its name: by a pointer, or in a procedure that is called.
// What says what the array is.
func hidden(w *tree.Program, p *tree.Procedure, list []*syntax.Stmt, array *tree.Symbol, what string) (bad *syntax.Trouble, line int) {
	const cure = "pass it the numbers that it needs"
	note := func(s *syntax.Stmt, found *syntax.Trouble) {
		if bad == nil {
			bad, line = found, s.Line
		}
	}
	call := func(s *syntax.Stmt, name string) {
		q := p.Called(w, name)
		switch {
		case q == nil: // none, or refused by the translation
		case q.Mentions(func(x *tree.Symbol) bool { return x == array }):
			note(s, trouble(cure, "the call of %s, in whose text is %s", q.Name, what))
		case q.Mentions(func(x *tree.Symbol) bool { return x.OfModule() && same(x, array) }):
			note(s, trouble(cure, "the call of %s, where a pointer may lead to %s", q.Name, what))
		}
	}
	tree.Each(list, func(s *syntax.Stmt) {
		if s.Action == syntax.CallOf {
			call(s, s.Target)
		}
		for _, e := range s.Exprs() {
			e.Walk(func(y *syntax.Expr) bool {
				if x := p.Scope.Known(tree.Root(y)); x != nil && shared(x) && same(x, array) {
					note(s, trouble("pass both as arguments, without POINTER and TARGET", "%s, which may be the same memory as %s", x.Name, what))
				}
				if y.Kind == syntax.Call {
					call(s, y.Text)
				}
				return true
			})
		}
	})
	return bad, line
}

// hidden refuses statements that may reach what the loops write in another way than by its name.
func (a *analysis) hidden(list []*syntax.Stmt, written map[string]bool) {
	for _, name := range slices.Sorted(maps.Keys(written)) {
		if x := a.arrayOf(name); x != nil && shared(x) {
			if bad, line := hidden(a.w, a.p, list, x, "the array "+x.Name+", which the loops write"); bad != nil {
				*a.line = line
				panic(bad)
			}
		}
	}
}
