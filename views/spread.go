package views

import (
	"fmt"

	"drawbridge/device"
	"drawbridge/status"
)

// single tells that a field has one point along an axis and is no thin part of a grid that has more.
func (f *Field) single(axis int) bool {
	return f.Shape[axis] == 1 && (f.Domain == 0 || f.Grid[axis] == 1)
}

// Spreads tells along which axes a field has one point for all those of the grid of another one. A part of that grid may have one point too.
func (f *Field) Spreads(over *Field) (axes [3]bool) {
	for axis, n := range over.Shape {
		axes[axis] = f.single(axis) && (n > 1 || over.Grid[axis] > 1 && over.First[axis] != f.First[axis])
	}
	return axes
}

// Spread tells whether there is such an axis.
func (f *Field) Spread(over *Field) bool { return f.Spreads(over) != [3]bool{} }

// Differs tells that the points of a field are not one for each of another one: it has one for several, or more than these.
func (f *Field) Differs(over *Field) bool { return f.Spread(over) || f.Shape != over.Shape }

// Over gives the field to a kernel that works on the points of another one: along axes on which it has one point for all, its stride
// is 0. Along the others it may cover more of the global grid; the kernel gets the part that the other field has.
func (f *Field) Over(over *Field, output bool) device.Array {
	a := f.Argument(output)
	axes := f.Spreads(over)
	for axis, stride := range []*int{&a.Point, &a.Row, &a.Plane} {
		if axes[axis] {
			*stride = 0
		} else {
			a.Base += f.before(over, axis) * *stride
		}
	}
	return a
}

// Spreadable tells that an expression may read a field at the points of another one: it has one point for several along some axes. Along the
// others its extents may be larger, as Covers judges. One point that is written is no thin part of a grid where the grid has no more.
func (f *Field) Spreadable(over *Field) bool {
	one, more, part := false, false, false
	for axis, n := range over.Shape {
		if n == 1 && f.Shape[axis] > 1 && over.Grid[axis] == 1 {
			return false
		}
		one = one || f.single(axis) && axis < f.Dims
		more = more || f.single(axis) && (n > 1 || over.Grid[axis] > 1)
		part = part || f.Shape[axis] > n && over.Grid[axis] > n
	}
	return (more || one && part) && f.Differs(over)
}

// before is how many points along an axis a field has before the first one of another field, behind how many it has after the last one.
// One point is for all those of the axis, wherever it lies: also where the other field has one, as a thin part of the global grid.
func (f *Field) before(over *Field, axis int) int {
	if f.single(axis) {
		return 0
	}
	return over.First[axis] - f.First[axis]
}
func (f *Field) behind(over *Field, axis int) int {
	if f.single(axis) {
		return 0
	}
	return f.First[axis] + f.Shape[axis] - over.First[axis] - over.Shape[axis]
}

// Covers refuses a field with one point along some axes that does not have all points of another one along the others.
func (f *Field) Covers(call string, over *Field) error {
	for axis := range f.Shape {
		if f.before(over, axis) < 0 || f.behind(over, axis) < 0 {
			return status.Errorf(status.Shape, "%s: field %s has the points %s of the global grid along %c and field %s has %s; give field %s all of these, or one point along %c",
				call, f.Name, f.interval(axis), "xyz"[axis], over.Name, over.interval(axis), f.Name, "xyz"[axis])
		}
	}
	return nil
}

func (f *Field) interval(axis int) string {
	return fmt.Sprintf("%d to %d", f.First[axis], f.First[axis]+f.Shape[axis]-1)
}

// Lacks is how many layers of the field's halo are read at so many points from those of another field along an axis.
func (f *Field) Lacks(over *Field, axis, distance int) int {
	spare := f.before(over, axis)
	if distance > 0 {
		spare = f.behind(over, axis)
	}
	return max(max(distance, -distance)-spare, 0)
}

// LiesAs tells whether the points of two fields of one shape lie at the same distances from the first.
func (f *Field) LiesAs(u *Field) bool {
	a, b := f.Argument(false), u.Argument(false)
	return a.Row == b.Row && a.Plane == b.Plane
}
