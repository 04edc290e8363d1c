package snapshot

import (
	"math"
	"strings"

	"drawbridge/status"
	"drawbridge/views"
)

// check refuses a grid that cannot be drawn.
func (g Grid) check(path string) error {
	cells := 1.0
	for axis, n := range g.Cells {
		switch {
		case n < 1 || n > math.MaxInt32:
			return status.Errorf(status.Shape, "snapshot %s: %d cells in %c, expected 1 to %d", path, n, 'x'+axis, math.MaxInt32)
		case !finite(g.Spacing[axis]) || g.Spacing[axis] <= 0:
			return status.Errorf(status.Argument, "snapshot %s: spacing %g m in %c, expected a positive number", path, g.Spacing[axis], 'x'+axis)
		case !finite(g.Origin[axis]):
			return status.Errorf(status.Argument, "snapshot %s: origin %g m in %c, expected a finite number", path, g.Origin[axis], 'x'+axis)
		}
		cells *= float64(n)
	}
	if 8*cells >= math.MaxInt64 {
		return status.Errorf(status.Shape, "snapshot %s: %d x %d x %d cells do not fit any file", path, g.Cells[0], g.Cells[1], g.Cells[2])
	}
	return nil
}

// checkNew is check for a file that is to be made: its moment is a number, and its case fits an attribute.
func (g Grid) checkNew(path string) error {
	if !finite(g.Time) {
		return status.Errorf(status.Argument, "snapshot %s: time %g s, expected a finite number", path, g.Time)
	}
	if err := checkText("name of the case", len(g.Case)); err != nil {
		return status.Errorf(status.Argument, "snapshot %s: %v", path, err)
	}
	return g.check(path)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// checkName refuses what HDF5 or ParaView would take for something else than a plain name.
func checkName(what, name string) error {
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\x00") || len(name) > 255 {
		return status.Errorf(status.Argument, "the %s name %q is not a plain name of 1 to 255 bytes without '/'", what, name)
	}
	return nil
}

// longestText is the most bytes of a text or a list in an attribute: HDF5 keeps no more than 64 KB in one, its head included.
const longestText = 60000

// checkText refuses a text that no attribute holds, before HDF5 loses the file over it.
func checkText(what string, bytes int) error {
	if bytes > longestText {
		return status.Errorf(status.Argument, "the %s has %d bytes, expected at most %d", what, bytes, longestText)
	}
	return nil
}

// checkAttribute refuses what cannot become an attribute.
func checkAttribute(name string, value any) error {
	if err := checkName("attribute", name); err != nil {
		return err
	}
	bytes := 0
	switch v := value.(type) {
	case string:
		bytes = len(v)
	case []int:
		bytes = 8 * len(v)
	case []int64:
		bytes = 8 * len(v)
	case []float64:
		bytes = 8 * len(v)
	}
	return checkText("value", bytes)
}

// checkField refuses the names of a field.
func checkField(name, unit string) error {
	if err := checkName("field", name); err != nil {
		return err
	}
	return checkText("unit", len(unit))
}

// checkSource refuses an array that does not fit itself or the grid.
func (g Grid) checkSource(a views.HostArray) error {
	if err := checkArray(a); err != nil {
		return err
	}
	return g.checkInterior(a)
}

// checkArray refuses an array that does not fit itself.
func checkArray(a views.HostArray) error {
	if a.Address == 0 {
		return status.Errorf(status.NullPointer, "the array's address is null")
	}
	bytes := 8.0
	for d, n := range a.Shape {
		if n < 1 {
			return status.Errorf(status.Shape, "the array's extent %d is %d, expected at least 1", d+1, n)
		}
		bytes *= float64(n)
	}
	if bytes >= math.MaxInt64 {
		return status.Errorf(status.Shape, "an array of %d x %d x %d x %d numbers does not fit any memory",
			a.Shape[0], a.Shape[1], a.Shape[2], a.Shape[3])
	}
	if a.Width != 1 {
		return status.Errorf(status.Shape, "%d variables given, expected 1: one field is one variable", a.Width)
	}
	if a.Var < 1 || a.Var > a.Shape[3] {
		return status.Errorf(status.Shape, "variable %d asked, the array has 1 to %d", a.Var, a.Shape[3])
	}
	for d := range 3 {
		first, last := a.Interior[2*d], a.Interior[2*d+1]
		if first < 1 || last > a.Shape[d] || first > last {
			return status.Errorf(status.Shape, "the interior %d:%d in %c lies outside the array's %d:%d%s", first+a.Shift[d], last+a.Shift[d], 'x'+d, 1+a.Shift[d], a.Shape[d]+a.Shift[d], a.Hint())
		}
	}
	return nil
}

func (g Grid) checkInterior(a views.HostArray) error {
	for d := range 3 {
		if first, last := a.Interior[2*d], a.Interior[2*d+1]; last-first+1 != g.Cells[d] {
			return status.Errorf(status.Shape, "the interior has %d cells in %c (%d:%d), the snapshot's grid has %d%s",
				last-first+1, 'x'+d, first+a.Shift[d], last+a.Shift[d], g.Cells[d], a.Hint())
		}
	}
	return nil
}
