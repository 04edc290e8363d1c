package tree

import (
	"drawbridge/tools/port/syntax"
	"slices"
)

const dataCure = "make it a parameter"

// mostData is the largest number of values that DATA may give.
const mostData = 1 << 16

// data enters DATA; the values of an array are kept in the order of its elements.
func (s *Scope) data(d *syntax.Declaration) *syntax.Trouble {
	for k, objects := range d.Objects {
		values, bad := s.repeated(d.Values[k])
		if bad != nil {
			return bad
		}
		at := 0
		for _, o := range objects {
			if bad := s.give(o, values, &at, nil); bad != nil {
				return bad
			}
		}
		if at != len(values) {
			return trouble(dataCure, "DATA of %d values for %d elements", len(values), at)
		}
	}
	return nil
}

// spoil refuses the variables of a DATA or EQUIVALENCE statement that is not followed, where they are used.
func (s *Scope) spoil(d *syntax.Declaration, bad *syntax.Trouble) {
	var visit func(o *syntax.Expr)
	visit = func(o *syntax.Expr) {
		if o.Kind == syntax.Implied {
			for _, x := range o.Of[3:] {
				visit(x)
			}
		} else if name := Root(o); name != "" {
			for x := s.own(name); x.Overlay != nil; x.Overlay = nil { // they share its memory
				for _, m := range x.Overlay.Members {
					m.Bad = bad
				}
			}
			s.own(name).Bad = bad
		}
	}
	for _, objects := range d.Objects {
		for _, o := range objects {
			if bad != nil {
				visit(o)
			}
		}
	}
}

func (s *Scope) repeated(list []*syntax.Expr) ([]*syntax.Expr, *syntax.Trouble) {
	var values []*syntax.Expr
	for _, v := range list {
		n := 1
		if v.Kind == syntax.Binary {
			c, ok := s.Constant(v.Of[0])
			if !ok || c.Type.Base != Integer || c.I < 0 || c.I > mostData {
				return nil, trouble(dataCure, "DATA with the count %s", v.Of[0])
			}
			n, v = int(c.I), v.Of[1]
		}
		if n += len(values); n > mostData {
			return nil, trouble(dataCure, "DATA of more than %d values", mostData)
		}
		for len(values) < n {
			values = append(values, v)
		}
	}
	return values, nil
}

// give hands the next values to one object of DATA.
func (s *Scope) give(o *syntax.Expr, values []*syntax.Expr, at *int, index map[string]int64) *syntax.Trouble {
	switch o.Kind {
	case syntax.Variable, syntax.Call:
		x := s.own(o.Text)
		lows, extents, fixed := x.Shape()
		if !fixed || slices.Contains(extents, 0) {
			return trouble(dataCure, "DATA of %s, whose extents are not constant", o.Text)
		}
		from, n := int64(0), 1
		for _, m := range extents {
			if n *= int(m); n > mostData {
				return trouble(dataCure, "DATA of more than %d values", mostData)
			}
		}
		for len(x.Data) < n {
			x.Data = append(x.Data, nil)
		}
		if o.Kind == syntax.Call {
			if from, fixed = s.offset(o.Of, lows, extents, index); !fixed {
				return trouble(dataCure, "DATA of %s", o)
			}
			n = 1
		}
		if *at+n > len(values) {
			return trouble(dataCure, "DATA with too few values")
		}
		copy(x.Data[from:], values[*at:*at+n])
		*at += n
		return nil
	case syntax.Implied:
		var bad *syntax.Trouble
		if s.turns(o, index, func(inner map[string]int64) bool {
			for _, x := range o.Of[3:] {
				if bad == nil {
					bad = s.give(x, values, at, inner)
				}
			}
			return bad == nil
		}) || bad != nil {
			return bad
		}
	}
	return trouble(dataCure, "DATA of %s", o)
}

// at evaluates a subscript with the indices of implied loops.
func (s *Scope) at(e *syntax.Expr, index map[string]int64) (int64, bool) {
	v, ok := s.fold(e, index)
	return v.I, ok && v.Type.Base == Integer
}
