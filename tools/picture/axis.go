package picture

import (
	"math"

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
