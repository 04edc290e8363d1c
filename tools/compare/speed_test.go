package compare

import (
	"math"
	"testing"
)

// The judge on its own: how fast pairs go by when they are identical, and when all differ.
func BenchmarkJudge(b *testing.B) {
	ref, other := make([]float64, flatElements), make([]float64, flatElements)
	for i := range ref {
		ref[i] = 1 + math.Sin(float64(i))
		other[i] = ref[i] * (1 + 1e-12*math.Cos(float64(i)))
	}
	for name, new := range map[string][]float64{"identical": append([]float64{}, ref...), "differing": other} {
		b.Run(name, func(b *testing.B) {
			j := newJudge(asFloat64, asFloat64, limitsOf(Tolerance{Relative: 1e-9}, 0, false))
			b.SetBytes(16 * flatElements)
			for range b.N {
				j.pairs(0, bytesOf(ref), bytesOf(new), len(ref))
			}
		})
	}
}
