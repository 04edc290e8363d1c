package compare

import (
	"fmt"
	"math"
	"slices"
)

// timeName is what patterns and tolerances call the time of a file, an attribute or a dataset.
const timeName = "/time"

// roundedTime is how far apart two times may be that are the same but for rounding, of the larger one.
const roundedTime = 1e-12

// times compares the moments of both files: states of two moments are not the same state.
func (c *comparison) times() {
	r := c.result
	r.Time, r.NewTime = c.ref.Time(), c.new.Time()
	switch {
	case r.Time == nil && r.NewTime == nil:
	case c.options.leavesTimeOut():
		r.LeftOut = append(r.LeftOut, timeName)
	case r.Time == nil:
		r.TimeNote = "times not compared: none in " + r.Reference
	case r.NewTime == nil:
		r.TimeNote = "times not compared: none in " + r.New
	case !c.options.sameTime(*r.Time, *r.NewTime):
		r.TimesDiffer = true
		r.TimeNote = fmt.Sprintf("times differ: %v s against %v s", *r.Time, *r.NewTime)
	}
}

func (o *Options) leavesTimeOut() bool {
	return slices.ContainsFunc(o.Exclude, func(pattern string) bool { return matches(pattern, timeName) })
}

// sameTime judges two times by the tolerance named time. The common tolerance counts without its absolute part: that is
// meant for fields, which have other units. Rounding is always allowed.
func (o *Options) sameTime(ref, new float64) bool {
	all := *o
	all.Absolute = 0
	t := all.tolerance(timeName)
	largest := max(math.Abs(ref), math.Abs(new))
	return math.Abs(new-ref) <= t.Absolute+max(t.Relative, roundedTime)*largest+t.Norm*math.Abs(ref)
}
