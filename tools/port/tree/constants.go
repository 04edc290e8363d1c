package tree

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"drawbridge/tools/port/syntax"
)

// Value is a constant of type integer, real or logical (I is 1 or 0). A real(4) is held exactly in F.
type Value struct {
	Type Type
	I    int64
	F    float64
}

func whole(n int64, kind int) Value { return Value{Type{Base: Integer, Kind: kind}, n, 0} }

// Float answers the value as a real number.
func (v Value) Float() float64 {
	if v.Type.Base == Integer {
		return float64(v.I)
	}
	return v.F
}

// Convert gives a number another type, rounded as the compiler does; ok is false where it does not fit.
func (v Value) Convert(t Type) (Value, bool) {
	switch {
	case v.Type.Base == Logical || t.Base == Logical:
		return Value{t, v.I, 0}, v.Type.Base == t.Base
	case t.Base == Integer && v.Type.Base == Real:
		if !(math.Abs(v.F) < 9e18) {
			return v, false
		}
		v = whole(int64(v.F), 8)
		fallthrough
	case t.Base == Integer:
		return Value{t, v.I, 0}, t.Kind == 8 || v.I == int64(int32(v.I))
	case v.Type.Base == Integer && t.Kind == 4:
		return Value{t, 0, float64(float32(v.I))}, true
	}
	f := v.Float()
	if t.Kind == 4 {
		f = float64(float32(f))
	}
	return Value{t, 0, f}, t.Base == Real && !math.IsInf(f, 0)
}

// Common answers the type of an operation on two numbers.
func Common(a, b Type) Type {
	if a.Base == b.Base && a.Kind >= b.Kind || a.Base != b.Base && a.Base == Real {
		return a
	}
	return b
}

// Bits reads a constant such as z'0a' as the bits of a whole number of some kind; ok is false where it is none, or where they do not fit.
func Bits(text string, kind int) (v Value, ok bool) {
	base := map[byte]int{'b': 2, 'o': 8, 'z': 16, 'x': 16}
	if len(text) < 4 || text[1] != '\'' || base[text[0]] == 0 {
		return v, false
	}
	n, err := strconv.ParseUint(text[2:len(text)-1], base[text[0]], 8*kind)
	if kind == 4 {
		return whole(int64(int32(uint32(n))), 4), err == nil
	}
	return whole(int64(n), 8), err == nil
}

// Datum is a constant of DATA or of a first value, which may be the bits of an integer.
func (s *Scope) Datum(e *syntax.Expr, t Type) (Value, bool) {
	if e.Kind == syntax.Constant && t.Base == Integer {
		if v, ok := Bits(e.Text, t.Kind); ok {
			return v, true
		}
	}
	v, ok := s.Constant(e)
	if !ok {
		return v, false
	}
	return v.Convert(t)
}

// ofBits folds int of the bits of a constant.
func (s *Scope) ofBits(e *syntax.Expr) (v Value, ok bool) {
	if e.Text != "int" || len(e.Of) > 2 || e.Of[0].Kind != syntax.Constant {
		return v, false
	}
	kind := 4
	if len(e.Of) == 2 {
		if v, ok = s.Constant(e.Of[1].Value()); !ok || v.I != 4 && v.I != 8 {
			return v, false
		}
		kind = int(v.I)
	}
	return Bits(e.Of[0].Text, kind)
}

// Literal reads a number or a logical constant.
func (s *Scope) Literal(text string) (Value, bool) {
	body, suffix, named := strings.Cut(text, "_")
	kind := 4
	if named {
		v, ok := s.Constant(kindWord(suffix))
		if !ok || v.Type.Base != Integer {
			return Value{}, false
		}
		kind = int(v.I)
	}
	if body == ".true." || body == ".false." {
		return Value{Type{Base: Logical, Kind: kind}, map[string]int64{".true.": 1}[body], 0}, kind == 4 || kind == 1
	}
	if strings.Trim(body, "0123456789") == "" {
		n, err := strconv.ParseInt(body, 10, 64)
		v := whole(n, kind)
		_, fits := v.Convert(v.Type)
		return v, err == nil && fits && (kind == 4 || kind == 8)
	}
	if strings.Contains(body, "d") {
		if named {
			return Value{}, false
		}
		body, kind = strings.Replace(body, "d", "e", 1), s.kinds().Double
	} else if !named {
		kind = s.kinds().Real
	} else if kind == 4 {
		kind = s.kinds().Four
	}
	if kind != 4 && kind != 8 {
		return Value{}, false
	}
	f, err := strconv.ParseFloat(body, kind*8)
	return Value{Type{Base: Real, Kind: kind}, 0, f}, err == nil
}

func kindWord(word string) *syntax.Expr {
	if digitsOnly(word) {
		return &syntax.Expr{Kind: syntax.Constant, Text: word}
	}
	return &syntax.Expr{Kind: syntax.Variable, Text: word}
}

func digitsOnly(word string) bool { return strings.Trim(word, "0123456789") == "" }

// Fold computes an operation as the compiler does at compile time; ok is false where it is left to the run.
func Fold(op string, a, b Value) (v Value, ok bool) {
	if a.Type.Base == Logical || b.Type.Base == Logical {
		return logical(op, a, b)
	}
	if op == "**" {
		return power(a, b)
	}
	t := Common(a.Type, b.Type)
	a, ok1 := a.Convert(t)
	b, ok2 := b.Convert(t)
	if !ok1 || !ok2 {
		return v, false
	}
	if t.Base == Integer {
		return integers(op, a, b)
	}
	x, y := a.F, b.F
	switch op {
	case "+":
		x += y
	case "-":
		x -= y
	case "*":
		x *= y
	case "/":
		if y == 0 {
			return v, false
		}
		x /= y
	default:
		return compared(op, x < y, x == y)
	}
	if t.Kind == 4 { // double holds the operands, and its rounding of one operation hides nothing from single
		x = float64(float32(x))
	}
	return Value{t, 0, x}, !math.IsInf(x, 0) && !math.IsNaN(x)
}

func compared(op string, less, equal bool) (Value, bool) {
	r, ok := map[string]bool{"<": less, "<=": less || equal, ">": !less && !equal, ">=": !less, "==": equal, "/=": !equal}[op]
	return truth(r), ok
}

func truth(r bool) Value {
	v := Value{Type: Type{Base: Logical, Kind: 4}}
	if r {
		v.I = 1
	}
	return v
}

func logical(op string, a, b Value) (Value, bool) {
	r, ok := map[string]bool{".and.": a.I&b.I == 1, ".or.": a.I|b.I == 1, ".eqv.": a.I == b.I, ".neqv.": a.I != b.I}[op]
	return truth(r), ok
}

func integers(op string, a, b Value) (v Value, ok bool) {
	x, y := big.NewInt(a.I), big.NewInt(b.I)
	switch op {
	case "+":
		x.Add(x, y)
	case "-":
		x.Sub(x, y)
	case "*":
		x.Mul(x, y)
	case "/":
		if b.I == 0 {
			return v, false
		}
		x.Quo(x, y)
	default:
		return compared(op, a.I < b.I, a.I == b.I)
	}
	return exact(x, a.Type)
}

// exact is a whole number of a type, if it fits.
func exact(x *big.Int, t Type) (Value, bool) {
	v := Value{t, x.Int64(), 0}
	_, fits := v.Convert(t)
	return v, x.IsInt64() && fits
}

// power folds a**b for whole b: exact, then rounded once, as the compiler does.
func power(a, b Value) (v Value, ok bool) {
	n := b.I
	if b.Type.Base != Integer || n < -1100 || n > 1100 {
		return v, false
	}
	if a.Type.Base == Integer {
		t := Common(a.Type, b.Type)
		if n < 0 {
			return v, false
		}
		return exact(new(big.Int).Exp(big.NewInt(a.I), big.NewInt(n), nil), t)
	}
	const digits = 8000
	if a.F == 0 && n <= 0 || int64(big.NewFloat(a.F).MinPrec())*max(n, -n) > digits/2 { // the product must be exact
		return v, false
	}
	r := new(big.Float).SetPrec(digits).SetInt64(1)
	x := new(big.Float).SetPrec(digits).SetFloat64(a.F)
	for range max(n, -n) {
		r.Mul(r, x)
	}
	if n < 0 {
		r.Quo(new(big.Float).SetPrec(digits).SetInt64(1), r)
	}
	f, _ := r.Float64()
	if a.Type.Kind == 4 {
		g, _ := r.Float32()
		f = float64(g)
	}
	return Value{a.Type, 0, f}, !math.IsInf(f, 0) && math.Abs(f) >= map[int]float64{4: 0x1p-126, 8: 0x1p-1022}[a.Type.Kind]
}
