package tree

import (
	"math"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
)

// Constant evaluates an expression of constants.
func (s *Scope) Constant(e *syntax.Expr) (Value, bool) { return s.fold(e, nil) }

// fold evaluates with the indices of implied loops.
func (s *Scope) fold(e *syntax.Expr, index map[string]int64) (v Value, ok bool) {
	if e == nil {
		return v, false
	}
	switch e.Kind {
	case syntax.Constant:
		return s.Literal(e.Text)
	case syntax.Bracket:
		return s.fold(e.Of[0], index)
	case syntax.Variable:
		if n, is := index[e.Text]; is {
			return whole(n, 4), true
		}
		return s.named(e.Text)
	case syntax.Unary:
		if v, ok = s.fold(e.Of[0], index); !ok {
			return v, false
		}
		return FoldUnary(e.Text, v)
	case syntax.Binary:
		a, ok1 := s.fold(e.Of[0], index)
		b, ok2 := s.fold(e.Of[1], index)
		if !ok1 || !ok2 {
			return v, false
		}
		return Fold(e.Text, a, b)
	case syntax.Call:
		return s.called(e, index)
	}
	return v, false
}

// FoldUnary is Fold for one operand.
func FoldUnary(op string, v Value) (Value, bool) {
	switch {
	case op == ".not." && v.Type.Base == Logical:
		return truth(v.I == 0), true
	case v.Type.Base == Logical || op == ".not.":
		return v, false
	case op == "-":
		v.I, v.F = -v.I, -v.F
		if v.Type.Base == Integer {
			v.F = 0
		}
	}
	return v, true
}

// named answers the value of a scalar parameter.
func (s *Scope) named(name string) (v Value, ok bool) {
	x := s.Known(name)
	if x == nil || !x.Parameter || x.Init == nil || x.Array() || x.Bad != nil || x.folding {
		return v, false
	}
	x.folding = true
	defer func() { x.folding = false }()
	if x, bad := x.Home.Lookup(x.Name); bad != nil || x.Type.Base == Derived {
		return v, false
	}
	if v, ok = x.Home.Constant(x.Init); !ok {
		return v, false
	}
	return v.Convert(x.Type)
}

// called folds an element of a parameter, or an intrinsic whose value is exact.
func (s *Scope) called(e *syntax.Expr, index map[string]int64) (v Value, ok bool) {
	if x := s.Known(e.Text); x != nil && !x.Intrinsic {
		return s.element(x, e, index)
	}
	if len(e.Of) == 0 {
		return v, false
	}
	if v, is := s.ofBits(e); is {
		return v, true
	}
	if slices.Contains(Inquiries, e.Text) {
		t, ok := s.typeOfOperand(e.Of[0])
		if !ok || len(e.Of) > 1 {
			return v, false
		}
		return Model(e.Text, t)
	}
	var list []Value
	for _, a := range e.Of {
		a = a.Value()
		x, ok := s.fold(a, index)
		if !ok {
			return v, false
		}
		list = append(list, x)
	}
	return s.FoldCall(e.Text, list)
}

// typeOfOperand answers the type of a constant or of a variable.
func (s *Scope) typeOfOperand(e *syntax.Expr) (Type, bool) {
	if v, ok := s.Constant(e); ok {
		return v.Type, true
	}
	if e.Kind == syntax.Variable {
		if x := s.Known(e.Text); x != nil && x.Bad == nil && x.Type.Base != None && x.Type.Base < Derived {
			return x.Type, true
		}
	}
	return Type{}, false
}

// Inquiries are the intrinsics that ask for a number of a type.
var Inquiries = strings.Fields("kind huge tiny epsilon radix digits minexponent maxexponent precision range bit_size")

// reals are the answers for real(4) and real(8).
var reals = map[string][2]float64{"huge": {math.MaxFloat32, math.MaxFloat64}, "tiny": {0x1p-126, 0x1p-1022}, "epsilon": {0x1p-23, 0x1p-52}}

// counts are the answers that are integers, for real(4), real(8), integer(4) and integer(8); 0: there is none.
var counts = map[string][4]int64{"radix": {2, 2, 2, 2}, "digits": {24, 53, 31, 63}, "minexponent": {-125, -1021, 0, 0}, "maxexponent": {128, 1024, 0, 0},
	"precision": {6, 15, 0, 0}, "range": {37, 307, 9, 18}}

// Model answers an inquiry about a type.
func Model(what string, t Type) (Value, bool) {
	switch {
	case t.Base > Logical || t.Kind != 4 && t.Kind != 8:
		return Value{}, false
	case what == "kind":
		return whole(int64(t.Kind), 4), true
	case t.Base != Integer && t.Base != Real:
		return Value{}, false
	case t.Base == Integer && what == "huge":
		return whole(int64(uint64(1)<<(t.Kind*8-1)-1), t.Kind), true
	case t.Base == Integer && what == "bit_size":
		return whole(int64(t.Kind*8), t.Kind), true
	}
	column := t.Kind / 8
	if f, known := reals[what]; known && t.Base == Real {
		return Value{t, 0, f[column]}, true
	}
	if t.Base == Integer {
		column += 2
	}
	n := counts[what][column]
	return whole(n, 4), n != 0
}

// FoldCall folds an intrinsic where the result is exact or rounds once.
func (s *Scope) FoldCall(name string, a []Value) (v Value, ok bool) {
	real8 := Type{Base: Real, Kind: 8}
	switch {
	case name == "selected_real_kind":
		if len(a) > 0 && a[0].Type.Base == Integer && (len(a) == 1 || len(a) == 2 && a[1].Type.Base == Integer) {
			r := int64(0)
			if len(a) == 2 {
				r = a[1].I
			}
			switch {
			case a[0].I <= 6 && r <= 37:
				return whole(4, 4), true
			case a[0].I <= 15 && r <= 307:
				return whole(8, 4), true
			}
		}
		return v, false
	case name == "selected_int_kind" && len(a) == 1 && a[0].Type.Base == Integer && a[0].I > 4 && a[0].I <= 18:
		if a[0].I <= 9 {
			return whole(4, 4), true
		}
		return whole(8, 4), true
	case len(a) == 0 || a[0].Type.Base == Logical:
		return v, false
	case (name == "sqrt" || name == "dsqrt") && len(a) == 1 && a[0].Type.Base == Real && a[0].F >= 0:
		f := math.Sqrt(a[0].F)
		if a[0].Type.Kind == 4 {
			f = float64(float32(f))
		}
		return Value{a[0].Type, 0, f}, true
	case (name == "acos" || name == "dacos") && len(a) == 1 && a[0].Type == real8 && a[0].F == -1:
		return Value{real8, 0, math.Pi}, true
	case (name == "atan" || name == "datan") && len(a) == 1 && a[0].Type == real8 && a[0].F == 1:
		return Value{real8, 0, math.Pi / 4}, true
	case (name == "abs" || name == "dabs" || name == "iabs") && len(a) == 1:
		if a[0].Float() < 0 {
			return FoldUnary("-", a[0])
		}
		return a[0], true
	case name == "dble" && len(a) == 1 || (name == "real" || name == "int") && len(a) <= 2 || name == "float" && len(a) == 1:
		t := map[string]Type{"dble": {Base: Real, Kind: s.kinds().Double}, "int": {Base: Integer, Kind: 4}}[name]
		if t.Base == None {
			t = s.real()
		}
		if len(a) == 2 {
			t.Kind = int(a[1].I)
		}
		if t.Kind != 4 && t.Kind != 8 {
			return v, false
		}
		return a[0].Convert(t)
	case (name == "floor" || name == "ceiling") && len(a) == 1 && a[0].Type.Base == Real:
		f := math.Floor(a[0].F)
		if name == "ceiling" {
			f = math.Ceil(a[0].F)
		}
		return whole(int64(f), 4), math.Abs(f) < 1<<31
	case (name == "max" || name == "min") && len(a) > 1:
		v = a[0]
		t := v.Type
		for _, x := range a {
			t = Common(t, x.Type)
		}
		for i, x := range a {
			if x, ok = x.Convert(t); !ok || x.Type.Base != a[i].Type.Base {
				return v, false
			}
			if i == 0 {
				v = x
			}
			if name == "max" && x.Float() > v.Float() || name == "min" && x.Float() < v.Float() {
				v = x
			}
		}
		return v, true
	case name == "mod" && len(a) == 2 && a[0].Type.Base == Integer && a[1].Type == a[0].Type && a[1].I != 0:
		return whole(a[0].I%a[1].I, a[0].Type.Kind), true
	}
	return v, false
}
