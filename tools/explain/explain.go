// Package explain finds what explains the differences between plans and a solver's own routine: drawbridge explain.
//
// It reads the file that DRAWBRIDGE_CHECK=compare writes, runs the collection again at those points on host cores, with one convention
// after the other, and names those with which the difference goes. Never here: anything that a host loads.
package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drawbridge/properties"
	"drawbridge/views"
)

const (
	mostReasons = 3    // conventions that may differ at a time
	near        = 1e-7 // a difference that is left is explained by
	agreement   = 1e-9 // relative difference of two codes that compute the same
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
