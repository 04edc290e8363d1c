package properties

import (
	"math"
	"math/rand"
	"testing"

	kernels "drawbridge/kernels/set"
)

// spread is ns made-up species whose molar masses, kg/mol, are log-uniform between two ends; the other data are a fluid's.
func spread(r *rand.Rand, ns int, least, greatest float64) (p PengRobinson, c Chung) {
	for range ns {
		p.W = append(p.W, least*math.Pow(greatest/least, r.Float64()))
		p.Tc = append(p.Tc, 100+600*r.Float64())
		p.Pc = append(p.Pc, 2e6+6e6*r.Float64())
		p.Omega = append(p.Omega, 0.3*r.Float64())
		p.Tmid = append(p.Tmid, 1000)
		p.Low = append(p.Low, [7]float64{3.5})
		p.High = append(p.High, [7]float64{3.5})
		c.Vc = append(c.Vc, 5e-5+5e-4*r.Float64())
		c.Sigma = append(c.Sigma, 3e-10)
		c.Eps = append(c.Eps, 100)
	}
	return p, c
}

// mixtureMass is M_m of Chung et al. in g/mol by the double sum.
func mixtureMass(p PengRobinson, c Chung, y []float64) float64 {
	moles := 0.0
	for i := range y {
		moles += y[i] / p.W[i]
	}
	var sigma3, eps, mass float64
	for i := range y {
		for j := range y {
			xx := y[i] / p.W[i] * y[j] / p.W[j] / (moles * moles)
			s := 0.809 * math.Cbrt(1e6*math.Sqrt(c.Vc[i]*c.Vc[j]))
			e := math.Sqrt(p.Tc[i]*p.Tc[j]) / 1.2593
			sigma3 += xx * s * s * s
			eps += xx * e * s * s * s
			mass += xx * e * s * s * math.Sqrt(2e3*p.W[i]*p.W[j]/(p.W[i]+p.W[j]))
		}
	}
	root := mass / (eps / sigma3 * math.Pow(sigma3, 2.0/3))
	return root * root
}

// Molar masses from H to C28H14, and as far apart as a Frame admits: every set is taken, and M_m is right.
func TestSpreadMolarMasses(t *testing.T) {
	widest := 0.0
	for _, c := range []struct {
		sets, ns        int
		least, greatest float64
	}{{40, 33, 1e-3, 0.17}, {10, 30, 1.008e-3, 0.35}, {5, 64, 1e-3, 0.35}, {5, 64, 1e-7, 10}} {
		r := rand.New(rand.NewSource(14))
		for range c.sets {
			p, chung := spread(r, c.ns, c.least, c.greatest)
			layout := kernels.BuiltIn().Layout()
			values, _, err := block(layout, p, &chung, Defaults())
			if err != nil {
				t.Fatalf("%d species from %g to %g kg/mol: %v", c.ns, c.least, c.greatest, err)
			}
			widest = max(widest, values[layout.Offset("mass_rank", 0, c.ns)])
			y, sum := make([]float64, c.ns), 0.0
			for i := range y {
				y[i] = math.Pow(r.Float64(), 4)
				sum += y[i]
			}
			for i := range y {
				y[i] /= sum
			}
			want := mixtureMass(p, chung, y)
			for _, isa := range kernels.BuiltIn().ISAs() {
				out := evaluate(t, isa, "chungmixing", placements[0], values, 1, map[string][][]float64{"Yi": {y}})
				if got := out["MMix"][0][0]; !(math.Abs(got/want-1) < 1e-12) {
					t.Fatalf("%s, %d species from %g to %g kg/mol: M_m %.15g g/mol, the double sum is %.15g", isa, c.ns, c.least, c.greatest, got, want)
				}
			}
		}
	}
	if near := 18.0; widest <= near {
		t.Errorf("the widest factor has %g columns: what lies beyond %g was not tested", widest, near)
	}
}
