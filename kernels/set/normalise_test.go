package set

import (
	"math"
	"testing"
)

// Below zero becomes zero, the rest is divided by its sum; what cannot be helped is NaN and flagged.
func TestNormalise(t *testing.T) {
	nan, note, bad := math.NaN(), flagBit(t, "normalised"), flagBit(t, "bad_composition")
	given := [][]float64{{0.25, 0.75}, {1, 3}, {-0.5, 1}, {0.3, 0.1}, {0, 0}, {nan, 1}, {-1, -2}, {math.Inf(1), 1}, {0.5, 0.5 + 1e-9}}
	want := [][]float64{{0.25, 0.75}, {0.25, 0.75}, {0, 1}, {0.75, 0.25}, {nan, nan}, {nan, nan}, {nan, nan}, {nan, nan}, {0.5, 0.5}}
	words := []float64{0, note, note, note, bad, bad, bad, bad, 0}
	const n, ns = 37, 2
	y := make([]float64, n*ns)
	count := 0
	for i := range n {
		copy(y[ns*i:], given[i%len(given)])
		if words[i%len(given)] != 0 {
			count++
		}
	}
	block := make([]float64, BuiltIn().Layout().Size(ns, 0))
	block[0] = ns
	everywhere(t, func(t *testing.T, isa string, where placement) {
		out, flagged := run(t, isa, "normalise", block, inputs{"Yi": y}, n, 0, n, where)
		if flagged != count {
			t.Errorf("%d points counted, %d expected", flagged, count)
		}
		for i, got := range out["Yi"] {
			expected := want[i/ns%len(want)][i%ns]
			if math.Abs(got-expected) > 1e-9 || math.IsNaN(got) != math.IsNaN(expected) {
				t.Errorf("point %d: Y is %v, %v expected", i/ns, got, expected)
			}
		}
		for i, flag := range out["flag"] {
			if flag != words[i%len(words)] {
				t.Errorf("point %d: flag %v, %v expected", i, flag, words[i%len(words)])
			}
		}
	})
}
