package frame

import (
	"fmt"
	"slices"
)

// Values in other units than SI are computed without an error: T = 0.95 is a temperature, if a cold one. The first run of a plan looks for
// what no solver means. It may be meant, so nothing is refused.

const (
	lowest    = 10   // K and Pa: nobody computes with less
	doubtedAt = 4096 // points of an input, at most
)

// doubtInputs warns before the first run of inputs without a unit whose values are all too small to be SI.
func (p *Plan) doubtInputs() {
	if p.doubted || p.own != nil {
		return
	}
	p.doubted = true
	points := spread(p.points(), doubtedAt, 0)
	for _, b := range p.reads {
		quantity, unit := "temperatures", "K"
		if b.view == "P" {
			quantity, unit = "pressures", "Pa"
		}
		if b.view != "T" && b.view != "P" || b.array.Unit.Given() || b.array.Device || b.stays || slices.Contains(p.optional, b.view) {
			continue
		}
		values, err := p.valuesAt(p.columns([]*binding{b}), points)
		if err != nil || len(values) == 0 || !allBetween(values, 0, lowest) {
			continue
		}
		p.frame.warnHereOnce(fmt.Sprintf("plan of %s: all %s are below %d %s (%.4g at the first point). Drawbridge takes them in %s; for other units give frame%%units or scale= (docs/how_to/own_units.md)",
			p.collection, quantity, lowest, unit, values[0], unit))
	}
}

func allBetween(values []float64, least, most float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return !(v > least && v < most) })
}
