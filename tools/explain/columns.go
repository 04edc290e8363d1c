package explain

import (
	"fmt"
	"math"
	"slices"

	"drawbridge/properties"
)

// compareNumbers is what sorting by a number needs.
func compareNumbers(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// toSI applies the unit of an array.
func toSI(values []float64, scale, offset float64) {
	for i := range values {
		if scale != 0 {
			values[i] = values[i]*scale + offset
		}
	}
}

// distance is the largest relative difference of a column, or the median one.
func distance(ours, theirs []float64, median bool) float64 {
	floor, list := properties.MeanSize(theirs)/100, []float64{}
	for i, own := range theirs {
		if !math.IsNaN(own) {
			list = append(list, properties.Relative(ours[i], own, floor))
		}
	}
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	if median {
		return list[len(list)/2]
	}
	return list[len(list)-1]
}

// inWords writes a relative difference.
func inWords(d float64) string {
	switch {
	case math.IsInf(d, 1):
		return "NaN"
	case d < 1e-12:
		return "rounding"
	}
	return fmt.Sprintf("%.1e", d)
}

// even gives the mean of a measure of two columns, and whether it is the same at every point, as far from the value of equal ones.
func even(ours, theirs []float64, measure func(a, b float64) float64, equal float64) (mean float64, same bool) {
	least, most, n := math.Inf(1), math.Inf(-1), 0.0
	for i := range ours {
		v := measure(ours[i], theirs[i])
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		least, most, mean, n = min(least, v), max(most, v), mean+v, n+1
	}
	mean /= max(n, 1)
	return mean, n > 1 && most-least < 1e-3*math.Abs(mean-equal)
}
