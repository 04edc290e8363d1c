package explain

import (
	"fmt"
	"math"
	"slices"
)

// A solver's energy may count from another zero than the heat of formation. Its T then differs by no factor and by no shift; but what
// Drawbridge computes from rho and the solver's T differs from the solver's energy by one number.

const (
	fromDensityT = "preosthermalproperties(rho, T)"
	evenTo       = 1e-6 // of the spread of two energies, and of the temperatures that tell one from the other
	leastSpread  = 0.01 // of T: where all points have one temperature, every heat capacity agrees
)

// searched names the energy or entropy from which a column of T or P is found; "" where it is none.
func (q *inquiry) searched(k int) string {
	if v := q.columns[k].View; v != "T" && v != "P" {
		return ""
	}
	for _, c := range q.of.Inputs {
		if slices.Contains([]string{"e", "h", "s"}, c.View) {
			return c.View
		}
	}
	return ""
}

// zeroOfEnergy says by how much the owner's energy differs at all points, where k is T found from rho and e; "" where it is no constant.
func (q *inquiry) zeroOfEnergy(k int) string {
	if q.columns[k].View != "T" || q.searched(k) != "e" || q.raw["rho"] == nil {
		return ""
	}
	theirs := q.theirs[k]
	if slices.Max(theirs)-slices.Min(theirs) < leastSpread*math.Abs(slices.Max(theirs)) { // NaN, too, is not compared
		return ""
	}
	inputs := map[string][]float64{"T": slices.Clone(theirs)}
	unit, offset := "", 0.0
	for _, c := range q.reads {
		if c.View == "T" {
			continue // the first guess
		}
		inputs[c.View] = q.inSI(c.View)
		if c.View == "e" && c.Scale != 0 {
			unit, offset = fmt.Sprintf("scale=%g, ", c.Scale), c.Offset
		}
	}
	given := inputs["e"]
	delete(inputs, "e")
	if q.trial.with(nil) != nil {
		return ""
	}
	found, err := q.trial.run(fromDensityT, q.n, inputs, []string{"e"})
	if err != nil {
		return ""
	}
	least, most, sum := math.Inf(1), math.Inf(-1), 0.0
	for i, e := range found["e"] {
		d := e - given[i]
		least, most, sum = min(least, d), max(most, d), sum+d
	}
	mean := sum / float64(q.n)
	if !(most-least <= evenTo*math.Abs(mean)) {
		return ""
	}
	return fmt.Sprintf("  explained: %s: your e counts from another zero, without the heat of formation: Drawbridge's is %.9g J/kg more at every point. Give plan%%read('e', ...) %soffset=%.9g",
		q.columns[k].Name, mean, unit, offset+mean)
}
