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
	if p.doubted || p.own != nil {
		return
	}
	p.doubted = true
	points := spread(p.points(), doubtedAt, 0)
	for _, b := range p.reads {
		if b.array.Unit.Given() || b.array.Device || b.stays || slices.Contains(p.optional, b.view) {
			continue
		}
		switch b.view {
		case "T":
			p.doubtSmall(b, points, "temperatures", coldest, "K")
		case "P":
			p.doubtSmall(b, points, "pressures", thinnest, "Pa")
		case "Yi":
			p.doubtSum(b, points)
		}
	}
}

// doubtSmall warns of an input whose values are all positive and below a bound.
func (p *Plan) doubtSmall(b *binding, points []int, quantity string, bound float64, unit string) {
	values, err := p.valuesAt(p.columns([]*binding{b}), points)
	if err != nil || len(values) == 0 || slices.ContainsFunc(values, func(v float64) bool { return !(v > 0 && v < bound) }) {
		return
	}
	p.frame.warnHereOnce(fmt.Sprintf("plan of %s: all %s are below %g %s (%.4g at the first point). Drawbridge takes them in %s; for other units give frame%%units or scale= (docs/how_to/own_units.md)",
		p.collection, quantity, bound, unit, values[0], unit))
}

// doubtSum warns of mass fractions whose sum misses 1 on average. Columns are one after the other, each with all points.
func (p *Plan) doubtSum(b *binding, points []int) {
	if p.frame.properties.Normalises(p.collection) || strings.Contains(p.collection, "closing") {
		return
	}
	values, err := p.valuesAt(p.columns([]*binding{b}), points)
	if err != nil || len(points) == 0 {
		return
	}
	off := 0.0
	for i := range points {
		sum := 0.0
		for at := i; at < len(values); at += len(points) {
			sum += values[at]
		}
		off += math.Abs(sum-1) / float64(len(points))
	}
	if off > sumOff {
		p.frame.warnHereOnce(fmt.Sprintf("plan of %s: the sums of the mass fractions Yi miss 1 by %.2g on average. Check the order and number of the species, or set the option normalise (docs/options.md)", p.collection, off))
	}
}
