package frame

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/views"
)

// origin is where the points of a view come from: a host array, from its interior point start on.
type origin struct {
	array views.HostArray
	start int
}

// account counts flagged points by bit, and fails on bad ones where the check is strict.
func (f *Frame) account(collection string, launch properties.Launch) error {
	flags, err := f.properties.Flags(launch)
	if err != nil {
		return err
	}
	for name, points := range flags.Points {
		f.report.Flag(name, int64(points))
	}
	if f.values["check"] == "strict" && flags.FirstBad > 0 {
		return status.Errorf(status.BadValue, "%s: %s is flagged %s%s (%d of %d points carry a flag)", collection, f.whereabouts(collection, flags.FirstBad),
			strings.Join(flags.FirstNames, ", "), f.inputsAt(collection, flags.FirstBad), launch.Flagged, launch.Points)
	}
	return nil
}

// from is where a collection's inputs come from, told by the first that came from a host array. A first guess may lie anywhere.
func (f *Frame) from(collection string) (origin, bool) {
	reads, _, _ := f.properties.Names(collection)
	guesses := f.properties.Optional(collection)
	for _, view := range reads {
		if o, known := f.origins[view]; known && !slices.Contains(guesses, view) {
			return o, true
		}
	}
	return origin{}, false
}

// follow notes that what a collection wrote lies where its inputs do. Only strict checks ask.
func (f *Frame) follow(collection string) {
	if f.values["check"] != "strict" {
		return
	}
	o, known := f.from(collection)
	_, writes, _ := f.properties.Names(collection)
	for _, view := range writes {
		if delete(f.origins, view); known {
			f.origins[view] = o
		}
	}
}

// whereabouts names a point of a stripe by its indices in the host's array, counted from 1 with fringes, where an input came from one.
func (f *Frame) whereabouts(collection string, point int) string {
	if o, known := f.from(collection); known {
		at := o.array.Indices(o.start + point - 1)
		return fmt.Sprintf("point (%d,%d,%d) of the array", at[0], at[1], at[2])
	}
	return fmt.Sprintf("point %d of the stripe", point)
}

// inputsAt lists what a collection read at a point and did not overwrite; "" where nothing can be read back.
func (f *Frame) inputsAt(collection string, point int) string {
	reads, writes, _ := f.properties.Names(collection)
	var words []string
	for _, view := range reads {
		if v, err := f.store.Find(view); err != nil || v.Valid() < point || slices.Contains(writes, view) {
			continue
		}
		values, unread := f.store.At(view, point)
		if unread != nil {
			return ""
		}
		words = append(words, f.inputText(view, values))
	}
	if len(words) == 0 {
		return ""
	}
	return ": " + strings.Join(words, ", ")
}

// inputText writes the value of a view at a point; of many species their sum and the least.
func (f *Frame) inputText(view string, values []float64) string {
	if len(values) == 1 {
		return fmt.Sprintf("%s = %g", view, values[0])
	}
	sum, least := 0.0, 0
	for i, y := range values {
		sum += y
		if y < values[least] || y != y {
			least = i
		}
	}
	name, _ := f.SpeciesName(least + 1)
	return fmt.Sprintf("%s sums to %.9g, the least is %g (%s)", view, sum, values[least], strings.TrimSpace(fmt.Sprintf("species %d %s", least+1, name)))
}
