package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Values in other units than SI are computed without an error: T = 0.95 is a temperature, if a cold one. The first run of a plan looks for
// what few solvers mean. It may be meant, so nothing is refused. 500 for 773 K cannot be known.

const (
	coldest   = 60   // K: 27 is a temperature in degrees Celsius more often
	thinnest  = 1000 // Pa: 100 is a pressure in bar more often
	doubtedAt = 4096 // points of an input, at most
	sumOff    = 1e-6 // by which mass fractions may miss 1 on average
)

// doubtInputs warns before the first run of inputs without a unit whose values are all too small to be SI, and of mass fractions whose
// sum is not 1.
func (p *Plan) doubtInputs() {
	if p.doubted || p.call.Owned() {
		return
	}
	p.doubted = true
	points := spread(p.points(), doubtedAt, 0)
	for _, view := range []string{"T", "P", "Yi"} {
		parts := p.inParts(view) // one array, or one for each species
		if len(parts) == 0 || slices.Contains(p.optional, view) || slices.ContainsFunc(parts, elsewhere) {
			continue
		}
		values, err := p.valuesAt(p.columns(parts), points)
		if err != nil {
			continue
		}
		switch view {
		case "T":
			p.doubtSmall(values, "temperatures", coldest, "K")
		case "P":
			p.doubtSmall(values, "pressures", thinnest, "Pa")
		case "Yi":
			p.doubtSum(values, len(points))
		}
	}
}

// elsewhere tells whether an input has a unit, or lies on the device, where each value takes a copy.
func elsewhere(b *binding) bool {
	return b.array.Unit.Given() || b.array.Device || b.copy != nil && b.copy.OnDevice
}

// doubtSmall warns of an input whose values are all below a bound, but for those that are not positive, as in solid cells.
func (p *Plan) doubtSmall(values []float64, quantity string, bound float64, unit string) {
	values = slices.DeleteFunc(values, func(v float64) bool { return !(v > 0) })
	if len(values) == 0 || slices.Max(values) >= bound {
		return
	}
	p.frame.warnHereOnce(fmt.Sprintf("plan of %s: all %s are below %g %s (such as %.4g). Drawbridge takes them in %s; for other units give frame%%units or scale= (docs/how_to/own_units.md)",
		p.collection, quantity, bound, unit, values[0], unit))
}

// doubtSum warns of mass fractions whose sum misses 1 on average. Columns are one after the other, each with all points. Points whose
// fractions are all 0, as in solid cells, do not count.
func (p *Plan) doubtSum(values []float64, points int) {
	if p.call.Normalises() || strings.Contains(p.collection, "closing") {
		return
	}
	off, counted := 0.0, 0
	for i := range points {
		sum := 0.0
		for at := i; at < len(values); at += points {
			sum += values[at]
		}
		if sum != 0 {
			off += math.Abs(sum - 1)
			counted++
		}
	}
	if off /= float64(counted); off > sumOff {
		p.frame.warnHereOnce(fmt.Sprintf("plan of %s: the sums of the mass fractions Yi miss 1 by %.2g on average. Check the order and number of the species, or set the option normalise (docs/options.md)", p.collection, off))
	}
}
