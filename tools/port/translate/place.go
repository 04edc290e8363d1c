package translate

import (
	"fmt"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// dim is an extent as C++; unknown: the caller knows it.
type dim struct {
	low, extent string
	unknown     bool
	stride      string // of a pointer array, in elements; "": elements lie side by side
}

// place is memory: a scalar (code), or an array (base and its extents).
type place struct {
	t      tree.Type
	code   string
	base   string
	dims   []dim
	symbol *tree.Symbol // whose memory it is
	far    string       // in packs: how many bytes it lies behind code or base, in each lane; "": nowhere
	folded *tree.Value
	behind bool // an allocatable or pointer component leads to it
}

// base answers the pointer to an array's first element.
func (e *emitter) base(x *tree.Symbol) string {
	switch {
	case x.PerPoint:
		return own(x)
	case x.OfModule():
		return Variable(x)
	case x.Parameter && x.Home != e.p.Scope:
		return "k_" + x.Module + "_" + x.Name
	case e.constant(x):
		return "k_" + x.Name
	}
	return "v_" + x.Name
}

// dims answers the extents of an array; those that are not constant are fixed at entry.
func (e *emitter) dims(x *tree.Symbol) []dim {
	if e.outer != nil && x.Home == e.outer.p.Scope {
		return e.outer.dims(x)
	}
	key := e.base(x)
	if d, known := e.shapes[key]; known {
		if d == nil {
			e.fail("give constant extents", "the extents of %s, which depend on themselves", x.Name)
		}
		return d
	}
	e.shapes[key] = nil
	list := make([]dim, len(x.Dims))
	for i, d := range x.Dims {
		list[i] = e.dim(x, i, d)
	}
	e.shapes[key] = list
	return list
}

func (e *emitter) dim(x *tree.Symbol, i int, d tree.Dim) dim {
	low, fixed := "1", true
	if d.Low != nil {
		low, fixed = e.bound(x, d.Low)
		if !fixed {
			low = e.fix(fmt.Sprintf("l_%s_%d", x.Name, i+1), low)
		}
	}
	switch {
	case d.Star:
		if !x.Argument && x.Parameter {
			if values, ok := x.Values(); ok && len(x.Dims) == 1 {
				return dim{low: low, extent: fmt.Sprint(len(values))}
			}
		}
		if !x.Argument {
			e.fail("give the extent", "the extent * of %s", x.Name)
		}
		return dim{low: low, unknown: true}
	case x.Deferred != "":
		return e.described(x, i)
	case d.Assumed:
		if !x.Argument {
			e.fail("use an array whose extents are arguments", "the extent : of %s", x.Name)
		}
		return dim{low: low, extent: fmt.Sprintf("e_%s_%d", x.Name, i+1)}
	}
	high, _ := e.bound(x, d.High)
	if v, ok := x.Home.Constant(d.High); ok && fixed {
		l := tree.Value{I: 1}
		if d.Low != nil {
			l, _ = x.Home.Constant(d.Low)
		}
		return dim{low: low, extent: fmt.Sprint(max(0, v.I-l.I+1))}
	}
	if strings.ToLower(x.Name) != x.Name {
		e.fail("give constant extents, or declare it at the top of the routine", "the extents of an array of a BLOCK")
	}
	if x.OfModule() {
		e.fail("give it constant extents", "the extents of the module array %s", x.Name)
	}
	return dim{low: low, extent: e.fix(fmt.Sprintf("e_%s_%d", x.Name, i+1), fmt.Sprintf("f_extent(%s, %s)", low, high))}
}

// described is an extent that the descriptor of an allocatable or pointer array holds.
func (e *emitter) described(x *tree.Symbol, i int) dim {
	name, from := fmt.Sprintf("%s_%d", Variable(x), i+1), fmt.Sprintf("d_%s.dims[%d]", Variable(x), i)
	d := dim{low: e.fix("l_"+name, from+".low"), extent: e.fix("e_"+name, fmt.Sprintf("f_extent(%[1]s.low, %[1]s.high)", from))}
	if x.Deferred == "pointer" {
		d.stride = e.fix("s_"+name, from+".stride")
	}
	return d
}

// fix computes a number at entry.
func (e *emitter) fix(name, code string) string {
	e.entry = append(e.entry, fmt.Sprintf("const long %s = %s;", name, code))
	return name
}

// bound translates an expression of an extent; constant says whether it is a number.
func (e *emitter) bound(x *tree.Symbol, b *syntax.Expr) (string, bool) {
	if v, ok := x.Home.Constant(b); ok {
		return literal(v), true
	}
	if x.Home != e.p.Scope {
		e.fail("give it constant extents", "the extents of %s", x.Name)
	}
	saved, index := e.pre, e.index
	e.pre, e.index = nil, nil
	v := e.integer(b)
	if len(e.pre) > 0 {
		e.fail("give the extent as an argument", "the extent %s of %s", b, x.Name)
	}
	e.pre, e.index = saved, index
	return v.code, false
}

// variable resolves a name that stands for memory.
func (e *emitter) variable(name string) place {
	x, bad := e.p.Scope.Lookup(name)
	e.check(bad)
	switch {
	case x.Procedure != nil && x != e.p.Result, x.External:
		e.fail("call the procedure by its name, with its arguments", "the procedure %s as an operand", name)
	case x.Def != nil || x.Generic:
		e.fail("name a variable", "the name %s as an operand", name)
	case x.Intrinsic:
		e.fail("call it with its arguments", "the intrinsic %s as an operand", name)
	}
	if !x.Parameter || x.Array() {
		e.touch(x)
	}
	if x.Type.Base == tree.Character && x.Parameter {
		return e.textParameter(x)
	}
	if e.packs != nil && x.Deferred == "pointer" && x.Array() {
		e.fail("", "the pointer array %s, whose elements may lie apart", name)
	}
	at := place{t: x.Type, symbol: x}
	if x.Array() {
		at.base, at.dims = e.base(x), e.dims(x)
		return at
	}
	if x.Parameter || x.Saved && !x.PerPoint && !x.OfModule() && (x.Init != nil || x.Data != nil) && x.Overlay == nil && !e.restarts(x) {
		v, ok := e.scalarConstant(x)
		if !ok {
			return e.openConstant(x)
		}
		at.folded, at.code = &v, literal(v)
		return at
	}
	at.code = e.base(x)
	if x.Follows() {
		at.code, at.behind = "(*"+at.code+")", true
		return at
	}
	if x.Type.Base == tree.Character && !x.Argument {
		at.code = fmt.Sprintf("(f_text{%s, %d})", at.code, x.Type.Kind)
	}
	if x.Argument && x.Type.Base != tree.Character || x.Overlay != nil {
		at.code = "(*" + at.code + ")"
	}
	return at
}

func (e *emitter) scalarConstant(x *tree.Symbol) (tree.Value, bool) {
	init := x.Init
	if init == nil && len(x.Data) == 1 {
		init = x.Data[0]
	}
	if init == nil || x.Type.Base == tree.Derived {
		return tree.Value{}, false
	}
	return x.Home.Datum(init, x.Type)
}

// openConstant is a parameter that this program cannot compute, such as exp(1.0): the C++ compiler folds it.
func (e *emitter) openConstant(x *tree.Symbol) place {
	if x.Init == nil || x.Home != e.p.Scope && !x.Parameter {
		e.fail("write the number out", "the constant %s", x.Name)
	}
	saved := e.p.Scope
	e.p.Scope = x.Home
	v := e.scalar(x.Init)
	e.p.Scope = saved
	if !v.open && v.folded == nil {
		e.fail("write the number out", "the constant %s", x.Name)
	}
	v = e.convert(v, x.Type)
	return place{t: x.Type, symbol: x, code: v.code, folded: v.folded}
}

// designator resolves a variable, an element, a section or a component; subscripts are nil for all of an array.
func (e *emitter) designator(x *syntax.Expr) (place, []*syntax.Expr) {
	switch x.Kind {
	case syntax.Variable:
		return e.variable(x.Text), nil
	case syntax.Call:
		at := e.variable(x.Text)
		if at.dims == nil {
			e.fail("declare it as an array, or give the file of the function", "%s, which is not an array", x.Text)
		}
		return at, e.subscripts(at, x.Of)
	}
	outer, subs := e.designator(x.Of[0])
	if outer.t.Base != tree.Derived {
		e.fail("correct the name", "a component of %s", x.Of[0])
	}
	if e.rankOf(outer, subs) > 0 {
		e.fail("write a loop over the elements", "the component of an array, %s", x)
	}
	if inherited := outer.t.Def.Inherited(x); inherited != nil {
		return e.designator(inherited)
	}
	code, far := outer.code, outer.far
	if outer.dims != nil {
		code, far = e.far(outer, subs)
	}
	f := outer.t.Def.Field(x.Text)
	if f == nil {
		e.fail("correct the name", "the component %s, which %s does not have", x.Text, outer.t)
	}
	if f.Deferred != "" {
		return e.followed(f, code, far, x.Of[1:], outer.symbol)
	}
	e.check(f.Bad)
	at := place{t: f.Type, symbol: outer.symbol, far: far, behind: outer.behind}
	if !f.Array() {
		if len(x.Of) > 1 {
			e.fail("correct the component", "subscripts of %s", x.Text)
		}
		if at.code = code + ".v_" + f.Name; far != "" && f.Type.Base != tree.Derived {
			at.code, at.far = e.fetched(f.Type, at.code, far), ""
		}
		return at, nil
	}
	at.base = code + ".v_" + f.Name
	lows, extents, _ := f.Shape()
	for i := range lows {
		at.dims = append(at.dims, dim{low: fmt.Sprint(lows[i]), extent: fmt.Sprint(extents[i])})
	}
	if len(x.Of) == 1 {
		return at, nil
	}
	return at, e.subscripts(at, x.Of[1:])
}

// point is p => x: C++ keeps the address. What lies there is only read, and nothing may change it by another name.
func (e *emitter) point(left, right *syntax.Expr) {
	const cure = "pass it as an argument, or write the names out"
	p := e.p.Scope.Known(left.Text)
	if left.Kind != syntax.Variable || p == nil || !p.Follows() || e.packs != nil || p.Home != e.p.Scope {
		e.fail(cure, "the pointer assignment to %s", left)
	}
	root := e.p.Scope.Known(tree.Root(right))
	if root == nil || !e.designates(right) || !(root.OfModule() && !root.PerPoint && !root.Common || root.Argument && root.Intent == "in" || root.Follows()) || e.rank(right) > 0 {
		e.fail(cure, "the pointer assignment of %s, which is not a variable of a module or a part of an argument with intent(in)", right)
	}
	e.touch(p)
	at, subs := e.designator(right)
	code := at.code
	if at.dims != nil {
		code = e.element(at, subs)
	}
	if at.t != p.Type {
		e.fail("give both the same type", "%s for the pointer %s", at.t, left)
	}
	e.flush(func() { e.emit("v_%s = &%s;", p.Name, code) })
}

// followed is what an allocatable or pointer component leads to. It is only read.
func (e *emitter) followed(f *tree.Symbol, code, far string, subs []*syntax.Expr, symbol *tree.Symbol) (place, []*syntax.Expr) {
	if far != "" || e.packs != nil {
		e.fail("", "the component %s, which is %s", f.Name, f.Deferred)
	}
	if f.Type.Base == tree.Derived {
		e.check(f.Type.Def.Trouble())
		e.define(f.Type.Def)
	}
	e.result.Follows = true
	at := place{t: f.Type, symbol: symbol, behind: true}
	t, from := CType(f.Type), fmt.Sprintf("(*(const f_descriptor *)%s.v_%s)", code, f.Name)
	if f.Rank == 0 {
		at.code = fmt.Sprintf("(**(%s **)%s.v_%s)", t, code, f.Name)
		if len(subs) > 0 {
			e.fail("correct the component", "subscripts of %s", f.Name)
		}
		return at, nil
	}
	at.base = fmt.Sprintf("((%s *)%s.at)", t, from)
	for i := range f.Rank {
		d := dim{low: fmt.Sprintf("%s.dims[%d].low", from, i), extent: fmt.Sprintf("f_extent(%[1]s.dims[%[2]d].low, %[1]s.dims[%[2]d].high)", from, i)}
		if f.Deferred == "pointer" {
			d.stride = fmt.Sprintf("%s.dims[%d].stride", from, i)
		}
		at.dims = append(at.dims, d)
	}
	if f.Deferred == "pointer" {
		at.base = fmt.Sprintf("(f_strided<%s>{(char *)%s.at, %s.span})", t, from, from)
	}
	if len(subs) == 0 {
		return at, nil
	}
	return at, e.subscripts(at, subs)
}
