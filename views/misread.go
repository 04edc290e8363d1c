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

// Cornered says that an interior which was counted from 1 looks as if it was counted from declared lower bounds, such as
// 1-halo; "" where it does not. lower are those bounds, all 1 where they are not known: then it is an interior that begins at the
// first element and leaves twice the layers of a halo behind the last. Both may be meant, so no caller may refuse.
func Cornered(shape [3]int, given [6]int, lower [3]int) string {
	var axes, declared []string
	known := lower != [3]int{1, 1, 1}
	if !known {
		if !haloBehind(shape, given) {
			return ""
		}
		for i, n := range shape {
			lower[i] = 1 - (n-given[2*i+1])/2
		}
	}
	shift := [3]int{lower[0] - 1, lower[1] - 1, lower[2] - 1}
	if symmetric(shape, given) || !within(shape, shifted(given, [3]int{-shift[0], -shift[1], -shift[2]})) {
		return ""
	}
	for i, n := range shape {
		axes = append(axes, fmt.Sprint(n))
		declared = append(declared, fmt.Sprintf("%d:%d", lower[i], lower[i]+n-1))
	}
	extents, bounds := strings.Join(axes, " x "), strings.Join(declared, ", ")
	if known {
		return fmt.Sprintf("interior = %s counts from 1, and the array is declared %s: the run computes %s. If %s is meant, give create lbound=lbound(q)",
			list(given), bounds, ranges(shifted(given, shift)), ranges(given))
	}
	return fmt.Sprintf("interior = %s begins at the first of %s elements. If the array is declared as %s, give create lbound=lbound(q); if the first elements are meant, give lbound=[1,1,1]",
		list(given), extents, bounds)
}

// haloBehind tells whether an interior begins at the first element and leaves an even number of layers behind the last. One axis alone
// may do so for other reasons: arrays of Fourier transforms have two elements more along x.
func haloBehind(shape [3]int, given [6]int) bool {
	layers, others := 0, 0
	for i, n := range shape {
		behind := n - given[2*i+1]
		switch {
		case given[2*i] != 1 || behind%2 != 0 || behind > 2*mostHalo:
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
