package tree

import (
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
)

// generics gives each call of a generic name the name of the procedure that the types and ranks of its arguments choose, as
// module::procedure. A call whose arguments do not decide stays as it is, and is refused.
func (w *Program) generics() {
	for _, p := range w.Within() {
		Each(p.Unit.Body, func(s *syntax.Stmt) {
			for _, e := range s.Exprs() {
				p.chooseIn(w, e)
			}
			if s.Action == syntax.CallOf {
				s.Target = p.choose(w, s.Target, s.On)
			}
		})
	}
}

// specific answers a procedure of a module.
func (w *Program) specific(module, name string) *Procedure {
	if m := w.modules[module]; m != nil && m.scope != nil {
		if x := m.scope.Known(name); x != nil {
			return x.Procedure
		}
	}
	return nil
}

// chooseIn looks at an expression, the innermost calls first.
func (p *Procedure) chooseIn(w *Program, e *syntax.Expr) {
	if e == nil {
		return
	}
	for _, x := range e.Of {
		p.chooseIn(w, x)
	}
	if e.Kind == syntax.Call {
		e.Text = p.choose(w, e.Text, e.Of)
	}
}

// choose answers the procedure of a generic name that a call means, or the name itself.
func (p *Procedure) choose(w *Program, name string, list []*syntax.Expr) string {
	x := p.Scope.Known(name)
	if x == nil || !x.Generic || x.Bad != nil || x.Home.Module == "" {
		return name
	}
	found := name
	for _, n := range x.Specific {
		y := x.Home.Known(n)
		if y == nil || y.Procedure == nil || y.Procedure.Module == "" || y.Procedure.Scope == nil {
			return name
		}
		takes, known := p.takes(w, y.Procedure, list)
		if !known || takes && found != name {
			return name
		}
		if takes {
			found = y.Procedure.Module + "::" + y.Procedure.Name
		}
	}
	return found
}

// takes says whether a procedure takes the arguments of a call; known is false where the type of one is not known here.
func (p *Procedure) takes(w *Program, q *Procedure, list []*syntax.Expr) (takes, known bool) {
	paired, bad := q.Actual(list)
	if bad != nil {
		return false, true
	}
	for i, d := range q.Arguments {
		if paired[i] == nil {
			continue
		}
		t, rank, ok := p.shape(w, paired[i])
		if !ok || d.Bad != nil {
			return false, false
		}
		want, bad := q.Scope.Lookup(d.Name)
		if bad != nil {
			return false, false
		}
		same := t == want.Type || t.Base == Character && want.Type.Base == Character
		if !same || rank != len(d.Dims) && !q.Unit.Has("elemental") {
			return false, true
		}
	}
	return true, true
}

// ofFirst are intrinsics that answer what their first argument is.
var ofFirst = strings.Fields("abs sqrt exp log log10 sin cos tan asin acos atan sinh cosh tanh max min mod modulo sign")

// shape answers the type and the rank of an expression.
func (p *Procedure) shape(w *Program, e *syntax.Expr) (t Type, rank int, ok bool) {
	switch e.Kind {
	case syntax.Constant:
		v, ok := p.Scope.Literal(e.Text)
		return v.Type, 0, ok
	case syntax.Variable:
		x, bad := p.Scope.Lookup(e.Text)
		if bad != nil || x.Procedure != nil && x != p.Result || x.External || x.Intrinsic || x.Generic || x.Def != nil {
			return t, 0, false
		}
		return x.Type, len(x.Dims), true
	case syntax.Call:
		return p.shapeOfCall(w, e)
	case syntax.Component:
		outer, rank, ok := p.shape(w, e.Of[0])
		if !ok || rank > 0 || outer.Base != Derived {
			return t, 0, false
		}
		if inherited := outer.Def.Inherited(e); inherited != nil {
			return p.shape(w, inherited)
		}
		f := outer.Def.Field(e.Text)
		if f == nil || f.Bad != nil && f.Deferred == "" {
			return t, 0, false
		}
		rank = len(f.Dims) + f.Rank // of an allocatable component Dims are gone
		if len(e.Of) > 1 {
			rank, ok = p.ranges(w, e.Of[1:])
		}
		return f.Type, rank, ok
	case syntax.Array:
		if e.Text != "" || len(e.Of) == 0 {
			return t, 0, false
		}
		t, _, ok = p.shape(w, e.Of[0])
		return t, 1, ok
	case syntax.Bracket, syntax.Unary:
		return p.shape(w, e.Of[0])
	case syntax.Binary:
		return p.shapeOfPair(w, e)
	}
	return t, 0, false
}

// ranges counts the ranges among subscripts; ok is false for a vector.
func (p *Procedure) ranges(w *Program, list []*syntax.Expr) (n int, ok bool) {
	for _, s := range list {
		if s.Kind == syntax.Range {
			n++
			continue
		}
		if _, rank, ok := p.shape(w, s); !ok || rank > 0 {
			return 0, false
		}
	}
	return n, true
}

func (p *Procedure) shapeOfCall(w *Program, e *syntax.Expr) (t Type, rank int, ok bool) {
	if x := p.Scope.Known(e.Text); x != nil && x.Array() {
		rank, ok = p.ranges(w, e.Of)
		return x.Type, rank, ok && x.Bad == nil
	}
	if q := p.Called(w, e.Text); q != nil {
		if last := len(q.Arguments) - 1; q.Filled {
			return q.Arguments[last].Type, len(q.Arguments[last].Dims), q.Arguments[last].Type.Base != None
		}
		if q.Result == nil || q.Unit.Has("elemental") || q.Result.Array() {
			return t, 0, false
		}
		return q.Result.Type, 0, q.Result.Type.Base != None
	}
	if len(e.Of) == 0 || !p.IsIntrinsic(e.Text) {
		return t, 0, false
	}
	t, rank, ok = p.shape(w, e.Of[0])
	switch {
	case slices.Contains(ofFirst, e.Text):
		for _, a := range e.Of[1:] {
			_, other, known := p.shape(w, a)
			rank, ok = max(rank, other), ok && known
		}
		return t, rank, ok
	case len(e.Of) == 1 && slices.Contains([]string{"sum", "product", "maxval", "minval"}, e.Text):
		return t, 0, ok
	case e.Text == "dble":
		return p.Scope.Default(Type{Base: Real, Kind: 8}), rank, ok
	case e.Text == "size":
		return Type{Base: Integer, Kind: 4}, 0, true
	}
	return t, 0, false
}

// shapeOfPair is shape for an operation with two operands.
func (p *Procedure) shapeOfPair(w *Program, e *syntax.Expr) (t Type, rank int, ok bool) {
	a, r1, ok1 := p.shape(w, e.Of[0])
	b, r2, ok2 := p.shape(w, e.Of[1])
	rank, ok = max(r1, r2), ok1 && ok2
	switch {
	case e.Text == "+" || e.Text == "-" || e.Text == "*" || e.Text == "/" || e.Text == "**":
		ok = ok && a.Base <= Real && b.Base <= Real
		if e.Text == "**" && b.Base == Integer && a.Base == Real {
			return a, rank, ok
		}
		return Common(a, b), rank, ok
	case e.Text == "//":
		return t, 0, false
	}
	return Type{Base: Logical, Kind: 4}, rank, ok
}

// assignments refuses routines with assignments that may mean a procedure of their own.
func (w *Program) assignments() {
	for _, p := range w.Within() {
		x := p.Scope.Known(syntax.Assignment)
		if x == nil || x.Bad == nil {
			continue
		}
		Each(p.Unit.Body, func(s *syntax.Stmt) {
			if s.Action != syntax.Assign {
				return
			}
			left, _, ok1 := p.shape(w, s.On[0])
			right, _, ok2 := p.shape(w, s.On[1])
			if !ok1 || left.Base != Integer && left.Base != Real || ok2 && right.Base > Real {
				p.note(s.Line, x.Bad)
			}
		})
	}
}
