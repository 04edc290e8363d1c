package translate

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// mathematics maps functions of one real number to those of C; specific names say their kind.
var mathematics = map[string]string{"sqrt": "sqrt", "exp": "exp", "log": "log", "log10": "log10", "sin": "sin", "cos": "cos", "tan": "tan",
	"asin": "asin", "acos": "acos", "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "asinh", "acosh": "acosh",
	"atanh": "atanh", "erf": "erf", "erfc": "erfc", "gamma": "tgamma", "log_gamma": "lgamma", "aint": "trunc", "anint": "round"}

// specific maps old names to the generic one, with the type that their arguments must have.
var specific = map[string]struct {
	name string
	t    tree.Type
}{}

func init() {
	for _, list := range []struct {
		t     tree.Type
		pairs string
	}{
		{real8, "dsqrt sqrt dexp exp dlog log dlog10 log10 dsin sin dcos cos dtan tan dasin asin dacos acos datan atan dsinh sinh dcosh cosh dtanh tanh dint aint dnint anint dabs abs dmod mod dsign sign ddim dim dmax1 max dmin1 min datan2 atan2 idint int idnint nint sngl real derf erf derfc erfc dgamma gamma"},
		{tree.Type{Base: tree.Real, Kind: 4}, "alog log alog10 log10 amod mod amax1 max amin1 min ifix int"},
		{integer4, "iabs abs isign sign idim dim max0 max min0 min float real dfloat dble"},
	} {
		for pair := range slices.Chunk(strings.Fields(list.pairs), 2) {
			specific[pair[0]] = struct {
				name string
				t    tree.Type
			}{pair[1], list.t}
		}
	}
}

// elemental are the intrinsics that work element by element.
var elemental = strings.Fields("abs mod modulo sign dim max min atan2 hypot int nint floor ceiling real dble merge iand ior ieor not ishft btest ieee_is_nan ieee_is_finite isnan dprod logical")

// generic answers the generic name and the type that a specific one asks for.
func generic(name string) (string, *tree.Type) {
	if s, is := specific[name]; is {
		return s.name, &s.t
	}
	return name, nil
}

// ofKind is a default real number for 4 and double precision for 8.
func (e *emitter) ofKind(kind int) tree.Type {
	t := e.p.Scope.Default(tree.Type{Base: tree.Real, Kind: kind})
	if t.Kind > 8 {
		e.fail("give -fdefault-double-8 too, or write real(8)", "double precision of 16 bytes, which -fdefault-real-8 gives")
	}
	return t
}

// arguments pairs keywords with names; missing ones are nil.
func (e *emitter) arguments(x *syntax.Expr, names ...string) []*syntax.Expr {
	list := make([]*syntax.Expr, len(names))
	for i, a := range x.Of {
		if a.Kind == syntax.Keyword {
			i, a = slices.Index(names, a.Text), a.Of[0]
		}
		if i < 0 || i >= len(names) || list[i] != nil {
			e.fail("write a loop", "the arguments of %s", x)
		}
		list[i] = a
	}
	return list
}

// intrinsic translates an intrinsic function.
func (e *emitter) intrinsic(x *syntax.Expr) value {
	name, wanted := generic(x.Text)
	if v, is := e.inquiry(name, x); is {
		return v
	}
	if v, is := e.reduction(name, x); is {
		return v
	}
	f, isMath := mathematics[name]
	if !isMath && !slices.Contains(elemental, name) && !slices.Contains(ofBits, name) && !slices.Contains(ofParts, name) {
		e.fail("write it with loops and elementary functions", "the intrinsic %s", x.Text)
	}
	var kind *tree.Value
	var list []value
	var from []*syntax.Expr
	for i, a := range x.Of {
		if a.Kind == syntax.Keyword && a.Text == "kind" || i == 1 && slices.Contains([]string{"int", "nint", "real", "floor", "ceiling", "aint", "anint", "logical"}, name) {
			v, ok := e.p.Scope.Constant(a.Value())
			if !ok {
				e.fail("write the number", "the kind %s", a)
			}
			kind = &v
			continue
		}
		if a.Kind == syntax.Keyword {
			e.fail("leave the name of the argument out", "the argument %s of %s", a.Text, x.Text)
		}
		v := e.elementOf(a)
		if wanted != nil && v.t != e.p.Scope.Default(*wanted) {
			e.fail("use the generic name", "%s of a %s", x.Text, v.t)
		}
		list, from = append(list, v), append(from, a)
	}
	if slices.Contains([]string{"max", "min", "mod", "modulo", "dim"}, name) {
		e.promote(name, list)
	}
	for i := range list {
		if e.varies(x) && !e.varies(from[i]) { // C++ chooses the function by the types of all arguments
			list[i].code = e.kindOf(list[i].t, true) + "(" + list[i].code + ")"
		}
	}
	if kind == nil {
		if v, ok := e.foldCall(name, list); ok {
			return v
		}
	}
	switch {
	case isMath && len(list) == 1 && list[0].t.Base == tree.Real && kind == nil:
		v := list[0]
		macro := "F_OF"
		if slices.Contains([]string{"sqrt", "trunc", "round"}, f) {
			macro = "F_EVEN"
		}
		return value{t: v.t, code: fmt.Sprintf("%s%s(%s, %s)", macro, suffix(v.t), f, v.code), open: v.open || v.folded != nil}
	case isMath:
		e.fail("convert the argument", "the arguments of %s", x.Text)
	}
	return e.elementwise(name, x, list, kind)
}

// promote converts numbers of one base to the largest kind among them, as gfortran does for max, min, mod, modulo and dim.
func (e *emitter) promote(name string, list []value) {
	var t tree.Type
	mixed := false
	for i, v := range list {
		if v.t.Base > tree.Real || v.t.Base != list[0].t.Base {
			return
		}
		if i == 0 {
			t = v.t
		}
		mixed, t = mixed || v.t != t, tree.Common(t, v.t)
	}
	if !mixed {
		return
	}
	e.warn(name + " of numbers of several kinds: each is converted to the largest kind, as gfortran does")
	for i := range list {
		list[i] = e.convert(list[i], t)
	}
}

func (e *emitter) foldCall(name string, list []value) (value, bool) {
	var constants []tree.Value
	for _, v := range list {
		if v.folded == nil {
			return value{}, false
		}
		constants = append(constants, *v.folded)
	}
	v, ok := e.p.Scope.FoldCall(name, constants)
	return constant(v), ok
}

// needs refuses another number of arguments, or arguments that are no numbers.
func (e *emitter) needs(n int, name string, list []value, bases ...tree.Base) {
	for _, v := range list {
		if !slices.Contains(bases, v.t.Base) {
			e.fail(arithmetic, "%s of a %s", name, v.t)
		}
	}
	if len(list) != n {
		e.fail("correct the call", "%d arguments of %s", len(list), name)
	}
}

func (e *emitter) same(name string, list []value) tree.Type {
	for _, v := range list[1:] {
		if v.t != list[0].t {
			e.fail("give the arguments the same kind", "%s of %s and %s", name, list[0].t, v.t)
		}
	}
	return list[0].t
}

// constants says whether all values are known to a compiler.
func constants(list []value) bool {
	return !slices.ContainsFunc(list, func(v value) bool { return v.folded == nil && !v.open })
}

// elementwise translates an intrinsic that works element by element.
func (e *emitter) elementwise(name string, x *syntax.Expr, list []value, kind *tree.Value) value {
	const whole, number = tree.Integer, tree.Real
	of := func(i int) string { return list[i].code }
	if len(list) > 0 && list[0].t.Base == number && constants(list) { // gfortran folds it, and a function of it, in one rounding each
		if name == "abs" && len(list) == 1 {
			return value{t: list[0].t, code: fmt.Sprintf("F_EVEN%s(fabs, %s)", suffix(list[0].t), list[0].code), open: true}
		}
		if slices.Contains([]string{"mod", "modulo", "sign", "dim", "max", "min", "merge"}, name) {
			e.fail("write the number out", "a function of constants that the compiler folds")
		}
	}
	if plain, is := plainIntrinsics[name]; is {
		e.needs(plain.count, name, list, plain.bases...)
		t := list[0].t
		if plain.same {
			t = e.same(name, list)
		}
		code := strings.NewReplacer("@", suffix(t), "$1", of(0), "$2", list[len(list)-1].code).Replace(plain.code)
		if plain.logical {
			t = logical4
		}
		return value{t: t, code: code}
	}
	switch name {
	case "max", "min":
		return e.extremeOf(name, list)
	case "mod", "modulo":
		e.needs(2, name, list, whole, number)
		t, second := e.same(name, list), of(1)
		if t.Base == whole {
			second = "F_NZ(" + second + ")"
		}
		return value{t: t, code: fmt.Sprintf("f_%s(%s, %s)", name, of(0), second)}
	case "dprod":
		e.needs(2, name, list, number)
		return value{t: e.ofKind(8), code: fmt.Sprintf("((double)%s * (double)%s)", of(0), of(1))}
	case "int", "real", "dble":
		e.needs(1, name, list, whole, number)
		t := integer4
		if name != "int" {
			t = e.ofKind(map[string]int{"real": 4, "dble": 8}[name])
		}
		return e.convert(list[0], e.kinded(name, t, kind))
	case "nint", "floor", "ceiling":
		e.needs(1, name, list, number)
		t := e.kinded(name, integer4, kind)
		e.warn("the integer of a real that is NaN or too large differs between CPU and GPU")
		return value{t: t, code: fmt.Sprintf("f_%s<%s>(F_OPEN(%s, %s))", name, CType(t), CType(t), of(0))}
	case "merge":
		if len(list) != 3 || list[2].t.Base != tree.Logical {
			e.fail("write if", "the arguments of merge")
		}
		t := e.same(name, list[:2])
		if t.Base >= tree.Derived {
			e.fail("write if", "merge of a %s", t)
		}
		return value{t: t, code: fmt.Sprintf("f_merge(%s, %s, %s)", of(0), of(1), of(2))}
	}
	if slices.Contains(ofBits, name) {
		return e.bits(name, list)
	}
	return e.realParts(name, list)
}

// plainIntrinsics are those that are one expression of C++: of $1 and $2, with f for real(4) in the place of @.
var plainIntrinsics = map[string]struct {
	count         int
	bases         []tree.Base
	same, logical bool // the arguments have one type; the answer is a logical
	code          string
}{
	"abs":            {count: 1, bases: []tree.Base{tree.Integer, tree.Real}, code: "f_abs($1)"},
	"sign":           {2, []tree.Base{tree.Integer, tree.Real}, true, false, "f_sign($1, $2)"},
	"dim":            {2, []tree.Base{tree.Integer, tree.Real}, true, false, "f_dim($1, $2)"},
	"atan2":          {2, []tree.Base{tree.Real}, true, false, "F_OF2@(atan2, $1, $2)"},
	"hypot":          {2, []tree.Base{tree.Real}, true, false, "F_OF2@(hypot, $1, $2)"},
	"iand":           {2, []tree.Base{tree.Integer}, true, false, "($1 & $2)"},
	"ior":            {2, []tree.Base{tree.Integer}, true, false, "($1 | $2)"},
	"ieor":           {2, []tree.Base{tree.Integer}, true, false, "($1 ^ $2)"},
	"not":            {count: 1, bases: []tree.Base{tree.Integer}, code: "(~$1)"},
	"btest":          {2, []tree.Base{tree.Integer}, false, true, "((int)(($1 >> $2) & 1))"},
	"ishft":          {count: 2, bases: []tree.Base{tree.Integer}, code: "f_ishft($1, (int)$2)"},
	"ieee_is_nan":    {1, []tree.Base{tree.Real}, false, true, "f_isnan($1)"},
	"isnan":          {1, []tree.Base{tree.Real}, false, true, "f_isnan($1)"},
	"ieee_is_finite": {1, []tree.Base{tree.Real}, false, true, "f_isfinite($1)"},
}

// kinded is a type with the kind that an argument gives.
func (e *emitter) kinded(name string, t tree.Type, kind *tree.Value) tree.Type {
	if kind != nil {
		t.Kind = int(kind.I)
	}
	if t.Kind != 4 && t.Kind != 8 {
		e.fail("use kind 4 or 8", "%s of kind %d", name, t.Kind)
	}
	return t
}

// extremeOf is max or min of some numbers.
func (e *emitter) extremeOf(name string, list []value) value {
	if len(list) < 2 {
		e.fail("give two arguments", "%s of one argument", name)
	}
	e.needs(len(list), name, list, tree.Integer, tree.Real)
	t := e.same(name, list)
	if t.Base == tree.Real {
		e.warn(name + " with a NaN is open in Fortran: compilers differ")
	}
	all := list[0].code
	for _, v := range list[1:] {
		a, b := all, v.code
		if v.folded != nil || v.open { // the compiler turns the operands round, which shows for NaN and zeros
			a, b = b, a
		}
		all = fmt.Sprintf("f_%s(%s, %s)", name, a, b)
	}
	return value{t: t, code: all}
}
