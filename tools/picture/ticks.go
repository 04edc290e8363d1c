package picture

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// wholeTicks places about five ticks on round numbers (1, 2 or 5 times a power of ten).
type wholeTicks struct{}

// Ticks implements plot.Ticker.
func (wholeTicks) Ticks(low, high float64) []plot.Tick {
	step := roundStep((high - low) / 5)
	var out []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		out = append(out, plot.Tick{Value: k * step, Label: number(k*step, step)})
	}
	return out
}

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
