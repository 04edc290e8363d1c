package views

import "fmt"

// Misread says that bounds which are valid look as if they were given as the first point and the last, x1,y1,z1, x2,y2,z2; ""
// where they do not. Both readings may be meant: remarked are those whose other reading has more points and leaves an even
// margin, as halos do, where their own does not. A plane of one cell, a pencil inside a block and a whole interior never are. A
// pencil along y that begins at the first interior point of x and ends at the last of z is: so no caller may refuse.
func Misread(shape [3]int, given [6]int) string {
	other := turned(given)
	if !within(shape, other) || !within(shape, given) || count(other) <= count(given) || even(shape, given) || !even(shape, other) {
		return ""
	}
	return fmt.Sprintf("interior = %s is %s: %d points. If %s (%d points) is meant, give %s: the order is x1,x2, y1,y2, z1,z2",
		list(given), ranges(given), count(given), ranges(other), count(other), list(other))
}

// Hint is the end of a message that refuses bounds: what to give where the first point and the last were meant, else "".
func Hint(shape [3]int, refused [6]int) string {
	other := turned(refused)
	if !within(shape, other) || other == refused {
		return ""
	}
	return fmt.Sprintf("; the order is x1,x2, y1,y2, z1,z2: give %s if %s is meant", list(other), ranges(other))
}

// turned reads bounds as the first point and the last.
func turned(b [6]int) [6]int { return [6]int{b[0], b[3], b[1], b[4], b[2], b[5]} }

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
	sides, axes := true, true
	for i, n := range shape {
		sides = sides && b[2*i]-1 == n-b[2*i+1]
		axes = axes && b[2*i] == b[0] && n-b[2*i+1] == shape[0]-b[1]
	}
	return sides || axes
}

func count(b [6]int) int { return (b[1] - b[0] + 1) * (b[3] - b[2] + 1) * (b[5] - b[4] + 1) }

func list(b [6]int) string {
	return fmt.Sprintf("[%d,%d, %d,%d, %d,%d]", b[0], b[1], b[2], b[3], b[4], b[5])
}

func ranges(b [6]int) string {
	return fmt.Sprintf("x %d..%d, y %d..%d, z %d..%d", b[0], b[1], b[2], b[3], b[4], b[5])
}
