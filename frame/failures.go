package frame

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/properties"
	"drawbridge/report"
	"drawbridge/status"
	"drawbridge/views"
)

// stripe is where the points of a launch lie: interior points of a plan's arrays from start on, of fields, or points of the
// views that the legacy calls filled.
type stripe struct {
	plan   *Plan // nil: legacy calls, or
	start  int
	fields *properties.OnFields
}

// owned tells whether the points are those of a kernel of an owner's.
func (s stripe) owned() bool {
	return s.plan != nil && s.plan.call.Owned() || s.fields != nil && s.fields.Owned()
}

// account counts flagged points by bit, says the first failed point of each kind, and fails on it where the check is strict.
func (f *Frame) account(collection string, launch properties.Launch, at stripe) error {
	if at.owned() {
		return status.Errorf(status.NotAvailable, "%s: at %d of %d points an array of the routine needs more values than a GPU keeps for it (%d); its results there are of no use. Give the array a constant extent, or an extent that is a number of the call",
			collection, launch.Flagged, launch.Points, f.properties.Room(collection))
	}
	strict := f.values["check"] == "strict"
	flags, err := f.properties.Flags(launch, strict)
	if err != nil {
		return err
	}
	for name, points := range flags.Points {
		f.report.Flag(name, int64(points))
	}
	if points := flags.Points["unstable"]; points > 0 && f.firstNoted("unstable", collection) {
		f.tellUnstable(collection, points, launch.Points)
	}
	if flags.Points["extrapolated"] > 0 && f.firstNoted("extrapolated", collection) {
		f.report.NoteOnce("extrapolated: T was %s in %s (docs/flags.md)", f.beyondLimits(), collection)
	}
	for _, bit := range flags.Failed {
		points := flags.Points[bit]
		if f.report.Fail(collection, bit, int64(points)) && !strict {
			f.firstFailure(collection, bit, points, launch, at)
		}
	}
	if strict && flags.FirstBad > 0 {
		var counts []string
		for _, bit := range flags.Failed {
			counts = append(counts, fmt.Sprintf("%s at %d", bit, flags.Points[bit]))
		}
		return status.Errorf(status.BadValue, "%s: %s is flagged %s%s (of %d points: %s)", collection, f.whereabouts(collection, at, flags.FirstBad),
			strings.Join(flags.FirstNames, ", "), f.inputs(collection, at, flags.FirstBad), launch.Points, strings.Join(counts, ", "))
	}
	return nil
}

// firstNoted tells whether points of a collection carry a note for the first time.
func (f *Frame) firstNoted(bit, collection string) bool {
	before := len(f.noted)
	if f.noted == nil {
		f.noted = map[[2]string]bool{}
	}
	f.noted[[2]string{bit, collection}] = true
	return len(f.noted) > before
}

// beyondLimits names the temperatures beyond which points are extrapolated, and the species whose polynomials end there.
func (f *Frame) beyondLimits() string {
	least, greatest, lower, upper := f.properties.Limits()
	return fmt.Sprintf("below %g K, where the polynomials of %s begin, or above %g K, where those of %s end,", least, f.someSpecies(lower), greatest, f.someSpecies(upper))
}

// someSpecies names the first of a list of species, counted from 1.
func (f *Frame) someSpecies(list []int) string {
	const most = 4
	var names []string
	for _, i := range list[:min(len(list), most)] {
		name, _ := f.SpeciesName(i)
		if name == "" {
			name = fmt.Sprintf("species %d", i)
		}
		names = append(names, name)
	}
	if more := len(list) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// tellUnstable writes down once for each collection that states have no physical pressure: inputs in other units often give such.
func (f *Frame) tellUnstable(collection string, points, of int) {
	f.speak(fmt.Sprintf("%s: %d of the %d points computed here are flagged unstable: the pressure or one of its derivatives is negative there. "+
		"Check the units of the inputs (K, kg/m3, J/kg with the heat of formation). The outputs are kept, and the report counts such points (docs/flags.md)", collection, points, of), true)
}

// firstFailure writes down the first point of a collection that failed in a way. Any rank may be the only one that has such points.
func (f *Frame) firstFailure(collection, bit string, points int, launch properties.Launch, at stripe) {
	point, err := f.properties.FirstWith(launch, bit)
	if err != nil {
		return // the device is lost: the call itself will say so
	}
	inputs := f.inputs(collection, at, point)
	if launch.Counted() && inputs != "" {
		inputs = ", after this run" + inputs
	}
	f.speak(fmt.Sprintf("%s: %s is flagged %s%s. Its outputs are NaN, as those of %d of the %d points computed here. Further points of this kind are counted, and finalize writes their number (docs/flags.md)",
		collection, f.whereabouts(collection, at, point), bit, inputs, points, launch.Points), true)
}

// tellFailures writes the totals of failed points: of all ranks where they could be asked, else of this one.
func (f *Frame) tellFailures(of *report.Report) {
	if of == nil || len(of.Failures) == 0 {
		return
	}
	var words []string
	for _, x := range of.Failures {
		words = append(words, fmt.Sprintf("%s %d %s", x.Collection, x.Points, x.Flag))
	}
	outputs := ", their outputs are NaN"
	if f.values["check"] == "strict" { // the call failed and copied no outputs
		outputs = ""
	}
	f.speak("points that failed in this run"+outputs+": "+strings.Join(words, ", ")+" (docs/flags.md)", true)
}

// whereabouts names a point of a launch by its indices in the host's array, counted from 1, the halo included, where they are known.
func (f *Frame) whereabouts(collection string, at stripe, point int) string {
	if at.fields != nil {
		return at.fields.Place(point)
	}
	from, known := origin{}, at.plan != nil
	if known {
		from = origin{array: at.plan.bindings()[0].array, start: at.start}
	} else {
		from, known = f.from(collection, f.turn)
	}
	if !known {
		return fmt.Sprintf("point %d of the stripe", point)
	}
	i := from.array.Indices(from.start + point - 1)
	return fmt.Sprintf("point (%d,%d,%d) of the array", i[0], i[1], i[2])
}

// inputs lists what a collection read at a point and did not overwrite, as far as it can be read back.
func (f *Frame) inputs(collection string, at stripe, point int) string {
	reads, writes, _ := f.properties.Names(collection)
	var words []string
	for _, view := range reads {
		if slices.Contains(writes, view) {
			continue
		}
		if values := f.inputAt(view, at, point); values != nil {
			words = append(words, f.inputText(view, values))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return ": " + strings.Join(words, ", ")
}

// inputAt is what a view of a launch held at a point; nil where that is not known any more.
func (f *Frame) inputAt(view string, at stripe, point int) []float64 {
	if at.plan != nil {
		return at.plan.inputAt(view, at.start+point-1)
	}
	if at.fields != nil {
		return at.fields.InputAt(view, point)
	}
	if v, err := f.store.Find(view); err != nil || v.Valid() < point {
		return nil
	}
	values, err := f.store.At(view, point)
	if err != nil {
		return nil
	}
	return values
}

// inputAt is what the array of an input holds at an interior point, on the device where it stays there.
func (p *Plan) inputAt(view string, point int) []float64 {
	var all []float64
	for _, b := range p.inParts(view) {
		if p.written(b.array) {
			return nil
		}
		values, err := p.at(b, point)
		if err != nil {
			return nil
		}
		all = append(all, values...)
	}
	return all
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

// origin is where the points of a view come from: a host array, from its interior point start on, by a copy of that turn.
type origin struct {
	array views.HostArray
	start int
	turn  int
}

// from is where the inputs of a collection that ran at a turn came from, told by the first that came from a host array. A
// first guess may lie anywhere.
func (f *Frame) from(collection string, turn int) (origin, bool) {
	reads, _, _ := f.properties.Names(collection)
	guesses := f.properties.Optional(collection)
	for _, view := range reads {
		if slices.Contains(guesses, view) {
			continue
		}
		if o, known := f.source(view, turn); known {
			return o, true
		}
	}
	return origin{}, false
}

// source is where a view came from that was read at a turn: what a collection wrote lies where its inputs did. What was
// copied in since is of no use.
func (f *Frame) source(view string, turn int) (origin, bool) {
	o, copied := f.origins[view]
	if copied && o.turn > turn {
		return origin{}, false
	}
	writer, latest := "", o.turn
	for collection, ran := range f.ran {
		if _, writes, _ := f.properties.Names(collection); ran < turn && ran > latest && slices.Contains(writes, view) {
			writer, latest = collection, ran
		}
	}
	if writer != "" {
		return f.from(writer, latest)
	}
	return o, copied
}
