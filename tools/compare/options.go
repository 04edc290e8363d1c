package compare

import (
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Tolerance is what a difference may be. Zero everywhere asks for equal numbers.
type Tolerance struct {
	Absolute    float64 `json:"absolute"`       // in the field's unit
	Relative    float64 `json:"relative"`       // of the larger magnitude of the two values
	OfReference float64 `json:"rtol,omitempty"` // of the magnitude of the reference's value, as numpy's rtol
	Norm        float64 `json:"norm"`           // of the largest magnitude in the reference field
}

func (t Tolerance) check() error {
	for name, v := range map[string]float64{"absolute": t.Absolute, "relative": t.Relative, "rtol": t.OfReference, "norm": t.Norm} {
		if !(v >= 0 && v <= math.MaxFloat64) {
			return fmt.Errorf("the %s tolerance is %g, expected a finite number of at least 0", name, v)
		}
	}
	return nil
}

// part is what a word of a tolerance means; nil: nothing.
func (t *Tolerance) part(word string) *float64 {
	switch word {
	case "abs", "atol":
		return &t.Absolute
	case "rel":
		return &t.Relative
	case "rtol":
		return &t.OfReference
	case "norm":
		return &t.Norm
	}
	return nil
}

// ParseTolerance reads the tolerance of one field: NAME=abs:A,rel:R,norm:N, each part at most once. atol is abs; rtol is relative to the reference.
func ParseTolerance(text string) (field string, t Tolerance, err error) {
	field, parts, found := strings.Cut(text, "=")
	if !found || field == "" || parts == "" {
		return "", t, fmt.Errorf("the tolerance %q is not of the form NAME=abs:A,rel:R,norm:N (or atol:A, rtol:R)", text)
	}
	given := map[*float64]bool{}
	for _, part := range strings.Split(parts, ",") {
		kind, number, _ := strings.Cut(part, ":")
		place := t.part(kind)
		if place == nil || given[place] {
			return "", t, fmt.Errorf("%q in the tolerance %q is none of abs:A (or atol:A), rel:R, rtol:R, norm:N, or given twice", part, text)
		}
		if *place, err = strconv.ParseFloat(number, 64); errors.Is(err, strconv.ErrRange) {
			return "", t, fmt.Errorf("%q in the tolerance %q is too large, expected at most 1.8e+308", number, text)
		} else if err != nil || strings.ContainsAny(number, "_xXpP") {
			return "", t, fmt.Errorf("%q in the tolerance %q is not a number", number, text)
		}
		given[place] = true
	}
	return field, t, t.check()
}

// Options steer a comparison. The zero value asks for equal numbers in all fields.
type Options struct {
	Tolerance
	PerField     map[string]Tolerance // by name, path or pattern, in the place of Tolerance
	Include      []string             // names, paths or patterns (* ?); empty: all
	Exclude      []string
	Rename       map[string]string // name or path in the reference -> in the new file
	Halo         int               // layers left out at each side of x, y and z
	StrictNaN    bool              // NaN against NaN is a difference too
	IgnoreUnits  bool              // a unit that one file alone keeps is no difference
	IgnoreExtra  bool              // datasets of the new file alone are no difference
	Worst        int               // cells that each field lists of those that differ most
	TimeName     string            // dataset or attribute that keeps the time; "": the usual places
	StepName     string            // the same of the step, for files of a series; "": the root attribute step
	UnusedNames  bool              // a name above that means no dataset is no error
	Progress     func(done, total int64)
	elementsHeld int // of one piece; 0: pieceElements
}

func (o *Options) check() error {
	if o.Halo < 0 {
		return fmt.Errorf("a halo of %d layers, expected at least 0", o.Halo)
	}
	if o.Worst < 0 || o.Worst > MostWorst {
		return fmt.Errorf("%d worst cells, expected at most %d", o.Worst, MostWorst)
	}
	patterns := slices.Concat(o.Include, o.Exclude)
	for field, t := range o.PerField {
		if err := t.check(); err != nil {
			return fmt.Errorf("field %s: %w", field, err)
		}
		patterns = append(patterns, field)
	}
	for _, pattern := range patterns {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("the pattern %q is not one", pattern)
		}
	}
	return o.Tolerance.check()
}

// matches: a pattern names the whole path, or its last part.
func matches(pattern, dataset string) bool {
	if pattern == dataset {
		return true
	}
	whole, _ := path.Match(strings.TrimPrefix(pattern, "/"), strings.TrimPrefix(dataset, "/"))
	last, _ := path.Match(pattern, path.Base(dataset))
	return whole || last
}

// excludes says whether a dataset is left out by name.
func (o *Options) excludes(dataset string) bool {
	return slices.ContainsFunc(o.Exclude, func(pattern string) bool { return matches(pattern, dataset) })
}

func (o *Options) wants(dataset string) bool {
	included := slices.ContainsFunc(o.Include, func(pattern string) bool { return matches(pattern, dataset) })
	return (included || len(o.Include) == 0) && !o.excludes(dataset)
}

// tolerance of a dataset: its own, else the common one.
func (o *Options) tolerance(dataset string) Tolerance {
	if t, own := o.named(dataset); own {
		return t
	}
	return o.Tolerance
}

// exactly is the tolerance that has the path or the name of a dataset, not a pattern that fits.
func (o *Options) exactly(dataset string) (Tolerance, bool) {
	for _, name := range []string{dataset, path.Base(dataset)} {
		if t, found := o.PerField[name]; found {
			return t, true
		}
	}
	return Tolerance{}, false
}

// named is the tolerance that a dataset has of its own: by its path, by its name, by the longest pattern that fits.
func (o *Options) named(dataset string) (t Tolerance, own bool) {
	if t, own = o.exactly(dataset); own {
		return t, true
	}
	best := ""
	for pattern := range o.PerField {
		longer := len(pattern) > len(best) || (len(pattern) == len(best) && pattern < best)
		if longer && matches(pattern, dataset) {
			best = pattern
		}
	}
	if best == "" {
		return t, false
	}
	return o.PerField[best], true
}

// renamed is the path to look for in the new file.
func (o *Options) renamed(dataset string) string {
	if to, found := o.Rename[dataset]; found {
		return to
	}
	if to, found := o.Rename[path.Base(dataset)]; found {
		if strings.Contains(to, "/") {
			return to
		}
		return path.Join(path.Dir(dataset), to)
	}
	return dataset
}
