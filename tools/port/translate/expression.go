package translate

import (
	"fmt"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// value is the code of a scalar, or of the element at e.index of an array.
type value struct {
	t      tree.Type
	code   string
	folded *tree.Value // known here
	open   bool        // constant, but the C++ compiler computes it
}

var (
	real8    = tree.Type{Base: tree.Real, Kind: 8}
	integer4 = tree.Type{Base: tree.Integer, Kind: 4}
	logical4 = tree.Type{Base: tree.Logical, Kind: 4}
)

func constant(v tree.Value) value { return value{t: v.Type, code: literal(v), folded: &v} }

// scalar translates an expression that must be one number.
func (e *emitter) scalar(x *syntax.Expr) value {
	if e.rank(x) > 0 {
		e.fail("write a loop over the elements", "the array %s where a number is expected", x)
	}
	return e.with(nil, x)
}

// integer translates a whole number.
func (e *emitter) integer(x *syntax.Expr) value {
	v := e.scalar(x)
	if v.t.Base != tree.Integer {
		e.fail("use an integer", "%s where an integer is expected", v.t)
	}
	return v
}

func (e *emitter) logical(x *syntax.Expr) value {
	v := e.expr(x)
	if v.t.Base != tree.Logical {
		e.fail("compare with a number", "%s where a logical is expected", v.t)
	}
	return v
}

// expr translates an expression; of an array the element at e.index.
func (e *emitter) expr(x *syntax.Expr) value {
	v := e.exprOf(x)
	e.lanesHold(v.t, x)
	return v
}

func (e *emitter) exprOf(x *syntax.Expr) value {
	switch x.Kind {
	case syntax.Constant:
		v, ok := e.p.Scope.Literal(x.Text)
		if !ok {
			e.fail("use real(4), real(8), integer(4), integer(8) or logical(4)", "the constant %s", x.Text)
		}
		return constant(v)
	case syntax.Text:
		return text(x.Text)
	case syntax.Bracket:
		v := e.expr(x.Of[0])
		if v.folded == nil {
			v.code = "(" + v.code + ")"
		}
		return v
	case syntax.Unary:
		return e.unary(x)
	case syntax.Binary:
		return e.binary(x)
	case syntax.Array:
		return e.constructed(x)
	case syntax.Variable, syntax.Component:
		if s, is := e.shadow[x.Text]; is && x.Kind == syntax.Variable {
			return s
		}
		return e.read(x)
	case syntax.Call:
		return e.call(x)
	}
	if x.Kind == syntax.Complex {
		e.fail("split it into a real and an imaginary part", "a complex number")
	}
	e.fail("write it out", "%s", x)
	return value{}
}

// read is the value of a variable, an element or a component.
func (e *emitter) read(x *syntax.Expr) value {
	at, subs := e.designator(x)
	if at.dims == nil {
		return value{t: at.t, code: at.code, folded: at.folded, open: at.folded == nil && at.symbol.Parameter && at.t.Base < tree.Derived}
	}
	if e.rankOf(at, subs) == 0 {
		if v, ok := e.p.Scope.Constant(x); ok {
			return constant(v)
		}
	}
	return value{t: at.t, code: e.element(at, subs)}
}

func (e *emitter) unary(x *syntax.Expr) value {
	v := e.expr(x.Of[0])
	number := v.t.Base == tree.Integer || v.t.Base == tree.Real
	switch {
	case x.Text == ".not." && v.t.Base != tree.Logical, x.Text != ".not." && !number:
		e.fail(arithmetic, "%s of a %s", x.Text, v.t)
	}
	if v.folded != nil {
		if r, ok := tree.FoldUnary(x.Text, *v.folded); ok {
			return constant(r)
		}
	}
	switch x.Text {
	case ".not.":
		return value{t: v.t, code: "(!" + v.code + ")"}
	case "-":
		return value{t: v.t, code: "(-" + v.code + ")", open: v.open}
	}
	return v
}

// convert gives a number another type.
func (e *emitter) convert(v value, t tree.Type) value {
	switch {
	case v.t == t:
		return v
	case v.t.Base > tree.Real || t.Base > tree.Real || v.t.Base == tree.None:
		e.fail(arithmetic, "%s where %s is expected", v.t, t)
	}
	if v.folded != nil {
		if c, ok := v.folded.Convert(t); ok {
			return constant(c)
		}
		e.fail("write a number that fits", "the constant %s as %s", v.code, t)
	}
	if e.packs != nil {
		return e.convertLanes(v, t)
	}
	code := fmt.Sprintf("(%s)%s", CType(t), v.code)
	if v.t.Base == tree.Real && t.Base == tree.Integer {
		e.warn("the integer of a real that is NaN or too large differs between CPU and GPU")
		code = fmt.Sprintf("F_INT(%s, %s)", CType(t), v.code)
	}
	return value{t: t, code: "(" + code + ")", open: v.open}
}

var relations = map[string]string{"==": "==", "/=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

func (e *emitter) binary(x *syntax.Expr) value {
	if x.Text == "//" {
		return e.joined(x)
	}
	a, b := e.expr(x.Of[0]), e.expr(x.Of[1])
	if a.t.Base == tree.Character || b.t.Base == tree.Character {
		return e.compareTexts(x.Text, a, b)
	}
	switch op := x.Text; op {
	case ".and.", ".or.", ".eqv.", ".neqv.":
		if a.t.Base != tree.Logical || b.t.Base != tree.Logical {
			e.fail("compare with a number", "%s of %s and %s", op, a.t, b.t)
		}
		sign := map[string]string{".and.": "&&", ".or.": "||", ".eqv.": "==", ".neqv.": "!="}[op]
		if v, ok := fold(op, a, b); ok {
			return v
		}
		return value{t: logical4, code: fmt.Sprintf("(%s %s %s)", a.code, sign, b.code)}
	case "**":
		return e.power(a, b)
	}
	if a.t.Base > tree.Real || b.t.Base > tree.Real {
		e.fail(arithmetic, "%s of %s and %s", x.Text, a.t, b.t)
	}
	if v, ok := fold(x.Text, a, b); ok {
		return v
	}
	t := tree.Common(a.t, b.t)
	a, b = e.convert(a, t), e.convert(b, t)
	open := (a.open || a.folded != nil) && (b.open || b.folded != nil)
	if sign := relations[x.Text]; sign != "" {
		return value{t: logical4, code: fmt.Sprintf("(%s %s %s)", a.code, sign, b.code)}
	}
	if x.Text == "/" && t.Base == tree.Integer {
		if b.folded != nil && b.folded.I == 0 {
			e.fail("correct it", "a division by zero")
		}
		return value{t: t, code: fmt.Sprintf("F_DIV(%s, %s)", a.code, b.code)}
	}
	return value{t: t, code: fmt.Sprintf("(%s %s %s)", a.code, x.Text, b.code), open: open}
}

func fold(op string, a, b value) (value, bool) {
	if a.folded == nil || b.folded == nil {
		return value{}, false
	}
	v, ok := tree.Fold(op, *a.folded, *b.folded)
	return constant(v), ok
}

// power is a**b: whole powers by the compiler's own chain of products, others by pow.
func (e *emitter) power(a, b value) value {
	if a.t.Base > tree.Real || b.t.Base > tree.Real {
		e.fail(arithmetic, "** of %s and %s", a.t, b.t)
	}
	if v, ok := fold("**", a, b); ok {
		return v
	}
	constants := (a.open || a.folded != nil) && (b.open || b.folded != nil) && b.t.Base == tree.Integer
	if constants && (b.folded == nil || b.folded.I < -1 || b.folded.I > 2) { // folded in one rounding, unlike the chain of products
		e.fail("write the number out", "a power that the compiler folds")
	}
	if b.t.Base == tree.Integer && a.t.Base == tree.Real {
		f := map[int]string{4: "f_powi", 8: "f_powl"}[b.t.Kind]
		return value{t: a.t, code: fmt.Sprintf("%s(%s, %s)", f, a.code, b.code)}
	}
	t := tree.Common(a.t, b.t)
	a, b = e.convert(a, t), e.convert(b, t)
	open := (a.open || a.folded != nil) && (b.open || b.folded != nil)
	if t.Base == tree.Integer {
		return value{t: t, code: fmt.Sprintf("f_ipow(%s, %s)", a.code, b.code)}
	}
	return value{t: t, code: fmt.Sprintf("F_OF2%s(pow, %s, %s)", suffix(t), a.code, b.code), open: open}
}

func suffix(t tree.Type) string {
	if t.Kind == 4 {
		return "f"
	}
	return ""
}

// rank answers how many extents an expression has.
func (e *emitter) rank(x *syntax.Expr) int {
	switch x.Kind {
	case syntax.Variable, syntax.Component:
		if _, is := e.shadow[x.Text]; is && x.Kind == syntax.Variable {
			return 0
		}
		at, subs := e.designator(x)
		return e.rankOf(at, subs)
	case syntax.Array:
		return 1
	case syntax.Call:
		if s := e.p.Scope.Known(x.Text); s != nil && s.Array() {
			at, subs := e.designator(x)
			return e.rankOf(at, subs)
		}
		if e.isText(x) {
			return 0
		}
		return e.rankOfCall(x)
	case syntax.Unary, syntax.Binary, syntax.Bracket, syntax.Keyword:
		return e.ranks(x.Of)
	}
	return 0
}

// extents answers the extents of an array expression.
func (e *emitter) extents(x *syntax.Expr) []string {
	switch x.Kind {
	case syntax.Variable, syntax.Component:
		return e.extentsOf(x)
	case syntax.Array:
		return []string{e.length(x)}
	case syntax.Call:
		if s := e.p.Scope.Known(x.Text); s != nil && s.Array() {
			return e.extentsOf(x)
		}
		return e.extentsOfCall(x)
	}
	if list := e.common(x.Of); list != nil {
		return list
	}
	e.fail("write a loop", "the extents of %s", x)
	return nil
}

// common answers the extents of the arrays in a list, which are the same in a valid program; nil: it has none.
func (e *emitter) common(of []*syntax.Expr) (list []string) {
	for _, y := range of {
		y = y.Value()
		if e.rank(y) == 0 {
			continue
		}
		n := e.extents(y)
		if list == nil {
			list = n
		}
		e.alike(list, n)
	}
	return list
}

// alike lets a comparison leave out points at which arrays of one expression have other shapes: compilers take any of them then.
func (e *emitter) alike(a, b []string) {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] && e.inside == 0 && e.packs == nil {
			e.before("F_SAME(%s, %s);", a[i], b[i])
		}
	}
}

func (e *emitter) extentsOf(x *syntax.Expr) []string {
	at, subs := e.designator(x)
	var list []string
	for i, d := range at.dims {
		switch {
		case subs == nil && d.unknown:
			e.fail("give the upper bound", "all of %s, whose extent is *", x)
		case subs == nil:
			list = append(list, d.extent)
		case subs[i].Kind == syntax.Range:
			_, count, _ := e.span(d, subs[i])
			list = append(list, count)
		}
	}
	return list
}
