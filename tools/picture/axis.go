package picture

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// span makes the ends of an axis, or of a map of colours, of any two numbers: finite, the low one below the high one. Ends that
// are missing (NaN, or low above high) give 0 to 1. Equal ends are widened by one part in a thousand, or by 1 at zero.
func span(low, high float64) (float64, float64) {
	if !(low <= high) {
		return 0, 1
	}
	low, high = finite(low), finite(high)
	if low == high {
		w := max(math.Abs(low)/1000, math.SmallestNonzeroFloat64)
		if low == 0 {
			w = 1
		}
		low, high = finite(low-w), finite(high+w)
	}
	return low, high
}

func finite(v float64) float64 { return min(math.MaxFloat64, max(-math.MaxFloat64, v)) }

// fraction is where v lies between low and high: 0 at low, 1 at high, beyond them outside. NaN stays.
func fraction(v, low, high float64) float64 {
	if math.IsInf(high-low, 0) || math.IsInf(v-low, 0) {
		return (v/2 - low/2) / (high/2 - low/2)
	}
	return (v - low) / (high - low)
}

// linear and logarithmic place values on an axis; gonum's own overflow, or panic at zero.
type (
	linear      struct{}
	logarithmic struct{}
)

// Normalize implements plot.Normalizer.
func (linear) Normalize(low, high, v float64) float64 {
	low, high = span(low, high)
	return fraction(v, low, high)
}

// Normalize implements plot.Normalizer.
func (logarithmic) Normalize(low, high, v float64) float64 {
	l := func(v float64) float64 { return math.Log10(max(v, math.SmallestNonzeroFloat64)) }
	low, high = span(l(low), l(high))
	return fraction(l(v), low, high)
}

// spread gives an axis ends that can be drawn: whole decades where it is logarithmic.
func spread(a *plot.Axis, log bool) {
	if !log {
		a.Min, a.Max = span(a.Min, a.Max)
		return
	}
	low, high := span(a.Min, a.Max)
	low = math.Pow(10, math.Floor(math.Log10(max(low, math.SmallestNonzeroFloat64))+1e-9))
	high = math.Pow(10, math.Ceil(math.Log10(max(high, math.SmallestNonzeroFloat64))-1e-9))
	if !(low < high) {
		high = 10 * low
	}
	a.Min, a.Max = max(low, math.SmallestNonzeroFloat64), finite(max(high, 10*math.SmallestNonzeroFloat64))
	a.Scale, a.Tick.Marker = logarithmic{}, decades{}
}

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
