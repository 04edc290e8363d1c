package set

import (
	"fmt"
	"math/rand"
	"sort"
	"testing"
)

// mixtures of the benches: species count and where golden.json has so many.
var mixtures = []struct {
	ns        int
	mechanism string
}{{5, "LOXCH4_5"}, {10, "H2O2_10"}, {20, "CH4_20"}, {50, "GRI_53"}}

// field makes n random states, T 120 to 3000 K, P 1 to 20 MPa; sorted by T they resemble a smooth
// field, unsorted every batch meets every branch.
func field(r *rand.Rand, n, ns int, sorted bool) inputs {
	in := inputs{"T": make([]float64, n), "P": make([]float64, n), "Yi": make([]float64, n*ns)}
	for t := range n {
		in["T"][t] = 120 + 2880*r.Float64()
		in["P"][t] = 1e6 + 19e6*r.Float64()
		randomY(r, in["Yi"][t*ns:(t+1)*ns])
	}
	if sorted {
		sort.Float64s(in["T"])
		sort.Float64s(in["P"])
	}
	return in
}

func randomY(r *rand.Rand, y []float64) {
	sum := 0.0
	for i := range y {
		y[i] = r.ExpFloat64()
		sum += y[i]
	}
	for i := range y {
		y[i] /= sum
	}
}

// go test -run - -bench . ./kernels : ns per point on one core, stripes of 12,000 points.
func BenchmarkKernels(b *testing.B) {
	g := golden(b)
	const n = 12000
	for _, kernel := range []string{"preosthermalproperties", "preosrhohfromtpprop", "preoscalctpfromrhoe", "preoscalctfromhp"} {
		for _, isa := range BuiltIn().ISAs() {
			for _, m := range mixtures {
				for _, order := range []string{"random", "smooth"} {
					b.Run(fmt.Sprintf("%s/%s/NS%d/%s", kernel, isa, m.ns, order), func(b *testing.B) {
						benchmark(b, g, kernel, isa, m.mechanism, m.ns, n, order == "smooth")
					})
				}
			}
		}
	}
}

func benchmark(b *testing.B, g goldenFile, kernel, isa, mechanism string, ns, n int, smooth bool) {
	set := BuiltIn()
	block := fillBlock(g.species(b, g.Mechanisms[mechanism][:ns]), options{})
	in := field(rand.New(rand.NewSource(1)), n, ns, smooth)
	thermal, _ := run(b, isa, "preosthermalproperties", block, in, n, 0, n, layoutLeft)
	in["rho"], in["h"], in["e"] = thermal["rho"], thermal["h"], thermal["e"]
	guess := make([]float64, n)
	for t := range guess {
		guess[t] = in["T"][t] * 1.02
	}
	k, _ := set.Kernel(kernel)
	var views []View
	for _, a := range k.Reads {
		values := in[a.Name]
		if a.Optional {
			values = guess
		}
		views = append(views, place(values, n, ns, a, layoutLeft))
	}
	for range k.Writes {
		views = append(views, View{Data: make([]float64, n), PointStride: 1, ComponentStride: n})
	}
	for b.Loop() {
		if _, err := set.Call(isa, kernel, views, block, 0, n); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/point")
}
