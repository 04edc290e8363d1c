package translate

import (
	"fmt"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// apartTargets refuses memory that a procedure may change by one argument and see by another name: with TARGET, Fortran allows it.
func (e *emitter) apartTargets(q *tree.Procedure, paired []*syntax.Expr) {
	for i, a := range paired {
		if a == nil || !q.Arguments[i].Target || !q.Writes(i) || tree.Root(a) == "" {
			continue
		}
		name := tree.Root(a)
		if s := e.p.Scope.Known(name); s != nil && (s.OfModule() || s.Common) {
			e.fail("leave target out", "the variable %s of a module for the argument %s of %s, which is a target and is written", name, q.Arguments[i].Name, q.Name)
		}
		for k, other := range paired {
			if k != i && other != nil && q.Arguments[k].Target && tree.Root(other) == name {
				e.fail("leave target out", "%s for two arguments of %s that are targets", name, q.Name)
			}
		}
	}
}

// actual answers the pointer to an argument, and the extents where the dummy takes them.
func (e *emitter) actual(q *tree.Procedure, i int, a *syntax.Expr, function bool) []string {
	d := q.Arguments[i]
	written := q.Writes(i)
	if written {
		if a.Kind != syntax.Variable && a.Kind != syntax.Call && a.Kind != syntax.Component || tree.Root(a) == "" {
			e.fail("pass a variable", "an expression for the argument %s of %s, which is written", d.Name, q.Name)
		}
		if s := e.p.Scope.Known(tree.Root(a)); a.Kind == syntax.Call && (s == nil || !s.Array()) {
			e.fail("pass a variable", "a call for the argument %s of %s, which is written", d.Name, q.Name)
		}
		e.writable(tree.Root(a))
		e.atHand(a)
	}
	designates := e.designates(a)
	if s, is := e.shadow[a.Text]; is && a.Kind == syntax.Variable {
		return []string{e.copied(s, d, q)}
	}
	if !d.Array() {
		if e.rank(a) > 0 && !q.Unit.Has("elemental") {
			e.fail("pass an element", "an array for the scalar argument %s of %s", d.Name, q.Name)
		}
		if s := e.p.Scope.Known(a.Text); designates && a.Kind == syntax.Variable && s != nil && s.Argument && s.Optional && !s.Array() {
			if s.Type != d.Type {
				e.fail("give it the type of the dummy argument", "%s for the argument %s of %s", s.Type, d.Name, q.Name)
			}
			return []string{"v_" + a.Text} // which may be absent
		}
		v := e.elementOf(a)
		if e.packs != nil && designates && e.apart(q, i, a) {
			return []string{e.copied(v, d, q)}
		}
		if s := e.p.Scope.Known(a.Text); a.Kind == syntax.Variable && s != nil && s.OfModule() && !s.PerPoint && v.t.Base < tree.Derived {
			return []string{e.copied(v, d, q)} // on a GPU it may be a constant
		}
		if !designates || v.folded != nil || v.open {
			return []string{e.copied(v, d, q)}
		}
		if v.t != d.Type {
			e.fail("give it the type of the dummy argument", "%s for the argument %s of %s", v.t, d.Name, q.Name)
		}
		if table, _ := e.tableOf(a, designates); table {
			return []string{"(" + CType(d.Type) + " *)&" + v.code}
		}
		return []string{"&" + v.code}
	}
	if function && q.Unit.Has("elemental") {
		e.fail("write a loop", "an array argument of an elemental function")
	}
	return e.actualArray(q, d, a, designates, written)
}

// sameMemory says whether memory of one type may be an array of another: old programs keep whole numbers in a work array of reals.
// gfortran passes the address, where no interface forbids it.
func (e *emitter) sameMemory(q *tree.Procedure, d *tree.Symbol, at place, subs []*syntax.Expr) bool {
	if q.Module != "" || q.Host != nil || d.Dims[0].Assumed || at.t.Base > tree.Real || d.Type.Base > tree.Real {
		return false
	}
	if table, _ := e.tableOf(&syntax.Expr{Kind: syntax.Variable, Text: at.symbol.Name}, true); table || at.symbol.OfModule() {
		return false
	}
	if subs != nil && e.rankOf(at, subs) > 0 && !e.oneBlock(at, subs) {
		return false
	}
	e.warn(fmt.Sprintf("memory of %s is passed as %s: compile without strict aliasing", at.t, d.Type))
	return true
}

// oneElement says whether a scalar variable may be passed as an array of one element, as LAPACK does where an array is not used.
// gfortran passes its address, where no interface forbids it.
func (e *emitter) oneElement(q *tree.Procedure, d *tree.Symbol, at place) bool {
	x := at.symbol
	if q.Module != "" || q.Host != nil || d.Dims[0].Assumed || at.t != d.Type || at.folded != nil || x.Home != e.p.Scope || x.Parameter || x.Overlay != nil || x.OfModule() || x.Optional {
		return false
	}
	e.warn("the scalar " + x.Name + " is passed as an array: only its first element exists")
	return true
}

// designates says whether an expression is memory.
func (e *emitter) designates(a *syntax.Expr) bool {
	switch a.Kind {
	case syntax.Variable, syntax.Component:
		return true
	case syntax.Call:
		s := e.p.Scope.Known(a.Text)
		return s != nil && s.Array()
	}
	return false
}

// copied passes a number by the address of a temporary.
func (e *emitter) copied(v value, d *tree.Symbol, q *tree.Procedure) string {
	if v.t != d.Type {
		e.fail("give it the type of the dummy argument", "%s for the argument %s of %s", v.t, d.Name, q.Name)
	}
	t := e.temporary(v.t, e.packs != nil && e.packs.differs(d))
	return fmt.Sprintf("(%s = %s, &%s)", t, v.code, t)
}

// actualArray passes an array, a part of one that is in one piece, or the memory from an element on.
func (e *emitter) actualArray(q *tree.Procedure, d *tree.Symbol, a *syntax.Expr, designates, written bool) []string {
	copied := designates && (e.spread(d, q, a, written) || e.apartInMemory(a, written))
	var code string
	var extents []string
	assumed := d.Dims[0].Assumed
	if !designates || copied {
		if e.rank(a) == 0 {
			e.fail("pass an array", "a number for the array %s of %s", d.Name, q.Name)
		}
		code = e.stored(a, d, q, false)
		extents = e.extents(a)
	} else {
		at, subs := e.designator(a)
		if at.dims == nil && e.oneElement(q, d, at) {
			return []string{"&" + at.code}
		}
		if at.dims == nil {
			e.fail("pass an array", "a number for the array %s of %s", d.Name, q.Name)
		}
		other := at.t != d.Type
		if other && !e.sameMemory(q, d, at, subs) {
			e.fail("give it the type of the dummy argument", "%s for the argument %s of %s", at.t, d.Name, q.Name)
		}
		switch {
		case subs == nil:
			code = at.base
		case e.rankOf(at, subs) == 0:
			if assumed {
				e.fail("pass a section", "an element for the array %s(:) of %s", d.Name, q.Name)
			}
			code = "&" + e.element(at, subs)
		case e.oneBlock(at, subs):
			code = e.start(at, subs)
		default:
			code = e.stored(a, d, q, written)
		}
		if assumed {
			extents = e.extents(a)
		}
		if other {
			code = fmt.Sprintf("(%s *)(%s)", CType(d.Type), code)
		}
	}
	if at, _ := e.tableOf(a, designates); at && !copied {
		code = fmt.Sprintf("(%s *)%s", CType(d.Type), code)
	}
	list := []string{code}
	if assumed {
		if len(extents) != len(d.Dims) {
			e.fail("pass an array of that rank", "an array of rank %d for %s of %s", len(extents), d.Name, q.Name)
		}
		list = append(list, extents...)
	}
	return list
}

// apartInMemory says whether an array needs a copy, because a pointer says how far apart its elements lie.
func (e *emitter) apartInMemory(a *syntax.Expr, written bool) bool {
	at, subs := e.designator(a)
	if at.dims == nil || at.dims[0].stride == "" {
		return false
	}
	if written || e.rankOf(at, subs) == 0 {
		e.fail("pass a section of it, to an argument with intent(in)", "the pointer array %s as an argument", a)
	}
	return true
}

// tableOf says whether an argument is a table of constants, which C++ declares const.
func (e *emitter) tableOf(a *syntax.Expr, designates bool) (bool, *tree.Symbol) {
	if !designates {
		return false, nil
	}
	s := e.p.Scope.Known(tree.Root(a))
	return s != nil && s.Array() && e.constant(s), s
}

// oneBlock says whether a section lies in one piece: whole extents first, then one range, then numbers.
func (e *emitter) oneBlock(at place, subs []*syntax.Expr) bool {
	whole := true
	for i, s := range subs {
		if s.Kind != syntax.Range {
			whole = false
			continue
		}
		if !whole || s.Of[2] != nil {
			return false
		}
		if s.Of[0] != nil || s.Of[1] != nil || at.dims[i].unknown {
			whole = false
		}
	}
	return true
}

// start answers the address of a section's first element, which may lie behind the end where the section is empty.
func (e *emitter) start(at place, subs []*syntax.Expr) string {
	index, extents := make([]string, len(at.dims)), make([]string, len(at.dims))
	for i, d := range at.dims {
		if subs[i].Kind == syntax.Range {
			index[i], _, _ = e.span(d, subs[i])
		} else {
			index[i] = e.integer(subs[i]).code
		}
		index[i], extents[i] = fmt.Sprintf("(%s - %s)", index[i], d.low), d.extent
	}
	return fmt.Sprintf("%s + (%s)", at.base, linear(index, extents))
}

// stored computes an array argument into memory of its own, and copies it back where the procedure writes it.
func (e *emitter) stored(a *syntax.Expr, d *tree.Symbol, q *tree.Procedure, back bool) string {
	name := e.evaluate(a, d.Type, "the argument "+d.Name+" of "+q.Name, e.packs != nil && e.packs.differs(d))
	if back {
		index, count := e.indices(e.rank(a)), e.counter()
		open, closing := e.loops(index, e.extents(a))
		outer := e.index
		e.index = index
		target := e.element(e.designator(a))
		e.index = outer
		e.post = append(e.post, fmt.Sprintf("%s = 0; %s%s = %s[%s++];%s", count, open, target, name, count, closing))
	}
	return name
}
