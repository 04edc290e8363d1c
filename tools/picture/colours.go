package picture

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/palette/moreland"
)

// Maps are the names of the colour maps; auto picks one by the values.
var Maps = []string{"auto", "viridis", "inferno", "grey", "bluered"}

// ramp gives a colour for a number from 0 to 1.
type ramp func(at float64) color.RGBA

// noValue is how NaN is drawn.
var noValue = color.RGBA{R: 255, G: 0, B: 255, A: 255}

// polynomial holds one coefficient row per power, red green blue.
type polynomial [7][3]float64

// The maps of matplotlib (S. van der Walt and N. Smith, CC0) as polynomials of degree 6 fitted by
// M. Zucker (CC0): even in brightness, readable in grey and with colour blindness.
var (
	viridis = polynomial{
		{0.2777273272234177, 0.005407344544966578, 0.3340998053353061},
		{0.1050930431085774, 1.404613529898575, 1.384590162594685},
		{-0.3308618287255563, 0.214847559468213, 0.09509516302823659},
		{-4.634230498983486, -5.799100973351585, -19.33244095627987},
		{6.228269936347081, 14.17993336680509, 56.69055260068105},
		{4.776384997670288, -13.74514537774601, -65.35303263337234},
		{-5.435455855934631, 4.645852612178535, 26.3124352495832},
	}
	inferno = polynomial{
		{0.0002189403691192265, 0.001651004631001012, -0.01948089843709184},
		{0.1065134194856116, 0.5639564367884091, 3.932712388889277},
		{11.60249308247187, -3.972853965665698, -15.9423941062914},
		{-41.70399613139459, 17.43639888205313, 44.35414519872813},
		{77.162935699427, -33.40235894210092, -81.80730925738993},
		{-71.31942824499214, 32.62606426397723, 73.20951985803202},
		{25.13112622477341, -12.24266895238567, -23.07032500287172},
	}
)

func (p polynomial) at(t float64) color.RGBA {
	var rgb [3]uint8
	for c := range rgb {
		v := 0.0
		for k := len(p) - 1; k >= 0; k-- {
			v = v*t + p[k][c]
		}
		rgb[c] = uint8(math.Round(255 * min(1, max(0, v))))
	}
	return color.RGBA{rgb[0], rgb[1], rgb[2], 255}
}

func grey(t float64) color.RGBA {
	v := uint8(math.Round(255 * t))
	return color.RGBA{v, v, v, 255}
}

// fromPalette takes a diverging map of K. Moreland (2009), which gonum brings.
func fromPalette(m palette.ColorMap) ramp {
	m.SetMin(0)
	m.SetMax(1)
	return func(t float64) color.RGBA {
		c, err := m.At(t)
		if err != nil {
			return noValue
		}
		return color.RGBAModel.Convert(c).(color.RGBA)
	}
}

// choose answers the map for a panel. Signed fields get blue and red round zero, temperatures
// inferno, everything else viridis.
func choose(name string, panel *Panel, low, high float64) ramp {
	switch name {
	case "viridis":
		return viridis.at
	case "inferno":
		return inferno.at
	case "grey":
		return grey
	case "bluered":
		return fromPalette(moreland.SmoothBlueRed())
	}
	switch {
	case low == -high && low < 0:
		return fromPalette(moreland.SmoothBlueRed())
	case panel.Unit == "K":
		return inferno.at
	}
	return viridis.at
}

// limits are the values at the ends of the map: the panel's own, else the data's, symmetric where
// the data lie on both sides of zero to a like extent.
func limits(panel *Panel) (low, high float64) {
	if panel.Low < panel.High {
		return panel.Low, panel.High
	}
	low, high = Reach(panel.Values)
	if low < -0.1*high && high > -0.1*low {
		high = max(high, -low)
		return -high, high
	}
	return span(low, high)
}

// Reach is the smallest and the largest finite number of some lists.
func Reach(lists ...[]float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range slices.Concat(lists...) {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	return low, high
}
