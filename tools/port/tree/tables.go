package tree

import (
	"drawbridge/tools/port/syntax"
	"maps"
)

// mostValues is the largest table of constants that is written into a translation.
const mostValues = 1 << 16

// Shape answers the constant lower bounds and extents of an array; ok is false where one is not constant.
func (x *Symbol) Shape() (lows, extents []int64, ok bool) {
	for _, d := range x.Dims {
		low := Value{I: 1}
		if d.Low != nil {
			if low, ok = x.Home.Constant(d.Low); !ok {
				return nil, nil, false
			}
		}
		if d.High == nil {
			return nil, nil, false
		}
		high, ok := x.Home.Constant(d.High)
		if !ok || high.I-low.I >= mostValues {
			return nil, nil, false
		}
		lows, extents = append(lows, low.I), append(extents, max(0, high.I-low.I+1))
	}
	return lows, extents, true
}

// element folds an element of a constant array.
func (s *Scope) element(x *Symbol, e *syntax.Expr, index map[string]int64) (v Value, ok bool) {
	if !x.Parameter || !x.Array() || len(e.Of) != len(x.Dims) {
		return v, false
	}
	list, ok := x.Values()
	lows, extents, fixed := x.Shape()
	if !ok || !fixed {
		return v, false
	}
	at, ok := s.offset(e.Of, lows, extents, index)
	if !ok {
		return v, false
	}
	return list[at], true
}

// offset counts the elements in front of one with constant subscripts, in an array of some shape; ok is false where there is none.
func (s *Scope) offset(subs []*syntax.Expr, lows, extents []int64, index map[string]int64) (at int64, ok bool) {
	stride := int64(1)
	for i, sub := range subs {
		n, ok := s.at(sub, index)
		if !ok || len(subs) != len(lows) || n < lows[i] || n >= lows[i]+extents[i] {
			return 0, false
		}
		at += (n - lows[i]) * stride
		stride *= extents[i]
	}
	return at, len(subs) == len(lows)
}

// Values answers the values of a constant array in the order of its elements; an extent of * takes its size from them.
func (x *Symbol) Values() ([]Value, bool) {
	if x.values != nil {
		return x.values, true
	}
	if x.folding {
		return nil, false
	}
	x.folding = true
	defer func() { x.folding = false }()
	var list []Value
	ok := true
	switch {
	case x.Init != nil:
		list, ok = x.Home.list(x.Init, nil)
		if v, one := x.Home.Constant(x.Init); !ok && one {
			list, ok = []Value{v}, true
		}
	case x.Data != nil:
		for _, e := range x.Data {
			if e == nil { // gfortran fills the rest of a static array with zeros
				list = append(list, Value{Type: x.Type})
				continue
			}
			v, one := x.Home.Datum(e, x.Type)
			list, ok = append(list, v), ok && one
		}
	default:
		return nil, false
	}
	if _, extents, fixed := x.Shape(); ok && fixed {
		n := 1
		for _, m := range extents {
			if n *= int(m); n > mostValues {
				return nil, false
			}
		}
		if len(list) == 1 && x.Init != nil && x.Init.Kind != syntax.Array {
			for len(list) < n {
				list = append(list, list[0])
			}
		}
		ok = len(list) == n
	} else {
		ok = false
	}
	ok = converted(list, x.Type) && ok
	if ok {
		x.values = list
	}
	return list, ok
}

// converted gives constants a type, and says whether all of them fit.
func converted(list []Value, t Type) bool {
	good := true
	for i := range list {
		var fits bool
		list[i], fits = list[i].Convert(t)
		good = good && fits
	}
	return good
}

// list evaluates an array of constants: a constructor, reshape of one, a sign in front of one, another parameter.
func (s *Scope) list(e *syntax.Expr, index map[string]int64) ([]Value, bool) {
	switch {
	case e.Kind == syntax.Array && e.Text != "":
		t, bad := s.typeOf(syntax.TypeOf(e.Text))
		list, ok := s.list(&syntax.Expr{Kind: syntax.Array, Of: e.Of}, index)
		return list, bad == nil && converted(list, t) && ok
	case e.Kind == syntax.Array:
		var all []Value
		for _, x := range e.Of {
			part, ok := s.items(x, index)
			if !ok || len(all)+len(part) > mostValues {
				return nil, false
			}
			all = append(all, part...)
		}
		return all, true
	case e.Kind == syntax.Bracket:
		return s.list(e.Of[0], index)
	case e.Kind == syntax.Variable:
		if x := s.Known(e.Text); x != nil && x.Parameter && x.Array() {
			return x.Values()
		}
	case e.Kind == syntax.Call && e.Text == "reshape" && len(e.Of) == 2 && s.Known("reshape") == nil:
		return s.list(e.Of[0], index)
	}
	return nil, false
}

func (s *Scope) items(e *syntax.Expr, index map[string]int64) ([]Value, bool) {
	if e.Kind != syntax.Implied {
		if v, ok := s.fold(e, index); ok {
			return []Value{v}, true
		}
		return s.list(e, index)
	}
	var all []Value
	ok := s.turns(e, index, func(inner map[string]int64) bool {
		for _, x := range e.Of[3:] {
			part, ok := s.items(x, inner)
			if !ok || len(all)+len(part) > mostValues {
				return false
			}
			all = append(all, part...)
		}
		return true
	})
	return all, ok
}

// turns calls f with the indices of each turn of an implied loop, while f answers true; it answers whether there were all of them.
func (s *Scope) turns(e *syntax.Expr, index map[string]int64, f func(inner map[string]int64) bool) bool {
	from, ok1 := s.at(e.Of[0], index)
	to, ok2 := s.at(e.Of[1], index)
	step, ok3 := int64(1), true
	if e.Of[2] != nil {
		step, ok3 = s.at(e.Of[2], index)
	}
	if !ok1 || !ok2 || !ok3 || step == 0 || (to-from)/step > mostValues {
		return false
	}
	inner := map[string]int64{}
	maps.Copy(inner, index)
	for v := from; step > 0 && v <= to || step < 0 && v >= to; v += step {
		inner[e.Text] = v
		if !f(inner) {
			return false
		}
	}
	return true
}
