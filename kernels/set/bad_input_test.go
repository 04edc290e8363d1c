package set

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"
)

func flagBit(t testing.TB, name string) float64 {
	t.Helper()
	for _, f := range BuiltIn().Flags() {
		if f.Name == name {
			return float64(int(1) << f.Bit)
		}
	}
	t.Fatalf("no flag %q", name)
	return 0
}

// One bad value in the middle of good ones: its bit, NaN as its outputs, one point counted, and the
// neighbours as if nothing had happened.
func TestBadLanes(t *testing.T) {
	const n, bad = 33, 13
	nan, inf := math.NaN(), math.Inf(1)
	plants := []struct {
		view   string
		values []float64
		flag   string
	}{
		{"T", []float64{0, -1, -300, nan, inf, -inf, 1e6}, "bad_temperature"},
		{"P", []float64{0, -1, -1e7, nan, inf, -inf}, "bad_pressure"},
		{"rho", []float64{0, -1, nan, inf}, "bad_density"},
		{"h", []float64{nan, inf, -inf}, "bad_energy"},
		{"e", []float64{nan, inf, -inf}, "bad_energy"},
		{"h", []float64{1e9, -1e9}, "no_temperature"},
		{"e", []float64{1e9, -1e9}, "no_temperature"},
		{"rhoP", []float64{nan, inf}, "bad_derivative"},
		{"hT", []float64{nan, -inf}, "bad_derivative"},
		{"Yi", []float64{nan, inf, -0.01, 1.5}, "bad_composition"},
	}
	everyKernel(t, n, func(t *testing.T, isa string, k Kernel, block []float64, in inputs) {
		good, flaggedGood := run(t, isa, k.Name, block, in, n, 0, n, layoutLeft)
		for _, plant := range plants {
			read := slices.IndexFunc(k.Reads, func(a Argument) bool { return a.Name == plant.view })
			searches := slices.ContainsFunc(k.Writes, func(a Argument) bool { return a.Name == "T" })
			if read < 0 || k.Reads[read].Optional || plant.flag == "no_temperature" && !searches {
				continue
			}
			for _, value := range plant.values {
				if k.Name == "normalise" && math.Abs(value) < 2 {
					continue // what others refuse it mends
				}
				values := slices.Clone(in[plant.view])
				values[bad*len(values)/n] = value
				planted := inputs{}
				for name := range in {
					planted[name] = in[name]
				}
				planted[plant.view] = values
				out, flagged := run(t, isa, k.Name, block, planted, n, 0, n, layoutLeft)
				what := fmt.Sprintf("%s = %g", plant.view, value)
				if flagged != flaggedGood+1 {
					t.Errorf("%s: %d points counted, expected %d", what, flagged, flaggedGood+1)
				}
				checkPlanted(t, what, out, good, bad, flagBit(t, plant.flag))
			}
		}
	})
}

func checkPlanted(t *testing.T, what string, out, good map[string][]float64, bad int, flag float64) {
	t.Helper()
	for name, values := range out {
		width := len(values) / len(out["flag"])
		for i, value := range values {
			p := i / width
			switch {
			case p != bad && !sameBits(value, good[name][i]):
				t.Fatalf("%s at point %d changed %s of point %d from %.17g to %.17g", what, bad, name, p, good[name][i], value)
			case p == bad && name == "flag" && value != flag:
				t.Errorf("%s: flag %g, expected %g", what, value, flag)
			case p == bad && name != "flag" && value == value:
				t.Errorf("%s: %s is %g, expected NaN", what, name, value)
			}
		}
	}
}

// Whatever the input: no trap, no endless loop, no NaN or infinity without a failure or a note,
// numbers (not NaN) where only notes are set, and the count of flagged points is right.
func TestNoSilentNaN(t *testing.T) {
	const n = 4000
	g := golden(t)
	wild := []float64{0, -1, 1e-300, 1e300, math.NaN(), math.Inf(1), 1e-5, 1, 50, 300, 1000, 2500, 4999, 5001, 2e4, 1e6, 1e7, 1e9, 1e12, -1e6, 1e5, -5e5}
	for _, isa := range BuiltIn().ISAs() {
		for _, k := range thermodynamic() {
			r := rand.New(rand.NewSource(3))
			const ns = 5
			block := fillBlock(g.species(t, g.Mechanisms["LOXCH4_5"]), options{kij: g.Kij["K5"]})
			in := field(r, n, ns, false)
			for _, a := range k.Reads {
				if a.PerSpecies {
					continue
				}
				values := make([]float64, n)
				for p := range values {
					values[p] = wild[r.Intn(len(wild))] * (1 + r.Float64())
					if r.Intn(4) == 0 {
						values[p] = math.Exp(60*r.Float64()-30) * float64(1-2*r.Intn(2))
					}
				}
				in[a.Name] = values
			}
			out, flagged := run(t, isa, k.Name, block, in, n, 0, n, layoutLeft)
			count := 0
			for p, flag := range out["flag"] {
				if flag != 0 {
					count++
				}
				bits := int(flag)
				for name, values := range out {
					width := len(values) / n
					for _, value := range values[p*width : (p+1)*width] {
						finite := !math.IsNaN(value) && !math.IsInf(value, 0)
						if finite == (bits&(1<<FirstNote-1) != 0) && name != "flag" {
							t.Fatalf("%s %s: %s of %v is %g with flag %b", isa, k.Name, name, pointOf(k, in, p), value, bits)
						}
					}
				}
			}
			if count != flagged {
				t.Errorf("%s %s: %d points counted, %d flags set", isa, k.Name, flagged, count)
			}
		}
	}
}

func pointOf(k Kernel, in inputs, p int) map[string]float64 {
	point := map[string]float64{}
	for _, a := range k.Reads {
		if !a.PerSpecies {
			point[a.Name] = in[a.Name][p]
		}
	}
	return point
}
