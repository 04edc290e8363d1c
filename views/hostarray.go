package views

import (
	"fmt"

	"drawbridge/status"
)

// HostArray is a Fortran array lent to us for one call: element (x,y,z,v), 1-based, is the
// (x-1) + Shape[0]*((y-1) + Shape[1]*((z-1) + Shape[2]*(v-1)))th after the first, unless Order says that its axes come
// in another order.
type HostArray struct {
	Address  uintptr // of element (1,1,1,1)
	Single   bool    // real(4), not real(8)
	Device   bool    // it lies on the device, where the host cannot look
	Shape    [4]int  // nx, ny, nz with the halo, and the number of variables
	Interior [6]int  // x1 x2 y1 y2 z1 z2 without the halo, 1-based, inclusive
	Shift    [3]int  // what its declared bounds add to an index of x, y and z, in messages
	Var      int     // first variable that is meant, 1-based
	Width    int     // how many variables follow each other from Var
	Part     int     // the component of the view, from 1, that it is; 0: all of them
	Unit     Unit    // of its numbers
	Order    Order   // of its axes, where it is not x, y, z, variable
}

// Order is the axes of an array, the fastest first: 0 to 2 are x, y and z, 3 is the variable. All zero: that order.
type Order [4]uint8

// plain tells whether the order is x, y, z, variable.
func (o Order) plain() bool { return o == Order{} || o == Order{0, 1, 2, 3} }

// strides of x, y, z and the variable, in elements.
func (a *HostArray) strides() (s [4]int) {
	order, stride := a.Order, 1
	if order.plain() {
		order = Order{0, 1, 2, 3}
	}
	for _, axis := range order {
		s[axis] = stride
		stride *= a.Shape[axis]
	}
	return s
}

// SameArray tells whether both mean one array: its place, its elements, its extents and the order of its axes.
func (a HostArray) SameArray(b HostArray) bool {
	return a.Address == b.Address && a.Single == b.Single && a.Shape == b.Shape && a.strides() == b.strides()
}

// ElementBytes are those of an element.
func (a HostArray) ElementBytes() int {
	if a.Single {
		return 4
	}
	return 8
}

// Growth is how many layers of the halo become interior, at the low and the high end of each axis.
type Growth struct{ Low, High [3]int }

// Grow gives a field that is another one, with layers of its halo as interior. Both have the same memory. It is there as long as the other
// one.
func (s *Fields) Grow(of *Field, g Growth) (*Field, error) {
	if g == (Growth{}) {
		return of, nil
	}
	if whole := of.Whole(); whole != of {
		grown, err := s.Grow(whole, g)
		if err != nil {
			return nil, err
		}
		return grown.Range(of.first()+1, of.first()+of.Components), nil
	}
	name := fmt.Sprintf("%s+%d/%d/%d/%d/%d/%d", of.Name, g.Low[0], g.High[0], g.Low[1], g.High[1], g.Low[2], g.High[2])
	if f := s.fields[name]; f != nil {
		return f, nil
	}
	f := *of
	f.Name, f.grownFrom, f.Domain, f.parts, f.ranges = name, of, 0, nil, nil
	for axis, stride := range []int{1, f.row, f.plane} {
		f.Shape[axis] += g.Low[axis] + g.High[axis]
		f.First[axis] -= g.Low[axis]
		f.base -= g.Low[axis] * stride
		f.Halo = min(f.Halo, of.Halo-max(g.Low[axis], g.High[axis]))
	}
	if f.Halo < 0 {
		return nil, status.Errorf(status.Shape, "%s has too few layers for %v more of them as interior", of.Describe(), g)
	}
	if f.Components > 1 {
		f.divide()
	}
	s.fields[name] = &f
	return &f, nil
}

// forgetGrown forgets those that have the memory of a field.
func (s *Fields) forgetGrown(of *Field) {
	for name, f := range s.fields {
		if f.grownFrom == of {
			delete(s.fields, name)
		}
	}
}

// Source is the whole field whose memory a field has.
func (f *Field) Source() *Field {
	if whole := f.Whole(); whole.grownFrom != nil {
		return whole.grownFrom
	}
	return f.Whole()
}
