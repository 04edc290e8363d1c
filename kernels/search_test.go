package kernels

import (
	"math"
	"math/rand"
	"testing"
)

const oxygen = "O2"

// oneOxygen runs a kernel on one point of pure oxygen.
func oneOxygen(t *testing.T, isa, kernel string, root float64, in inputs) (map[string][]float64, int) {
	t.Helper()
	g := golden(t)
	in["Yi"] = []float64{1}
	out, _ := run(t, isa, kernel, fillBlock(g.species(t, []string{oxygen}), options{root: root}), in, 1, 0, 1, layoutLeft)
	return out, int(out["flag"][0])
}

// everyISA runs a test of one point on each instruction set.
func everyISA(t *testing.T, check func(t *testing.T, isa string)) {
	for _, isa := range BuiltIn().ISAs() {
		t.Run(isa, func(t *testing.T) { check(t, isa) })
	}
}

func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s is %.17g, expected %.17g to %g", what, got, want, relative)
	}
}

func carries(t *testing.T, flag int, names ...string) {
	t.Helper()
	want := 0
	for _, name := range names {
		for _, f := range BuiltIn().Flags() {
			if f.Name == name {
				want |= 1 << f.Bit
			}
		}
	}
	if flag != want {
		t.Errorf("flag word %#x, expected %#x (%v)", flag, want, names)
	}
}

// Plain Newton goes 178.58 <-> 139.46 K for ever: oxygen at 5.2 MPa, 156 K, from 300 K.
func TestTwoCycle(t *testing.T) {
	everyISA(t, func(t *testing.T, isa string) {
		state, _ := oneOxygen(t, isa, "preosrhohfromtpprop", 0, inputs{"T": {156}, "P": {5.2e6}})
		for _, guess := range []float64{300, 178.58, 139.46, 11, 4900} {
			out, flag := oneOxygen(t, isa, "preoscalctfromhp", 0, inputs{"h": state["h"], "P": {5.2e6}, "T": {guess}})
			near(t, "T", out["T"][0], 156, 1e-12)
			near(t, "rho", out["rho"][0], state["rho"][0], 1e-10)
			carries(t, flag)
		}
	})
}

// Extrapolated polynomials make cv negative above some 6000 K: a search that strays there ends at
// 8000 K. Within the bracket the answer is found from any guess; an energy beyond it is refused.
func TestHotTrap(t *testing.T) {
	everyISA(t, func(t *testing.T, isa string) {
		for _, T := range []float64{90, 1000.5, 3000, 4990} {
			state, _ := oneOxygen(t, isa, "preosthermalproperties", 2, inputs{"T": {T}, "P": {1e7}})
			for _, guess := range []float64{20, 300, 4999, 8000, 9e4, 1e300} {
				out, flag := oneOxygen(t, isa, "preoscalctpfromrhoe", 0, inputs{"rho": state["rho"], "e": state["e"], "T": {guess}})
				near(t, "T", out["T"][0], T, 1e-12)
				near(t, "P", out["P"][0], 1e7, 1e-10)
				if flag&(1<<FirstNote-1) != 0 {
					t.Errorf("T %g from %g: flag %#x", T, guess, flag)
				}
			}
		}
		for _, e := range []float64{1e8, -1e8} {
			out, flag := oneOxygen(t, isa, "preoscalctpfromrhoe", 0, inputs{"rho": {100}, "e": {e}, "T": {4000}})
			carries(t, flag, "no_temperature")
			if out["T"][0] == out["T"][0] || out["P"][0] == out["P"][0] {
				t.Errorf("e %g: T %g, P %g, NaN expected", e, out["T"][0], out["P"][0])
			}
		}
	})
}

// An enthalpy between the phases gives the temperature where their Gibbs energies agree, the
// density of the mixture of both, and a note.
func TestTwoPhaseEnthalpy(t *testing.T) {
	everyISA(t, func(t *testing.T, isa string) {
		for _, P := range []float64{1e5, 1e6, 4e6} {
			for _, vapour := range []float64{0.01, 0.3, 0.99} {
				Ts := saturation(t, isa, P)
				liquid, _ := oneOxygen(t, isa, "preosrhohfromtpprop", 1, inputs{"T": {Ts}, "P": {P}})
				gas, _ := oneOxygen(t, isa, "preosrhohfromtpprop", 2, inputs{"T": {Ts}, "P": {P}})
				h := liquid["h"][0] + vapour*(gas["h"][0]-liquid["h"][0])
				out, flag := oneOxygen(t, isa, "preoscalctfromhp", 0, inputs{"h": {h}, "P": {P}, "T": {300}})
				near(t, "T", out["T"][0], Ts, 1e-11)
				near(t, "rho", out["rho"][0], 1/(1/liquid["rho"][0]+vapour*(1/gas["rho"][0]-1/liquid["rho"][0])), 1e-8)
				carries(t, flag, "two_phase")
			}
		}
	})
}

// saturation bisects the difference of the Gibbs energies of both roots.
func saturation(t *testing.T, isa string, P float64) float64 {
	t.Helper()
	low, high := 60.0, 154.0
	for range 60 {
		T := (low + high) / 2
		roots, _ := oneOxygen(t, isa, "preoscubicroots", 0, inputs{"T": {T}, "P": {P}})
		liquid, _ := oneOxygen(t, isa, "preosdepartures", 1, inputs{"T": {T}, "P": {P}})
		gas, _ := oneOxygen(t, isa, "preosdepartures", 2, inputs{"T": {T}, "P": {P}})
		vapour := liquid["gDep"][0] > gas["gDep"][0]
		if roots["roots"][0] == 1 { // one root: a liquid where it is dense
			vapour = roots["Zmost"][0] > 0.3
		}
		if vapour {
			high = T
		} else {
			low = T
		}
	}
	return (low + high) / 2
}

// A density on the branch of the other phase is kept and noted.
func TestMetastableDensity(t *testing.T) {
	everyISA(t, func(t *testing.T, isa string) {
		g := golden(t)
		tried := 0
		for _, s := range g.States {
			if s.Mechanism != oxygen || s.Out.Liquid == nil || s.Out.Vapour == nil {
				continue
			}
			for root, stable := range map[float64]bool{1: s.Out.RootIndex == 0, 2: s.Out.RootIndex != 0} {
				state, _ := oneOxygen(t, isa, "preosthermalproperties", root, inputs{"T": {s.T}, "P": {s.P}})
				out, flag := oneOxygen(t, isa, "preoscalctpfromrhoe", 0, inputs{"rho": state["rho"], "e": state["e"]})
				near(t, "T", out["T"][0], s.T, 1e-11)
				near(t, "P over rho c^2", out["P"][0]-s.P+state["rho"][0]*math.Pow(state["c"][0], 2), state["rho"][0]*math.Pow(state["c"][0], 2), 1e-10)
				if stable {
					carries(t, flag)
				} else {
					carries(t, flag, "metastable")
				}
				tried++
			}
		}
		if tried == 0 {
			t.Error("no oxygen state with two branches")
		}
	})
}

// A two-phase mean density lies within the spinodal: 2 % vapour at 119.5 K ends at some 70 K and
// -32 MPa, with a note.
func TestSpinodalDensity(t *testing.T) {
	everyISA(t, func(t *testing.T, isa string) {
		P := 1.0e6
		Ts := saturation(t, isa, P)
		liquid, _ := oneOxygen(t, isa, "preosthermalproperties", 1, inputs{"T": {Ts}, "P": {P}})
		gas, _ := oneOxygen(t, isa, "preosthermalproperties", 2, inputs{"T": {Ts}, "P": {P}})
		mean := func(a, b float64) float64 { return a + 0.02*(b-a) }
		rho := 1 / mean(1/liquid["rho"][0], 1/gas["rho"][0])
		out, flag := oneOxygen(t, isa, "preoscalctpfromrhoe", 0, inputs{"rho": {rho}, "e": {mean(liquid["e"][0], gas["e"][0])}})
		carries(t, flag, "unstable")
		if !(out["P"][0] < 0 && out["T"][0] > 10 && out["T"][0] < Ts) {
			t.Errorf("T %g, P %g: a negative pressure below %g K is expected", out["T"][0], out["P"][0], Ts)
		}
	})
}

// Random states of a mixture through both searches: every lane to 1e-12 or with a flag.
func TestSearchesFindEveryLane(t *testing.T) {
	const n, mechanism = 20000, "LOXCH4_5"
	g := golden(t)
	for name, o := range map[string]options{"dense k_ij": {kij: g.Kij["K5"]}, "clip, signed": {clip: true, signed: true}} {
		block := fillBlock(g.species(t, g.Mechanisms[mechanism]), o)
		for _, isa := range BuiltIn().ISAs() {
			in := field(rand.New(rand.NewSource(7)), n, 5, false)
			state, _ := run(t, isa, "preosthermalproperties", block, in, n, 0, n, layoutLeft)
			truth := in["T"]
			in["h"], in["e"], in["rho"] = state["h"], state["e"], state["rho"]
			in["T"] = nil
			hp, _ := run(t, isa, "preoscalctfromhp", block, in, n, 0, n, layoutLeft)
			re, _ := run(t, isa, "preoscalctpfromrhoe", block, in, n, 0, n, layoutRight)
			for name, out := range map[string]map[string][]float64{name + " (h,P)": hp, name + " (rho,e)": re} {
				wrong, failed := 0, 0
				for p, T := range out["T"] {
					if int(out["flag"][p])&(1<<FirstNote-1) != 0 {
						failed++
					} else if math.Abs(truth[p]-1000) > 0.01 && !(math.Abs(T-truth[p]) <= 1e-12*truth[p]) { // T_mid: two T may have one h
						wrong++
					}
				}
				if wrong > 0 || failed > 0 {
					t.Errorf("%s, %s: %d lanes wrong without a flag, %d failed", isa, name, wrong, failed)
				}
			}
		}
	}
}
