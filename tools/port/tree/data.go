package tree

import "drawbridge/tools/port/syntax"

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
		} else if name := root(o); name != "" {
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
		size, lows, extents := 1, []int64{}, []int64{}
		for _, d := range x.Dims {
			low, high := Value{I: 1}, Value{}
			ok := d.High != nil
			if ok {
				high, ok = s.Constant(d.High)
			}
			if ok && d.Low != nil {
				low, ok = s.Constant(d.Low)
			}
			if !ok || high.I < low.I || high.I-low.I >= mostData {
				return trouble(dataCure, "DATA of %s, whose extents are not constant", o.Text)
			}
			lows, extents = append(lows, low.I), append(extents, high.I-low.I+1)
			if size *= int(high.I - low.I + 1); size > mostData {
				return trouble(dataCure, "DATA of more than %d values", mostData)
			}
		}
		for len(x.Data) < size {
			x.Data = append(x.Data, nil)
		}
		from, n := 0, size
		if o.Kind == syntax.Call {
			if len(o.Of) != len(lows) {
				return trouble(dataCure, "DATA of %s", o)
			}
			stride := int64(1)
			for i, e := range o.Of {
				v, ok := s.at(e, index)
				if !ok || v < lows[i] || v >= lows[i]+extents[i] {
					return trouble(dataCure, "DATA of %s", o)
				}
				from += int((v - lows[i]) * stride)
				stride *= extents[i]
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
		from, ok1 := s.at(o.Of[0], index)
		to, ok2 := s.at(o.Of[1], index)
		step, ok3 := int64(1), true
		if o.Of[2] != nil {
			step, ok3 = s.at(o.Of[2], index)
		}
		if !ok1 || !ok2 || !ok3 || step == 0 || (to-from)/step > mostData {
			return trouble(dataCure, "DATA of %s", o)
		}
		inner := map[string]int64{}
		for k, v := range index {
			inner[k] = v
		}
		for v := from; step > 0 && v <= to || step < 0 && v >= to; v += step {
			inner[o.Text] = v
			for _, x := range o.Of[3:] {
				if bad := s.give(x, values, at, inner); bad != nil {
					return bad
				}
			}
		}
		return nil
	}
	return trouble(dataCure, "DATA of %s", o)
}

// at evaluates a subscript with the indices of implied loops.
func (s *Scope) at(e *syntax.Expr, index map[string]int64) (int64, bool) {
	v, ok := s.fold(e, index)
	return v.I, ok && v.Type.Base == Integer
}
