package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"drawbridge/tools/hdf5file"
)

// The largest relative differences that are round-off: of doubles, and of floats of 4 bytes, four of their last bits.
const (
	roundOff       = 1e-12
	roundOffSingle = 4. / (1 << 23)
)

// roundOffOf is the largest relative difference that is round-off between two types; 0: none, of whole numbers.
func roundOffOf(a, b hdf5file.Type) float64 {
	size := min(a.Size, b.Size)
	switch {
	case a.Class != hdf5file.Float || b.Class != hdf5file.Float || max(a.Size, b.Size) > 8:
		return 0
	case size == 8:
		return roundOff
	case size == 4:
		return roundOffSingle
	}
	return 0
}

// hint tells what would make the two the same, where that is sure. Only the values of fields, or only the times, differ.
func (c *comparison) hint() {
	r := c.result
	if r.Same || len(r.Missing) > 0 || len(r.Extra) > 0 && !c.options.IgnoreExtra || slices.ContainsFunc(r.Skipped, func(s Skip) bool { return s.Counts }) {
		return
	}
	different := false
	largest := 0.0
	for _, f := range r.Fields {
		if f.Same {
			continue
		}
		different = true
		_, own := c.options.named(f.Path)
		if own || f.Reason != "" || !(f.MaxRel > 0) || float64(f.MaxRel) > f.roundOff {
			return
		}
		largest = max(largest, float64(f.MaxRel))
	}
	switch {
	case r.TimesDiffer && !different:
		r.TimesAlone = true
		r.Hint = TimesHint
	case !r.TimesDiffer && different:
		r.RoundOff = Figure(largest)
		r.Hint = RoundOffHint(largest)
	}
}

// TimesHint is for files that differ in their times alone.
const TimesHint = "only the times differ; --exclude time leaves them out"

// RoundOffHint is for fields whose differences are at most so large, relative to the larger value of each pair.
func RoundOffHint(largest float64) string {
	return fmt.Sprintf("round-off is likely: no value differs by more than %.1e of its size; --rtol %s would pass", largest, passing(largest))
}

// passing is the relative tolerance of the reference that covers such a difference, rounded up to two digits.
func passing(largest float64) string {
	const slack = 1e-9 // for the rounding of the comparison itself
	x := largest / (1 - largest) * (1 + slack)
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	text := strconv.FormatFloat(math.Ceil(x/unit)*unit, 'e', 1, 64)
	if up, err := strconv.ParseFloat(text, 64); err != nil || up < x {
		text = strconv.FormatFloat((math.Ceil(x/unit)+1)*unit, 'e', 1, 64)
	}
	return text
}
