package views

import (
	"fmt"

	"drawbridge/status"
)

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
		for k, part := range whole.parts {
			if part == of {
				return grown.Component(k + 1), nil
			}
		}
	}
	name := fmt.Sprintf("%s+%d/%d/%d/%d/%d/%d", of.Name, g.Low[0], g.High[0], g.Low[1], g.High[1], g.Low[2], g.High[2])
	if f := s.fields[name]; f != nil {
		return f, nil
	}
	f := *of
	f.Name, f.grownFrom, f.Domain, f.parts = name, of, 0, nil
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
