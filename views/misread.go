package views

import (
	"fmt"
	"strings"
)

// Misread says that bounds which are valid look as if they were given as the first point and the last, x1,y1,z1, x2,y2,z2; ""
// where they do not. Both readings may be meant: remarked are those whose other reading has more points and leaves an even
// margin, as halos do, where their own does not. A plane of one cell, a pencil inside a block and a whole interior never are. A
// pencil along y that begins at the first interior point of x and ends at the last of z is: so no caller may refuse.
func (a HostArray) Misread() string {
	shape, given, other := a.points()
	if !within(shape, other) || !within(shape, given) || count(other) <= count(given) || even(shape, given) || !even(shape, other) {
		return ""
	}
	given, other = shifted(given, a.Shift), shifted(other, a.Shift)
	return fmt.Sprintf("interior = %s is %s: %d points. If %s (%d points) is meant, give %s: the order is x1,x2, y1,y2, z1,z2",
		list(given), ranges(given), count(given), ranges(other), count(other), list(other))
}

// Hint is the end of a message that refuses bounds: what to give where the first point and the last were meant, else "".
func (a HostArray) Hint() string {
	shape, refused, other := a.points()
	if !within(shape, other) || other == refused {
		return ""
	}
	other = shifted(other, a.Shift)
	return fmt.Sprintf("; the order is x1,x2, y1,y2, z1,z2: give %s if %s is meant", list(other), ranges(other))
}

// points are the extents along x, y and z, and both readings of the interior, counted from 1. A first point and a last that were
// counted from declared bounds have been counted from 1 as if they were bounds along an axis.
func (a HostArray) points() (shape [3]int, given, other [6]int) {
	other = turned(shifted(a.Interior, a.Shift))
	return [3]int(a.Shape[:3]), a.Interior, shifted(other, [3]int{-a.Shift[0], -a.Shift[1], -a.Shift[2]})
}

// Bounds writes the interior as it is declared.
func (a HostArray) Bounds() string { return list(shifted(a.Interior, a.Shift)) }

// mostHalo is the layers of the thickest halo that an interior which begins at the first element is suspected to lack.
const mostHalo = 8

// Cornered says that an interior of a plan which was counted from 1 looks as if it was counted from elsewhere; "" where it does not.
// lower are the declared bounds along x, y and z, all 1 where they are not known. Both may be meant, so no caller may refuse.
func Cornered(shape [3]int, given [6]int, lower [3]int, order Order) string {
	known := lower != [3]int{1, 1, 1}
	if !known {
		if lower = boundsOfHalo(shape, given); lower == [3]int{1, 1, 1} {
			return countedFromZero(shape, given)
		}
	}
	shift := [3]int{lower[0] - 1, lower[1] - 1, lower[2] - 1}
	if symmetric(shape, given) || !within(shape, shifted(given, [3]int{-shift[0], -shift[1], -shift[2]})) {
		return ""
	}
	cure := "give create lbound=" + inOrder(lower, order)
	if known {
		return fmt.Sprintf("interior = %s counts from 1, and the array is declared %s: the run computes %s. If %s is meant, %s",
			list(given), declaration(shape, lower), ranges(shifted(given, shift)), ranges(given), cure)
	}
	return fmt.Sprintf("interior = %s begins at the first of %s elements. If the array is declared as %s, %s; if the first elements are meant, give lbound=[1,1,1]",
		list(given), extents(shape), declaration(shape, lower), cure)
}

// Cornered says the same of an array that is copied as a whole to a field or from one, whose interior counts from 1 where no lower bounds
// are given.
func (a HostArray) Cornered() string {
	shape := [3]int(a.Shape[:3])
	lower := boundsOfHalo(shape, a.Interior)
	if lower == [3]int{1, 1, 1} {
		return countedFromZero(shape, a.Interior)
	}
	return fmt.Sprintf("interior = %s begins at the first of %s elements, and counts from 1 here. If the array is declared as %s, give lbound=%s",
		list(a.Interior), extents(shape), declaration(shape, lower), inOrder(lower, a.Order))
}

// countedFromZero says that an interior looks as if it was counted from 0, as C counts: along all axes that have more than one element
// one layer less lies before it, and one more behind it, than a halo has.
func countedFromZero(shape [3]int, given [6]int) string {
	layers, axes := given[0], 0
	for i, n := range shape {
		before, behind := given[2*i]-1, n-given[2*i+1]
		switch {
		case n == 1:
			layers = max(layers, 2)
		case given[2*i] < 2 || given[2*i] > mostHalo || before+2 != behind || axes > 0 && given[2*i] != layers:
			return ""
		default:
			layers = given[2*i]
			axes++
		}
	}
	if axes < 2 {
		return ""
	}
	other := given
	for i, n := range shape {
		if n > 1 {
			other[2*i], other[2*i+1] = given[2*i]+1, given[2*i+1]+1
		}
	}
	return fmt.Sprintf("interior = %s leaves %d layers before and %d behind along each axis. interior counts from 1; if it was counted from 0, as in C, give %s",
		list(given), layers-1, layers+1, list(other))
}

// boundsOfHalo are the lower bounds of an array whose interior begins with point 1, where an interior begins at the first element and
// leaves twice the layers of a halo behind the last; all 1 where it does not.
func boundsOfHalo(shape [3]int, given [6]int) [3]int {
	lower := [3]int{1, 1, 1}
	if haloBehind(shape, given) {
		for i, n := range shape {
			lower[i] = 1 - (n-given[2*i+1])/2
		}
	}
	return lower
}

// declaration writes the bounds of an array as Fortran declares them.
func declaration(shape, lower [3]int) string {
	var list []string
	for i, n := range shape {
		list = append(list, fmt.Sprintf("%d:%d", lower[i], lower[i]+n-1))
	}
	return strings.Join(list, ", ")
}

func extents(shape [3]int) string { return fmt.Sprintf("%d x %d x %d", shape[0], shape[1], shape[2]) }

// inOrder writes lower bounds of x, y and z as lbound= of an array in an order takes them.
func inOrder(lower [3]int, order Order) string {
	if order == (Order{}) {
		order = Order{0, 1, 2, 3}
	}
	var list []string
	for _, axis := range order {
		if axis < 3 {
			list = append(list, fmt.Sprint(lower[axis]))
		}
	}
	return "[" + strings.Join(list, ",") + "]"
}

// haloBehind tells whether an interior begins at the first element and leaves an even number of layers behind the last. One axis alone
// may do so for other reasons: arrays of Fourier transforms have two elements more along x. A part of a larger array leaves more behind it.
func haloBehind(shape [3]int, given [6]int) bool {
	layers, others := 0, 0
	for i, n := range shape {
		behind := n - given[2*i+1]
		switch {
		case given[2*i] != 1 || behind%2 != 0 || behind > 2*mostHalo || behind >= given[2*i+1] && behind > 0:
			return false
		case behind > 0:
			layers++
		case n > 1:
			others++
		}
	}
	return layers > 1 || layers == 1 && others == 0
}

// symmetric tells whether the same margin lies on both sides of each axis.
func symmetric(shape [3]int, b [6]int) bool {
	for i, n := range shape {
		if b[2*i]-1 != n-b[2*i+1] {
			return false
		}
	}
	return true
}

// turned reads bounds as the first point and the last.
func turned(b [6]int) [6]int { return [6]int{b[0], b[3], b[1], b[4], b[2], b[5]} }

// shifted counts bounds from elsewhere.
func shifted(b [6]int, shift [3]int) [6]int {
	for i := range b {
		b[i] += shift[i/2]
	}
	return b
}

// within tells whether bounds lie in an array, and in order.
func within(shape [3]int, b [6]int) bool {
	for i, n := range shape {
		if b[2*i] < 1 || b[2*i] > b[2*i+1] || b[2*i+1] > n {
			return false
		}
	}
	return true
}

// even tells whether the same margin lies on both sides of each axis, or before all axes and behind all.
func even(shape [3]int, b [6]int) bool {
	axes := true
	for i, n := range shape {
		axes = axes && b[2*i] == b[0] && n-b[2*i+1] == shape[0]-b[1]
	}
	return axes || symmetric(shape, b)
}

func count(b [6]int) int { return (b[1] - b[0] + 1) * (b[3] - b[2] + 1) * (b[5] - b[4] + 1) }

func list(b [6]int) string {
	return fmt.Sprintf("[%d,%d, %d,%d, %d,%d]", b[0], b[1], b[2], b[3], b[4], b[5])
}

func ranges(b [6]int) string {
	return fmt.Sprintf("x %d..%d, y %d..%d, z %d..%d", b[0], b[1], b[2], b[3], b[4], b[5])
}
