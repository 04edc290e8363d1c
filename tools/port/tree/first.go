package tree

import "drawbridge/tools/port/syntax"

// ReadsBeforeItFills says whether a procedure may read a variable of a module before it gives it values, in the order of its text.
func (p *Procedure) ReadsBeforeItFills(w *Program, x *Symbol) bool {
	f := &firstUse{w, p, x, false}
	f.list(p.Unit.Body, false)
	return f.read
}

// firstUse follows the text of a procedure for one variable.
type firstUse struct {
	world *Program
	p     *Procedure
	x     *Symbol
	read  bool
}

func (f *firstUse) list(body []*syntax.Stmt, set bool) bool {
	for _, s := range body {
		set = f.statement(s, set)
	}
	return set
}

// statement answers whether the variable has been filled behind a statement.
func (f *firstUse) statement(s *syntax.Stmt, set bool) bool {
	if set {
		return true
	}
	on := s.On
	switch s.Action {
	case syntax.Assign:
		f.look(on[1:])
		if f.is(Root(on[0])) {
			f.look(on[0].Of)
			return true
		}
	case syntax.CallOf:
		if q := f.p.Called(f.world, s.Target); q != nil {
			return f.call(q, on)
		}
	}
	f.look(on)
	for _, b := range s.Blocks {
		f.look(b.Tests)
		inner := f.list(b.Body, false)
		set = set || inner && s.Action == syntax.Do // a part of an if may not run
	}
	return set
}

// call answers whether a call fills the variable, as an argument that is only written.
func (f *firstUse) call(q *Procedure, list []*syntax.Expr) (set bool) {
	f.read = f.read || q.Mentions(func(y *Symbol) bool { return y == f.x })
	paired, bad := q.Actual(list)
	if bad != nil {
		paired = list
	}
	for i, a := range paired {
		if a != nil && bad == nil && q.Arguments[i].Intent == "out" && f.is(Root(a)) {
			set = true
			continue
		}
		f.look([]*syntax.Expr{a})
	}
	return set
}

// look notes reads in expressions.
func (f *firstUse) look(list []*syntax.Expr) {
	for _, e := range list {
		if e == nil {
			continue
		}
		e.Walk(func(y *syntax.Expr) bool {
			f.read = f.read || f.is(Root(y))
			if y.Kind == syntax.Call {
				if q := f.p.Called(f.world, y.Text); q != nil {
					f.read = f.read || q.Mentions(func(y *Symbol) bool { return y == f.x })
				}
			}
			return true
		})
	}
}

func (f *firstUse) is(name string) bool { return name != "" && f.p.Scope.Known(name) == f.x }

// Mentions says whether a procedure, or one that it calls, has a variable in its text for which is holds.
func (p *Procedure) Mentions(is func(x *Symbol) bool) bool {
	for q := range p.Reached() {
		if q.has(is) {
			return true
		}
	}
	return false
}

// has says whether a variable for which is holds stands in the text of a procedure itself.
func (p *Procedure) has(is func(x *Symbol) bool) (found bool) {
	look := func(_ *syntax.Stmt, y *syntax.Expr) {
		x := p.Scope.Known(Root(y))
		found = found || x != nil && is(x)
	}
	EachExpr(p.Unit.Body, look)
	for _, x := range p.Scope.names {
		if x.Home == p.Scope {
			EachExpr([]*syntax.Stmt{{On: x.Bounds()}}, look)
		}
	}
	return found
}
