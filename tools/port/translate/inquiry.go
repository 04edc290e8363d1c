package translate

import (
	"fmt"
	"slices"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// inquiry translates functions that ask for a property of a name rather than for its value.
func (e *emitter) inquiry(name string, x *syntax.Expr) (value, bool) {
	if slices.Contains(tree.Inquiries, name) && len(x.Of) == 1 {
		return e.model(name, x), true
	}
	switch name {
	case "int": // of bits, as z'0a'
		if v, ok := e.p.Scope.Constant(x); ok {
			return constant(v), true
		}
	case "ichar", "iachar":
		return e.characterCode(x), true
	case "char", "achar":
		return e.character(x), true
	case "len", "len_trim":
		return e.textLength(x), true
	case "trim":
		return value{t: tree.Type{Base: tree.Character, Kind: -1}, code: fmt.Sprintf("f_trim(%s)", e.textOf(x).code)}, true
	case "allocated", "associated":
		if len(x.Of) == 1 && x.Of[0].Kind == syntax.Component && len(x.Of[0].Of) == 1 {
			if outer, _ := e.designator(x.Of[0].Of[0]); outer.t.Base == tree.Derived && outer.t.Def.Inherited(x.Of[0]) != nil {
				return e.inquiry(name, &syntax.Expr{Kind: syntax.Call, Text: x.Text, Of: []*syntax.Expr{outer.t.Def.Inherited(x.Of[0])}})
			}
			if outer, subs := e.designator(x.Of[0].Of[0]); outer.t.Base == tree.Derived && e.rankOf(outer, subs) == 0 {
				if f := outer.t.Def.Field(x.Of[0].Text); f != nil && f.Deferred != "" {
					e.result.Follows = true
					code := outer.code
					if outer.dims != nil {
						code = e.element(outer, subs)
					}
					return value{t: logical4, code: fmt.Sprintf("(%s.v_%s[0] != 0)", code, f.Name)}, true
				}
			}
		}
		if len(x.Of) == 1 && x.Of[0].Kind == syntax.Variable {
			if s := e.p.Scope.Known(x.Of[0].Text); s != nil && s.Table() {
				e.touch(s)
				at := map[bool]string{true: ".at"}[s.Array()]
				return value{t: logical4, code: fmt.Sprintf("(d_%s%s != nullptr)", Variable(s), at)}, true
			}
		}
	case "present":
		if len(x.Of) == 1 && x.Of[0].Kind == syntax.Variable {
			if s := e.p.Scope.Known(x.Of[0].Text); s != nil && s.Argument && s.Optional {
				return value{t: logical4, code: "(v_" + s.Name + " != nullptr)"}, true
			}
		}
		e.fail("ask for an optional argument", "%s", x)
	case "selected_real_kind", "selected_int_kind":
		if v, ok := e.p.Scope.Constant(x); ok {
			return constant(v), true
		}
		e.fail("write the number", "%s", x)
	case "size", "lbound", "ubound":
		return e.bounds(name, x), true
	case "ieee_value":
		if len(x.Of) == 2 && x.Of[1].Kind == syntax.Variable {
			t := e.typeOf(x.Of[0])
			codes := map[string]string{"ieee_quiet_nan": "NAN", "ieee_positive_inf": "INFINITY", "ieee_negative_inf": "(-INFINITY)"}
			if c := codes[x.Of[1].Text]; c != "" && t.Base == tree.Real {
				return value{t: t, code: fmt.Sprintf("((%s)%s)", CType(t), c)}, true
			}
		}
		e.fail("use ieee_quiet_nan, ieee_positive_inf or ieee_negative_inf", "%s", x)
	}
	return value{}, false
}

// model translates an inquiry about the type of its argument.
func (e *emitter) model(name string, x *syntax.Expr) value {
	if v, ok := e.p.Scope.Constant(x); ok {
		return constant(v)
	}
	outer := e.pre
	t := e.typeOf(x.Of[0])
	e.pre = outer
	v, ok := tree.Model(name, t)
	if !ok {
		e.fail("write the number", "%s", x)
	}
	return constant(v)
}

// typeOf answers the type of an expression, whose code is thrown away.
func (e *emitter) typeOf(x *syntax.Expr) tree.Type {
	return e.with(e.indices(e.rank(x)), x).t
}

func (e *emitter) bounds(name string, x *syntax.Expr) value {
	list := e.arguments(x, "array", "dim")
	if list[0] == nil || !e.designates(list[0]) && name != "size" {
		e.fail("name an array", "%s", x)
	}
	if list[1] == nil && name != "size" {
		e.fail("give the number of the extent", "%s of all extents", name)
	}
	n := int64(0)
	if list[1] != nil {
		v, ok := e.p.Scope.Constant(list[1])
		if !ok {
			e.fail("write the number of the extent", "%s", x)
		}
		n = v.I
	}
	if name == "size" {
		extents := e.extents(list[0])
		if n > int64(len(extents)) {
			e.fail("correct the number of the extent", "%s", x)
		}
		if n > 0 {
			extents = extents[n-1 : n]
		}
		code := product(extents...)
		return value{t: integer4, code: "((int)(" + code + "))"}
	}
	at, subs := e.designator(list[0])
	if subs != nil || n < 1 || n > int64(len(at.dims)) || at.dims[n-1].unknown && name == "ubound" {
		e.fail("name an array whose extents are known", "%s", x)
	}
	d := at.dims[n-1]
	if name == "lbound" {
		return value{t: integer4, code: fmt.Sprintf("((int)f_low(%s, %s))", d.low, d.extent)}
	}
	return value{t: integer4, code: fmt.Sprintf("((int)f_high(%s, %s))", d.low, d.extent)}
}
