package properties

import (
	"fmt"
	"math/rand"
	"sort"
	"testing"

	kernels "drawbridge/kernels/set"
)

// go test -run - -bench . ./properties : ns per point of the transport collections on one core, in
// stripes of 12,000 points of a smooth field, T 120 to 3000 K, P 1 to 20 MPa.
func BenchmarkTransport(b *testing.B) {
	g := golden(b)
	const n = 12000
	for _, m := range []struct {
		ns        int
		mechanism string
	}{{5, "LOXCH4_5"}, {10, "H2O2_10"}, {20, "CH4_20"}, {50, "GRI_53"}} {
		p, c := named(b, g.Mechanisms[m.mechanism][:m.ns])
		for _, form := range []string{"without Di", "direct", "fit"} {
			o := Defaults()
			o.Transport.Fitted = form == "fit"
			values, _, err := block(kernels.BuiltIn().Layout(), p, &c, o)
			if err != nil {
				b.Fatal(err)
			}
			for _, isa := range kernels.BuiltIn().ISAs() {
				for _, kernel := range []string{"preosthermalproperties", "preosviscousproperties", "chungcalctransprop", "eosthermalandviscousproperties"} {
					b.Run(fmt.Sprintf("%s/%s/NS%d/%s", kernel, isa, m.ns, form), func(b *testing.B) {
						benchmark(b, isa, kernel, values, m.ns, n, form == "without Di")
					})
				}
			}
		}
	}
}

func benchmark(b *testing.B, isa, kernel string, values []float64, ns, n int, skipDi bool) {
	r := rand.New(rand.NewSource(1))
	in := map[string][]float64{"T": make([]float64, n), "P": make([]float64, n), "rho": make([]float64, n), "Yi": make([]float64, n*ns)}
	for t := range n {
		in["T"][t], in["P"][t], in["rho"][t] = 120+2880*r.Float64(), 1e6+19e6*r.Float64(), 50*r.Float64()
		sum := 0.0
		for i := range ns {
			in["Yi"][i*n+t] = r.ExpFloat64()
			sum += in["Yi"][i*n+t]
		}
		for i := range ns {
			in["Yi"][i*n+t] /= sum
		}
	}
	sort.Float64s(in["T"])
	sort.Float64s(in["P"])
	k, _ := kernels.BuiltIn().Kernel(kernel)
	var views []kernels.View
	for _, a := range k.Reads {
		views = append(views, kernels.View{Data: in[a.Name], PointStride: 1, ComponentStride: n})
	}
	for _, a := range k.Writes {
		v := kernels.View{Data: make([]float64, n), PointStride: 1, ComponentStride: n}
		if a.PerSpecies {
			v.Data = make([]float64, n*ns)
		}
		if a.PerSpecies && skipDi {
			v.Data = nil
		}
		views = append(views, v)
	}
	for b.Loop() {
		if _, err := kernels.BuiltIn().Call(isa, kernel, views, values, 0, n); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/point")
}
