package frame

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/properties"
)

// Values in other units than SI are computed without an error: T = 0.95 is a temperature, if a cold one. The first run of a plan looks for
// what no solver means. It may be meant, so nothing is refused.

const (
	lowest      = 10   // K and Pa: nobody computes with less
	doubtedAt   = 4096 // points of an input, at most
	mostNatural = 0.25 // part of the points that may be unstable
)

// doubts is what the first run of a plan finds.
type doubts struct {
	over                 bool // the first run
	unstable, metastable int  // points
}

// add counts the flags of a launch.
func (d *doubts) add(points map[string]int) {
	if !d.over {
		d.unstable += points["unstable"]
		d.metastable += points["metastable"]
	}
}

// doubtInputs warns before the first run of inputs without a unit whose values are all too small to be SI.
func (p *Plan) doubtInputs() {
	if p.doubts.over || p.own != nil {
		return
	}
	p.doubts.unstable, p.doubts.metastable = 0, 0 // of a first run that failed
	points := spread(p.points(), doubtedAt, 0)
	for _, b := range p.reads {
		quantity, unit := "temperatures", "K"
		if b.view == "P" {
			quantity, unit = "pressures", "Pa"
		}
		if b.view != "T" && b.view != "P" || b.array.Unit.Given() || b.array.Device || slices.Contains(p.optional, b.view) {
			continue
		}
		values, err := p.valuesAt(p.columns([]*binding{b}), points)
		if err != nil || len(values) == 0 || !allBetween(values, 0, lowest) {
			continue
		}
		p.frame.warnOnce(fmt.Sprintf("plan of %s: all %s are below %d %s (%.4g at the first point). Drawbridge takes them in %s; for other units give frame%%units or scale= (docs/how_to/own_units.md)",
			p.collection, quantity, lowest, unit, values[0], unit))
	}
}

func allBetween(values []float64, least, most float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return !(v > least && v < most) })
}

// doubtStates warns after the first run of states that are unstable at many points, and says how many are.
func (p *Plan) doubtStates() {
	d := &p.doubts
	if d.over {
		return
	}
	d.over = true
	if float64(d.unstable) <= mostNatural*float64(p.points()) {
		return
	}
	var pair []string
	for _, b := range p.reads {
		if slices.Contains([]string{"rho", "e", "h", "s", "T", "P"}, b.view) && !slices.Contains(p.optional, b.view) {
			pair = append(pair, b.view)
		}
	}
	zero := ""
	if slices.Contains(pair, "e") || slices.Contains(pair, "h") {
		zero = ", with the heat of formation (docs/how_to/input_pairs.md)"
	}
	p.frame.warnOnce(fmt.Sprintf("plan of %s: of %d points, %d are flagged unstable (such as P <= 0) and %d metastable in the first run. Are %s in SI units, T in K%s? docs/how_to/own_units.md and docs/flags.md say more",
		p.collection, p.points(), d.unstable, d.metastable, strings.Join(pair, " "), zero))
}

// counted adds the flags of a launch to the doubts of its plan, if it has one.
func (s stripe) counted(flags properties.Flags) {
	if s.plan != nil {
		s.plan.doubts.add(flags.Points)
	}
}
