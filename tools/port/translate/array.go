package translate

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// indices makes names for the indices of loops over an array, counted from 0.
func (e *emitter) indices(rank int) []string {
	list := make([]string, rank)
	for i := range list {
		list[i] = fmt.Sprintf("j_%d", e.next())
	}
	return list
}

// loops writes the loops over extents, the first one innermost.
func (e *emitter) loops(index, extents []string) (open, closing string) {
	for i := len(index) - 1; i >= 0; i-- {
		open += fmt.Sprintf("for (long %s = 0; %s < %s; %s++) { ", index[i], index[i], extents[i], index[i])
		closing += " }"
	}
	return open, closing
}

// with translates an expression at an index: the element of arrays there.
func (e *emitter) with(index []string, x *syntax.Expr) value {
	outer := e.index
	e.index = index
	v := e.expr(x)
	e.index = outer
	return v
}

// evaluate computes an array expression into a temporary of its own, and answers its name.
func (e *emitter) evaluate(a *syntax.Expr, t tree.Type, what string, lanes bool) string {
	extents := e.extents(a)
	index := e.indices(len(extents))
	v := e.with(index, a)
	if v.t != t {
		e.fail("give it the type of the dummy argument", "%s for %s", v.t, what)
	}
	name, count := fmt.Sprintf("w_%d", e.next()), e.counter()
	open, closing := e.loops(index, extents)
	e.before("%s", local(e.kindOf(t, lanes), name, product(extents...)))
	e.before("%s = 0; %s%s[%s++] = %s;%s", count, open, name, count, v.code, closing)
	return name
}

// constructed is an element of [a, b, c]: the values are stored before the statement.
func (e *emitter) constructed(x *syntax.Expr) value {
	if len(x.Of) == 0 {
		e.fail("write the values", "an empty array")
	}
	if len(e.index) == 0 {
		e.fail("write a loop over the elements", "an array where a number is expected")
	}
	outer := e.index
	t := e.typeOfValues(x)
	var fill []string
	count := e.counter()
	name := fmt.Sprintf("w_%d", e.next())
	for _, item := range x.Of {
		if item.Kind == syntax.Implied {
			e.fail("write a loop", "an implied loop in an array")
		}
		open, closing := "", ""
		e.index = nil
		if r := e.rank(item); r > 0 {
			index := e.indices(r)
			open, closing = e.loops(index, e.extents(item))
			e.index = index
		}
		v := e.expr(item)
		e.index = nil
		if t.Base == tree.None {
			t = v.t
		}
		if t.Base == tree.Character {
			e.fail(textCure, "an array of texts")
		}
		if v.t != t && x.Text != "" {
			v = e.convert(v, t)
		} else if v.t != t {
			e.fail("give all values the same kind", "an array of %s and %s", t, v.t)
		}
		fill = append(fill, fmt.Sprintf("%s%s[%s++] = %s;%s", open, name, count, v.code, closing))
	}
	e.before("%s", local(e.kindOf(t, e.varies(x)), name, e.length(x)))
	e.before("%s = 0; %s", count, strings.Join(fill, " "))
	e.index = outer
	return value{t: t, code: fmt.Sprintf("%s[%s]", name, outer[0])}
}

// typeOfValues is the type that a constructor states, or none.
func (e *emitter) typeOfValues(x *syntax.Expr) (t tree.Type) {
	if x.Text != "" {
		var bad *syntax.Trouble
		if t, bad = e.p.Scope.TypeOf(syntax.TypeOf(x.Text)); bad == nil && t.Base > tree.Logical {
			bad = syntax.NewTrouble("write the values one by one", "the type %s in an array constructor", t)
		}
		e.check(bad)
	}
	return t
}

// length answers how many values a constructor has.
func (e *emitter) length(x *syntax.Expr) string {
	scalars, rest := 0, ""
	for _, item := range x.Of {
		if item.Kind == syntax.Implied {
			e.fail("write a loop", "an implied loop in an array")
		}
		if e.rank(item) == 0 {
			scalars++
			continue
		}
		rest += " + " + product(e.extents(item)...)
	}
	if rest == "" {
		return fmt.Sprint(scalars)
	}
	return fmt.Sprintf("(%d%s)", scalars, rest)
}

// writable refuses an assignment to what a routine must not change.
func (e *emitter) writable(name string) *tree.Symbol {
	x, bad := e.p.Scope.Lookup(name)
	e.check(bad)
	if other := e.p.Scope.OtherName(name, x); other != "" && x.OfModule() {
		e.fail("use it by one name", "the variable %s of the module %s, which is written and has the names %s and %s", x.Name, x.Module, min(name, other), max(name, other))
	}
	switch {
	case x.PerPoint, x.OfModule() && !x.Common && x.Array() && e.p.Unit.OverGrid:
	case x.Common:
		e.fail("pass it as an argument, or use --per-point", "the variable %s of COMMON is written (impure)", name)
	case x.OfModule():
		e.fail("pass it as an argument, or use --per-point", "the module variable %s is written (impure)", name)
	case x.Parameter:
		e.fail("use a variable", "the parameter %s is written", name)
	case x.Intent == "in":
		e.fail("use a variable of its own", "the argument %s with intent(in) is written", name)
	case x.Procedure != nil || x.Generic || x.Def != nil || x.External:
		e.fail("use a variable", "an assignment to %s", name)
	case x.Keeping() && !x.Argument && !e.p.Transient(e.world, x) && !e.p.Memo(e.world):
		e.fail("pass it as an argument, set it by an assignment, or use --per-point", "the variable %s, which keeps its value from call to call (SAVE)", name)
	}
	return x
}

// uses says whether an expression reads the memory of a name elsewhere than at the same elements.
func uses(x *syntax.Expr, name, same string) bool {
	return x.Any(func(y *syntax.Expr) bool { return y.Named() && y.Text == name && y.String() != same })
}

// assign writes target = source; mask is the code of a condition for each element, or "".
func (e *emitter) assign(target, source *syntax.Expr, mask func(index []string) string) {
	name := tree.Root(target)
	if name == "" {
		e.fail("assign to a variable", "an assignment to %s", target)
	}
	e.writable(name)
	if target.Kind == syntax.Call {
		if s := e.p.Scope.Known(name); s == nil || !s.Array() && !e.isText(target) {
			e.fail("declare it as an array", "an assignment to %s, which is not an array", target)
		}
	}
	rank := e.rank(target)
	if e.isText(target) {
		e.assignText(target, source)
		return
	}
	e.atHand(target)
	if rank == 0 {
		if mask != nil {
			e.fail("use if", "a where with a number")
		}
		if target.Kind == syntax.Variable && source.Kind == syntax.Call {
			e.alone = source
		}
		e.assigned = []*syntax.Expr{target, source}
		v := e.scalar(source)
		e.alone, e.assigned = nil, nil
		at, subs := e.designator(target)
		code := at.code
		if at.dims != nil {
			code = e.element(at, subs)
		}
		if e.deep(at.t); at.symbol.Class && target.Kind == syntax.Variable {
			e.fail("set the components one by one", "an assignment to %s, which may be of a type that extends its own", target)
		}
		v = e.fitted(v, at.t)
		e.flush(func() { e.emit("%s", e.store(target, code, v.code)) })
		return
	}
	e.assignArray(target, source, name, rank, mask)
}

func (e *emitter) assignArray(target, source *syntax.Expr, name string, rank int, mask func([]string) string) {
	if r := e.rank(source); r != 0 && r != rank {
		e.fail("give both sides the same shape", "an array of rank %d is assigned to one of rank %d", r, rank)
	}
	e.oneExtent(target, source)
	at, subs := e.designator(target)
	extents := e.extents(target)
	if e.rank(source) > 0 {
		e.alike(extents, e.extents(source))
	}
	index := e.indices(rank)
	e.index = index
	v := e.fitted(e.elementOf(source), at.t)
	left, test := e.element(at, subs), ""
	if mask != nil {
		test = "if (" + mask(index) + ") "
	}
	e.index = nil
	if uses(source, name, target.String()) || subscriptsUse(target, name) || e.callsInternal(source) || e.overlaid(target) || e.moves(source) || e.pointsInto(target, source) {
		// the source comes first: it reads what the assignment writes
		memory, count := fmt.Sprintf("w_%d", e.next()), e.counter()
		open, closing := e.loops(index, extents)
		e.before("%s", local(e.kindOf(at.t, e.varies(target)), memory, product(extents...)))
		e.before("%s = 0; %s%s%s[%s] = %s; %s++;%s", count, open, test, memory, count, v.code, count, closing)
		e.flush(func() {
			e.emit("%s = 0; %s%s%s %s++;%s", count, open, test, e.store(target, left, memory+"["+count+"]"), count, closing)
		})
		return
	}
	open, closing := e.loops(index, extents)
	e.flush(func() { e.emit("%s%s%s%s", open, test, e.store(target, left, v.code), closing) })
}

// fitted is a value as a variable of a type takes it.
func (e *emitter) fitted(v value, t tree.Type) value {
	switch {
	case t.Base != tree.Derived && t.Base != tree.Logical:
		return e.convert(v, t)
	case t.Base == tree.Logical && v.t.Base == tree.Logical:
		return value{t: t, code: v.code}
	}
	if e.deep(t); v.t != t {
		e.fail(arithmetic, "%s is assigned to %s", v.t, t)
	}
	return v
}

// pointsInto says whether a pointer array of the source may be the memory of the target, or the other way round.
func (e *emitter) pointsInto(target, source *syntax.Expr) bool {
	left := e.p.Scope.Known(tree.Root(target))
	return left != nil && source.Any(func(y *syntax.Expr) bool {
		x := e.p.Scope.Known(y.Text)
		return y.Kind == syntax.Component && left.Target || y.Named() && x != nil &&
			(x.Deferred == "pointer" && (left.Target || left.Deferred == "pointer") || x.Target && left.Deferred == "pointer")
	})
}

// elementOf is the element at hand of an array, or a number for all of them.
func (e *emitter) elementOf(x *syntax.Expr) value {
	if e.rank(x) == 0 {
		return e.scalar(x)
	}
	return e.expr(x)
}

// atHand refuses to change what an allocatable or pointer component leads to.
func (e *emitter) atHand(target *syntax.Expr) {
	if at, _ := e.designator(target); at.behind {
		e.fail("pass it as an argument", "what %s leads to is written", target)
	}
}

// deep refuses an assignment that copies what allocatable components hold.
func (e *emitter) deep(t tree.Type) {
	if t.Base == tree.Derived && t.Def.Owns {
		e.fail("set the components one by one", "an assignment of the type %s, which has allocatable components", t.Def.Name)
	}
}

// callsInternal says whether an expression calls an internal procedure, which may read any variable of the routine.
func (e *emitter) callsInternal(x *syntax.Expr) bool {
	return x.Any(func(y *syntax.Expr) bool {
		q := e.p.CalledIn(e.world, y)
		return q != nil && q.Host != nil
	})
}

func subscriptsUse(target *syntax.Expr, name string) bool {
	return target.Kind == syntax.Call && slices.ContainsFunc(target.Of, func(s *syntax.Expr) bool { return s.Kind != syntax.Variable && uses(s, name, "") })
}

// flush writes a statement between what runs before it and behind it.
func (e *emitter) flush(statement func()) {
	pre, post := e.pre, e.post
	e.pre, e.post = nil, nil
	if len(pre) == 0 && len(post) == 0 {
		statement()
		return
	}
	e.emit("{")
	for _, l := range pre {
		e.emit("  %s", l)
	}
	statement()
	for _, l := range post {
		e.emit("  %s", l)
	}
	e.emit("}")
}
