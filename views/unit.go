package views

import (
	"math"

	"drawbridge/device"
	"drawbridge/status"
)

// Unit is what the numbers of an array mean: a number times Scale plus Offset is the value in the unit of its view. Without
// a scale they are in the view's unit.
type Unit struct{ Scale, Offset float64 }

// Given tells whether the numbers are in another unit than the view's.
func (u Unit) Given() bool { return u.Scale != 0 }

// Check refuses a scale that cannot be meant, or by which values would overflow. what names the array in messages.
func (u Unit) Check(what string) error {
	const most = 1e60
	switch {
	case !(u.Scale > 0):
		return status.Errorf(status.Argument, "%s: scale = %g, a positive number expected: the value of the array times scale is SI", what, u.Scale)
	case u.Scale > most || u.Scale < 1/most:
		return status.Errorf(status.Argument, "%s: scale = %g, a number between %g and %g expected", what, u.Scale, 1/most, most)
	case !(math.Abs(u.Offset) <= most):
		return status.Errorf(status.Argument, "%s: offset = %g, a number of at most %g expected: the value of the array times scale plus offset is SI", what, u.Offset, most)
	}
	return nil
}

// Put tells a kernel's argument what its numbers mean.
func (u Unit) Put(a *device.Array) {
	switch {
	case !u.Given():
	case a.Output:
		a.Factor, a.Shift = 1/u.Scale, -u.Offset/u.Scale
	default:
		a.Factor, a.Shift = u.Scale, u.Offset
	}
}

// SetUnits says in which units everything is from now on that comes and goes without a unit of its own: by view. What views hold
// is forgotten.
func (s *Store) SetUnits(units map[string]Unit) {
	for name, v := range s.views {
		v.unit, v.valid, v.there = units[name], 0, [2]device.Array{}
	}
}

// Unit is that of a view where nothing else is said.
func (s *Store) Unit(name string) Unit {
	if v, ok := s.views[name]; ok {
		return v.unit
	}
	return Unit{}
}
