package picture

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// wholeTicks places about five ticks on round numbers (1, 2 or 5 times a power of ten). A range that is narrow for its values
// is counted from its low end: 300, +2e-10, +4e-10. Of a few ULP, or of subnormal numbers, the ends alone have ticks.
type wholeTicks struct{}

const (
	mostTicks = 12  // a bound: five to ten ticks are usual
	narrow    = 1e7 // values of so many steps are counted from the low end
)

// Ticks implements plot.Ticker.
func (wholeTicks) Ticks(low, high float64) []plot.Tick {
	low, high = span(low, high)
	largest := max(math.Abs(low), math.Abs(high))
	step := roundStep(high/5 - low/5)
	switch {
	case !(step > 1000*(largest-math.Nextafter(largest, 0))) || step < 1e-305:
		return []plot.Tick{{Value: low, Label: short(low)}, {Value: high, Label: "+" + short(high-low)}}
	case largest > narrow*step:
		ticks := rounded(0, high-low, step)
		for i := range ticks {
			ticks[i].Value, ticks[i].Label = ticks[i].Value+low, "+"+ticks[i].Label
		}
		ticks[0].Label = short(low)
		return ticks
	}
	return rounded(low, high, step)
}

func rounded(low, high, step float64) (out []plot.Tick) {
	first := math.Ceil(low/step - 1e-9)
	for i := range mostTicks {
		v := (first + float64(i)) * step
		if !(v <= high+1e-9*step) || math.IsInf(v, 0) {
			break
		}
		out = append(out, plot.Tick{Value: v, Label: number(v, step)})
	}
	return out
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 7, 64) }

func roundStep(rough float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, m := range []float64{1, 2, 5} {
		if rough <= m*power*1.0001 {
			return m * power
		}
	}
	return 10 * power
}

// number prints a tick with as many digits as its step needs.
func number(v, step float64) string {
	if math.Abs(v) < step/2 {
		return "0"
	}
	if size := math.Abs(v); size >= 1e5 || size < 1e-3 {
		digits := int(math.Floor(math.Log10(size)) - math.Floor(math.Log10(step)+1e-9))
		return strconv.FormatFloat(v, 'e', max(0, digits), 64)
	}
	return strconv.FormatFloat(v, 'f', max(0, int(math.Ceil(-math.Log10(step)-1e-9))), 64)
}

// decades places ticks on powers of ten, at most eight with a number.
type decades struct{}

// Ticks implements plot.Ticker.
func (decades) Ticks(low, high float64) []plot.Tick {
	low, high = max(low, math.SmallestNonzeroFloat64), finite(max(high, math.SmallestNonzeroFloat64))
	first, last := int(math.Ceil(math.Log10(low)-1e-9)), int(math.Floor(math.Log10(high)+1e-9))
	step := 1 + (last-first)/8
	var out []plot.Tick
	for k := first; k <= last; k++ {
		tick := plot.Tick{Value: math.Pow(10, float64(k))}
		if (k-first)%step == 0 {
			tick.Label = strconv.FormatFloat(tick.Value, 'g', -1, 64)
		}
		out = append(out, tick)
	}
	return out
}
