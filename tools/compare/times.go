package compare

import (
	"fmt"
	"maps"
	"math"
	"path"
	"slices"

	"drawbridge/tools/hdf5file"
)

// timeNames are what the options may call the time of a file, beside the name under which the file keeps it.
var timeNames = []string{"time", "/time"}

// roundedTime is how far apart two times may be that are the same but for rounding, of the larger one.
const roundedTime = 1e-12

// timeOf is the time of a file: where the options say, else at one of the usual places; nil where there is none of them.
func (o *Options) timeOf(f *hdf5file.File) (*hdf5file.Time, error) {
	if o.TimeName == "" {
		return f.Time(), nil
	}
	return f.Named(o.TimeName)
}

// called makes what the options say of timeNames hold for the places where these files keep their times.
func (o Options) called(times ...*hdf5file.Time) *Options {
	o.Exclude, o.PerField = slices.Clone(o.Exclude), maps.Clone(o.PerField)
	for _, t := range times {
		if t == nil {
			continue
		}
		for _, name := range timeNames {
			if slices.Contains(o.Exclude, name) {
				o.Exclude = append(o.Exclude, t.Path)
			}
			if _, own := o.named(t.Path); !own && o.PerField != nil {
				if tolerance, found := o.PerField[name]; found {
					o.PerField[t.Path] = tolerance
				}
			}
		}
	}
	return &o
}

// times compares the moments of both files: states of two moments are not the same state. A time that is compared as a
// dataset is judged there.
func (c *comparison) times(pairs []*pair) {
	r, ref, new := c.result, c.refTime, c.newTime
	switch {
	case ref == nil && new == nil, ref != nil && c.isField(pairs):
	case c.leavesOut(ref), c.leavesOut(new):
	case ref == nil:
		r.TimeNote = "times not compared: none in " + r.Reference
	case new == nil:
		r.TimeNote = "times not compared: none in " + r.New
	case !c.options.sameTime(ref, new):
		r.TimesDiffer = true
		r.TimeNote = fmt.Sprintf("times differ: %v s against %v s", ref.Value, new.Value)
	}
}

// isField says whether the times are datasets that are compared as fields.
func (c *comparison) isField(pairs []*pair) bool {
	ref, new := c.refTime, c.newTime
	return ref.Dataset && slices.ContainsFunc(pairs, func(p *pair) bool {
		return p.ref.Path == ref.Path && (new == nil || new.Dataset && p.new.Path == new.Path)
	})
}

// leavesOut says whether a time is left out by name, and notes it.
func (c *comparison) leavesOut(t *hdf5file.Time) bool {
	if t == nil || !slices.Contains(c.options.Exclude, t.Path) && !slices.Contains(c.options.Exclude, path.Base(t.Path)) && !(t.Dataset && c.options.excludes(t.Path)) {
		return false // a pattern means datasets
	}
	c.result.LeftOut = append(c.result.LeftOut, t.Path)
	return true
}

// sameTime judges two times by the tolerance of their names. The common tolerance counts without its absolute part where
// the time is no dataset: that is meant for fields, which have other units. Rounding is always allowed.
func (o *Options) sameTime(ref, new *hdf5file.Time) bool {
	t, own := o.exactly(ref.Path)
	if !own {
		t, own = o.exactly(new.Path)
	}
	if !own {
		if t = o.Tolerance; !ref.Dataset || !new.Dataset {
			t.Absolute = 0
		}
	}
	a, b := ref.Value, new.Value
	if ref.Finite() == nil || new.Finite() == nil {
		return a == b || math.IsNaN(a) && math.IsNaN(b) && !o.StrictNaN
	}
	return math.Abs(b-a) <= t.Absolute+max(t.Relative, roundedTime)*max(math.Abs(a), math.Abs(b))+(t.OfReference+t.Norm)*math.Abs(a)
}

// figureOf is a time for the result.
func figureOf(t *hdf5file.Time) *Figure {
	if t == nil {
		return nil
	}
	return (*Figure)(&t.Value)
}
