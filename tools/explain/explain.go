package explain

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"drawbridge/files"
	"drawbridge/properties"
	"drawbridge/views"
)

const (
	mostReasons = 3    // conventions that may differ at a time
	near        = 1e-7 // a difference that is left is explained by
	agreement   = 1e-9 // relative difference of two codes that compute the same
	mostFile    = 256 << 20
	mostPoints  = 100000 // of a plan: DRAWBRIDGE_CHECK=compare writes less than 200
)

// supposition is a convention that the owner's code may have.
type supposition struct {
	options []setting
	view    string // an input that is held in another unit
	measure measure
	moles   bool // Yi holds mole fractions
}

// inquiry is the points of a comparison, and Drawbridge's answers there.
type inquiry struct {
	of      *properties.Comparison
	trial   *trial
	n       int
	raw     map[string][]float64        // inputs in the caller's units, by view
	reads   []properties.ComparedColumn // the first input of each view
	columns []properties.ComparedColumn // outputs that differ
	theirs  [][]float64                 // of each, in SI
	mass    []float64                   // of a mol, kg; nil: not known
	views   []views.Declaration
}

// File names, for each plan of a file of DRAWBRIDGE_CHECK=compare, what would explain its differences.
func File(path string) (lines []string, err error) {
	text, err := files.Read(path, mostFile)
	if err != nil {
		return nil, err
	}
	list, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; expected: drawbridge_compare.json as a run with DRAWBRIDGE_CHECK=compare writes it. Run the solver with that setting, then give the file", path, err)
	}
	for i, c := range list {
		q, err := inquire(c)
		if err != nil {
			return nil, fmt.Errorf("%s: plan %d: %w; run the solver with DRAWBRIDGE_CHECK=compare again, and give the file as it is written", path, i+1, err)
		}
		lines = append(lines, fmt.Sprintf("plan of %s next to your routine, %d points of the largest differences and others", c.Collection, q.n))
		lines = append(lines, q.reasons()...)
		q.trial.close()
	}
	return lines, nil
}

func parse(text []byte) (list []*properties.Comparison, err error) {
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(text, &list); {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("no JSON, or cut off, at byte %d", syntax.Offset)
	case err != nil:
		return nil, errors.New("JSON of another kind")
	case len(list) == 0:
		return nil, errors.New("JSON without plans")
	}
	return list, nil
}

// reasons names what would explain the differences of the columns.
func (q *inquiry) reasons() []string {
	lines, list := q.units(), q.open(nil)
	if len(list) == 0 {
		return lines
	}
	if found, before, after := q.search(list); after <= near {
		return append(lines, q.sentence(list, found, before, after))
	}
	for _, k := range list {
		if line := q.zeroOfEnergy(k); line != "" {
			return append(lines, line) // it moves the other columns too
		}
	}
	for _, k := range list { // each may have its own reason
		if found, before, after := q.search([]int{k}); found != nil {
			lines = append(lines, q.sentence([]int{k}, found, before, after))
			continue
		}
		lines = append(lines, q.pattern(k))
	}
	return lines
}

// inquire reads a comparison, and refuses one that is not whole.
func inquire(c *properties.Comparison) (q *inquiry, err error) {
	if c == nil || len(c.Outputs) == 0 || len(c.Inputs) == 0 || c.PengRobinson == nil {
		return nil, errors.New("it has no inputs, outputs or species data")
	}
	ns := len(c.PengRobinson.W)
	if ns < 1 || ns > properties.MaxSpecies {
		return nil, fmt.Errorf("data of %d species, 1 to %d expected", ns, properties.MaxSpecies)
	}
	q = &inquiry{of: c, n: len(c.Outputs[0].Values), raw: map[string][]float64{}, views: properties.Declarations(ns, 0)}
	if err := q.takeInputs(); err != nil {
		return nil, err
	}
	if err := q.takeOutputs(); err != nil {
		return nil, err
	}
	if q.trial, err = newTrial(c, q.n); err != nil {
		return nil, err
	}
	q.mass = q.molarMass()
	if _, err := q.outcome(nil); err != nil {
		q.trial.close()
		return nil, err
	}
	return q, nil
}

// check refuses a column that is none of its view, or has another count of points.
func (q *inquiry) check(k properties.ComparedColumn, values int) error {
	v, known := q.view(k.View)
	switch {
	case !known || k.Component < 0 || k.Component >= v.Width:
		return fmt.Errorf("column %s: component %d of view '%s', which does not exist", k.Name, k.Component+1, k.View)
	case q.n < 1 || q.n > mostPoints || values != q.n:
		return fmt.Errorf("column %s: %d values, expected those of %d points (1 to %d)", k.Name, values, q.n, mostPoints)
	}
	return nil
}

// takeInputs sorts the inputs by view.
func (q *inquiry) takeInputs() error {
	for _, k := range q.of.Inputs {
		if err := q.check(k, len(k.Values)); err != nil {
			return err
		}
		if q.raw[k.View] == nil {
			q.reads = append(q.reads, k)
		}
		if have := len(q.raw[k.View]) / q.n; have != k.Component {
			return fmt.Errorf("view %s: component %d, expected component %d", k.View, k.Component+1, have+1)
		}
		q.raw[k.View] = append(q.raw[k.View], k.Values...)
	}
	for _, k := range q.reads {
		if v, _ := q.view(k.View); len(q.raw[k.View]) != v.Width*q.n {
			return fmt.Errorf("view %s: %d components, expected %d", k.View, len(q.raw[k.View])/q.n, v.Width)
		}
	}
	return nil
}

// takeOutputs keeps the outputs that differ, the owner's in SI.
func (q *inquiry) takeOutputs() error {
	for _, k := range q.of.Outputs {
		if err := q.check(k, len(k.Values)); err != nil {
			return err
		}
		if err := q.check(k, len(k.Theirs)); err != nil {
			return err
		}
		if distance(k.Values, k.Theirs, false) > agreement {
			values := slices.Clone([]float64(k.Theirs))
			toSI(values, k.Scale, k.Offset)
			q.columns, q.theirs = append(q.columns, k), append(q.theirs, values)
		}
	}
	return nil
}

// view is what is known of a view: its unit and width.
func (q *inquiry) view(name string) (views.Declaration, bool) {
	i := slices.IndexFunc(q.views, func(v views.Declaration) bool { return v.Name == name })
	if i < 0 {
		return views.Declaration{}, false
	}
	return q.views[i], true
}

// inSI is an input in SI.
func (q *inquiry) inSI(view string) []float64 {
	values, at := slices.Clone(q.raw[view]), 0
	for _, c := range q.of.Inputs {
		if c.View == view {
			toSI(values[at:at+q.n], c.Scale, c.Offset)
			at += q.n
		}
	}
	return values
}

// molarMass is W of the mixture at each point, kg/mol.
func (q *inquiry) molarMass() []float64 {
	W := q.of.PengRobinson.W
	Y, mass := q.raw["Yi"], make([]float64, q.n)
	for i := range mass {
		inverse := 0.0
		for s := range W {
			switch {
			case len(Y) == len(W)*q.n:
				inverse += Y[s*q.n+i] / W[s]
			case len(W) == 1:
				inverse = 1 / W[0]
			default:
				return nil
			}
		}
		mass[i] = 1 / inverse
	}
	return mass
}

// answers runs the collection under suppositions; nil where it cannot.
func (q *inquiry) answers(all []supposition) [][]float64 {
	list, err := q.outcome(all)
	if err != nil {
		return nil
	}
	return list
}

// outcome gives the columns that differ, as the collection computes them under suppositions.
func (q *inquiry) outcome(all []supposition) ([][]float64, error) {
	var options []setting
	inputs := map[string][]float64{}
	for _, c := range q.reads {
		inputs[c.View] = q.inSI(c.View)
	}
	for _, s := range all {
		options = append(options, s.options...)
		if s.view != "" {
			inputs[s.view] = slices.Clone(q.raw[s.view])
			q.convert(inputs[s.view], s.measure)
		}
		if s.moles {
			q.fromMoles(inputs["Yi"])
		}
	}
	if err := q.trial.with(options); err != nil {
		return nil, err
	}
	var outputs []string
	for _, c := range q.columns {
		if !slices.Contains(outputs, c.View) {
			outputs = append(outputs, c.View)
		}
	}
	found, err := q.trial.run(q.of.Collection, q.n, inputs, outputs)
	if err != nil {
		return nil, err
	}
	var list [][]float64
	for _, c := range q.columns {
		list = append(list, found[c.View][c.Component*q.n:(c.Component+1)*q.n])
	}
	return list, nil
}

// convert makes SI of numbers in another unit.
func (q *inquiry) convert(values []float64, m measure) {
	for i := range values {
		factor := m.Scale
		if m.Molar != 0 {
			factor *= math.Pow(q.mass[i%q.n], float64(m.Molar))
		}
		values[i] = values[i]*factor + m.Offset
	}
}

func (q *inquiry) fromMoles(X []float64) {
	W := q.of.PengRobinson.W
	for i := range q.n {
		sum := 0.0
		for s := range W {
			sum += X[s*q.n+i] * W[s]
		}
		for s := range W {
			X[s*q.n+i] *= W[s] / sum
		}
	}
}

// open are the columns that differ under suppositions.
func (q *inquiry) open(all []supposition) []int {
	ours := q.answers(all)
	var list []int
	for k := range q.columns {
		if ours == nil || distance(ours[k], q.theirs[k], false) > agreement {
			list = append(list, k)
		}
	}
	return list
}

// units finds outputs that the owner holds in another unit, and takes them as SI from then on.
func (q *inquiry) units() (lines []string) {
	ours := q.answers(nil)
	if ours == nil {
		return nil
	}
	for k, c := range q.columns {
		if c.Scale != 0 {
			continue
		}
		v, _ := q.view(c.View)
		best, least, found := measure{}, 0.1*distance(ours[k], q.theirs[k], true), q.theirs[k]
		for _, m := range measures[v.Unit] {
			if m.Molar != 0 && q.mass == nil {
				continue
			}
			converted := slices.Clone(q.theirs[k])
			q.convert(converted, m)
			if d := distance(ours[k], converted, true); d < least {
				best, least, found = m, d, converted
			}
		}
		if best.Unit != "" {
			lines = append(lines, fmt.Sprintf("  %s: yours is in %s%s", c.Name, best.Unit, unitAdvice("write", c.View, best)))
			q.theirs[k] = found
		}
	}
	return lines
}

// unitAdvice says how a plan takes an array in another unit.
func unitAdvice(call, view string, m measure) string {
	if m.Molar != 0 {
		return ", and Drawbridge's is per unit mass; convert it by the molar mass"
	}
	words := fmt.Sprintf(": give plan%%%s('%s', ...) scale=%g", call, view, m.Scale)
	if m.Offset != 0 {
		words += fmt.Sprintf(", offset=%g", m.Offset)
	}
	return words
}

// suppositions are all that are tried one by one.
func (q *inquiry) suppositions() (list []supposition) {
	for _, c := range q.reads {
		v, _ := q.view(c.View)
		if c.Scale != 0 {
			continue
		}
		for _, m := range measures[v.Unit] {
			if m.Molar == 0 || q.mass != nil {
				list = append(list, supposition{view: c.View, measure: m})
			}
		}
		if c.View == "Yi" && v.Width > 1 {
			list = append(list, supposition{view: "", moles: true})
		}
	}
	for _, group := range conventions() {
		list = append(list, supposition{options: group})
	}
	return list
}

// search adds suppositions one by one, each time the one that brings the columns nearest to the owner's. Where that ends too early
// it looks for a set that does so together. nil: none does.
func (q *inquiry) search(columns []int) (found []supposition, before, after float64) {
	far := func(all []supposition) float64 {
		ours, worst := q.answers(all), 0.0
		if ours == nil {
			return math.Inf(1)
		}
		for _, k := range columns {
			worst = max(worst, distance(ours[k], q.theirs[k], false))
		}
		return worst
	}
	before = far(nil)
	after = before
	for range mostReasons {
		best, least := supposition{}, math.Inf(1)
		for _, s := range q.suppositions() {
			if d := far(append(slices.Clone(found), s)); d < least {
				best, least = s, d
			}
		}
		if !(least < min(0.1*after, 0.05)) {
			break
		}
		found, after = append(found, best), least
		if after <= agreement {
			break
		}
	}
	if goal := min(near, 1e-3*before); after > goal {
		if set, left := q.combine(columns, found, far, goal); set != nil {
			return set, before, left
		}
	}
	return found, before, after
}

// sentence says what explains columns.
func (q *inquiry) sentence(columns []int, found []supposition, before, after float64) string {
	var names, reasons []string
	for _, k := range columns {
		names = append(names, q.columns[k].Name)
	}
	if len(names) > 6 {
		names = append(names[:5], fmt.Sprintf("%d more", len(names)-5))
	}
	for _, s := range found {
		switch {
		case s.moles:
			reasons = append(reasons, "mole fractions in Yi; Drawbridge expects mass fractions")
		case s.view != "":
			reasons = append(reasons, fmt.Sprintf("%s in %s%s", s.view, s.measure.Unit, unitAdvice("read", s.view, s.measure)))
		}
		for _, o := range s.options {
			reasons = append(reasons, fmt.Sprintf("option %s: call frame%%set_option('%s', '%s')", o, o.option, o.value))
		}
	}
	return fmt.Sprintf("  explained: %s: the difference falls from %s to %s with %s", strings.Join(names, " "), inWords(before), inWords(after), strings.Join(reasons, "; and with "))
}

// pattern says what a difference that nothing explains looks like.
func (q *inquiry) pattern(k int) string {
	ours := q.answers(nil)
	name := q.columns[k].Name
	if ours == nil {
		return "  not explained: " + name
	}
	ratio, evenRatio := even(ours[k], q.theirs[k], func(a, b float64) float64 { return b / a }, 1)
	shift, evenShift := even(ours[k], q.theirs[k], func(a, b float64) float64 { return b - a }, 0)
	switch searched := q.searched(k); {
	case searched != "":
		return fmt.Sprintf("  not explained: %s: it is found from %s, so no scale of %s explains it; compare the zero of %s first (docs/how_to/input_pairs.md), then options and species data", name, searched, name, searched)
	case evenRatio:
		return fmt.Sprintf("  not explained: %s: yours is %.9g times Drawbridge's at every point; is it a constant or a unit? scale=%.9g takes it", name, ratio, 1/ratio)
	case evenShift:
		return fmt.Sprintf("  not explained: %s: yours is Drawbridge's plus %.9g at every point; is its zero elsewhere? offset=%.9g takes it", name, shift, -shift)
	}
	return fmt.Sprintf("  not explained: %s: no option, no unit and no set of up to %d options does; compare species data, and the blocks one by one (docs/how_to/compare_routine.md)", name, mostTogether)
}
