package set

import (
	"math"
	"math/rand"
	"testing"
)

// one runs a kernel on one point.
func one(t testing.TB, isa, kernel string, block []float64, in inputs) map[string]float64 {
	t.Helper()
	out, _ := run(t, isa, kernel, block, in, 1, 0, 1, layoutLeft)
	values := map[string]float64{}
	for name, v := range out {
		values[name] = v[0]
	}
	return values
}

func pure(t testing.TB, name string) []float64 {
	g := golden(t)
	return fillBlock(g.species(t, []string{name}), options{})
}

func relative(a, b float64) float64 { return math.Abs(a/b - 1) }

// Plain Newton oscillates for ever between 178.58 and 139.46 K here (physics of pseudo-boiling).
func TestTwoCycleOfO2(t *testing.T) {
	block := pure(t, "O2")
	for _, isa := range BuiltIn().ISAs() {
		for T := 140.0; T < 180; T += 0.25 {
			want := one(t, isa, "preosthermalproperties", block, inputs{"T": {T}, "P": {5.2e6}, "Yi": {1}})
			for _, guess := range []float64{math.NaN(), 300, 100, 139.46, 178.58, 4000, 8000} {
				got := one(t, isa, "preoscalctfromhp", block, inputs{"h": {want["h"]}, "P": {5.2e6}, "Yi": {1}, "T": {guess}})
				if relative(got["T"], T) > 1e-12 || got["flag"] != 0 {
					t.Errorf("%s: T(h,P) at %g K from %g is %.15g, flag %g", isa, T, guess, got["T"], got["flag"])
				}
			}
		}
	}
}

// Extrapolated polynomials turn cv negative above 6000 K: a guess of 8000 K must not end there.
func TestGuessBeyondBracket(t *testing.T) {
	g := golden(t)
	block := fillBlock(g.species(t, g.Mechanisms["CH4_20"]), options{})
	for _, isa := range BuiltIn().ISAs() {
		for _, s := range g.States {
			if s.Mechanism != "CH4_20" {
				continue
			}
			for _, guess := range []float64{8000, 1e30, 1e-30, -5} {
				got := one(t, isa, "preoscalctpfromrhoe", block, inputs{"rho": {s.Out.Rho}, "e": {s.Out.E}, "Yi": s.Y, "T": {guess}})
				if relative(got["T"], s.T) > 1e-12 || got["flag"] != 0 {
					t.Errorf("%s: T(rho,e) of state %d from %g is %.15g, flag %g", isa, s.ID, guess, got["T"], got["flag"])
				}
			}
		}
	}
}

// An enthalpy between the saturated phases: the saturation temperature, the two-phase mean density.
func TestTwoPhaseEnthalpy(t *testing.T) {
	for _, c := range []struct {
		name string
		P    float64
	}{{"O2", 1e6}, {"O2", 1e4}, {"O2", 5e6}, {"H2O", 1e5}, {"C12H26", 1e6}} {
		block := pure(t, c.name)
		for _, isa := range BuiltIn().ISAs() {
			twoPhase(t, isa, block, c.P, saturation(t, isa, block, c.P))
		}
	}
}

// saturation bisects for the temperature where the stable root jumps from liquid to vapour.
func saturation(t *testing.T, isa string, block []float64, P float64) float64 {
	t.Helper()
	liquid, vapour := flagBit(t, "liquid_root"), flagBit(t, "vapour_root")
	low, high := 0.0, 0.0
	const n = 85000
	scan := inputs{"T": make([]float64, n), "P": make([]float64, n), "Yi": make([]float64, n)}
	for i := range n {
		scan["T"][i], scan["P"][i], scan["Yi"][i] = 50+0.01*float64(i), P, 1
	}
	out, _ := run(t, isa, "preosrhohfromtpprop", block, scan, n, 0, n, layoutLeft)
	for i, flag := range out["flag"] {
		switch {
		case flag == liquid:
			low = scan["T"][i]
		case flag == vapour && high == 0:
			high = scan["T"][i]
		}
	}
	for range 60 {
		T := (low + high) / 2
		if one(t, isa, "preosrhohfromtpprop", block, inputs{"T": {T}, "P": {P}, "Yi": {1}})["flag"] == liquid {
			low = T
		} else {
			high = T
		}
	}
	if low == 0 || high-low > 1e-10 {
		t.Fatalf("no saturation temperature at %g Pa: %g, %g", P, low, high)
	}
	return high
}

func twoPhase(t *testing.T, isa string, block []float64, P, saturated float64) {
	t.Helper()
	state := func(T float64) map[string]float64 {
		return one(t, isa, "preosrhohfromtpprop", block, inputs{"T": {T}, "P": {P}, "Yi": {1}})
	}
	liquid, vapour := state(saturated*(1-1e-11)), state(saturated*(1+1e-11))
	for _, x := range []float64{0.001, 0.02, 0.5, 0.9, 0.999} {
		h := (1-x)*liquid["h"] + x*vapour["h"]
		rho := 1 / ((1-x)/liquid["rho"] + x/vapour["rho"])
		for _, guess := range []float64{math.NaN(), 0.9 * saturated, 2000} {
			got := one(t, isa, "preoscalctfromhp", block, inputs{"h": {h}, "P": {P}, "Yi": {1}, "T": {guess}})
			if relative(got["T"], saturated) > 1e-11 || relative(got["rho"], rho) > 1e-6 || got["flag"] != flagBit(t, "two_phase") {
				t.Errorf("%s: %g vapour at %g Pa from %g: T %.13g (saturation %.13g), rho %g (mean %g), flag %g",
					isa, x, P, guess, got["T"], saturated, got["rho"], rho, got["flag"])
			}
		}
	}
}

// h jumps at T_mid. An upward jump leaves a gap of h without a temperature: T_mid, no failure.
func TestJumpAtTmid(t *testing.T) {
	g := golden(t)
	up := 0
	for _, s := range g.Species {
		block := fillBlock([]species{s}, options{})
		Tmid := s.Nasa7.Tmid
		for _, isa := range BuiltIn().ISAs() {
			state := func(T float64) map[string]float64 {
				return one(t, isa, "preosthermalproperties", block, inputs{"T": {T}, "P": {2e7}, "Yi": {1}})
			}
			below, above := state(Tmid), state(math.Nextafter(Tmid, 1e9))
			if above["h"] > below["h"] {
				up++
			}
			for _, x := range []float64{0, 0.5, 1} {
				h, e := below["h"]+x*(above["h"]-below["h"]), below["e"]+x*(above["e"]-below["e"])
				in := inputs{"h": {h}, "P": {2e7}, "rho": {below["rho"]}, "e": {e}, "Yi": {1}, "T": {0.9 * Tmid}}
				hp, re := one(t, isa, "preoscalctfromhp", block, in), one(t, isa, "preoscalctpfromrhoe", block, in)
				if relative(hp["T"], Tmid) > 2e-5 || hp["flag"] != 0 || relative(re["T"], Tmid) > 2e-5 || re["flag"] != 0 {
					t.Errorf("%s %s: T(h,P) %.12g flag %g, T(rho,e) %.12g flag %g, T_mid %g", isa, s.Name, hp["T"], hp["flag"], re["T"], re["flag"], Tmid)
				}
			}
		}
	}
	if up == 0 {
		t.Error("no species has an upward jump: nothing was tested")
	}
}

// (rho,e) of a metastable branch: rho is kept and the point noted; in the spinodal it is unstable.
func TestMetastableAndSpinodal(t *testing.T) {
	g := golden(t)
	for _, isa := range BuiltIn().ISAs() {
		for _, s := range g.States {
			if s.Out.Liquid == nil || s.Out.Vapour == nil {
				continue
			}
			block := fillBlock(g.species(t, g.Mechanisms[s.Mechanism]), options{})
			for root, b := range []*branch{s.Out.Liquid, s.Out.Vapour} {
				got := one(t, isa, "preoscalctpfromrhoe", block, inputs{"rho": {b.Rho}, "e": {b.H - s.P/b.Rho}, "Yi": s.Y})
				want := 0.0
				if relative(b.Rho, s.Out.Rho) > 1e-9 {
					want = flagBit(t, "metastable")
				}
				scale := s.P + b.Rho*b.C*b.C
				if relative(got["T"], s.T) > 1e-11 || math.Abs(got["P"]-s.P) > 1e-11*scale || got["flag"] != want {
					t.Errorf("%s: state %d branch %d: T %.13g (%g), P %.10g (%g), flag %g (%g)", isa, s.ID, root, got["T"], s.T, got["P"], s.P, got["flag"], want)
				}
			}
		}
		block := pure(t, "O2") // 119.5 K, 2 % vapour: the mean of the phases lies within the spinodal
		liquid := one(t, isa, "preosthermalproperties", fillBlock(golden(t).species(t, []string{"O2"}), options{root: 1}), inputs{"T": {119.5}, "P": {1e6}, "Yi": {1}})
		vapour := one(t, isa, "preosthermalproperties", fillBlock(golden(t).species(t, []string{"O2"}), options{root: 2}), inputs{"T": {119.5}, "P": {1e6}, "Yi": {1}})
		rho, e := 1/(0.98/liquid["rho"]+0.02/vapour["rho"]), 0.98*liquid["e"]+0.02*vapour["e"]
		got := one(t, isa, "preoscalctpfromrhoe", block, inputs{"rho": {rho}, "e": {e}, "Yi": {1}})
		if got["flag"] != flagBit(t, "unstable") || got["T"] != got["T"] {
			t.Errorf("%s: spinodal state: %v", isa, got)
		}
	}
}

// T(h,P) and (T,P)(rho,e) undo the thermal set on random states, from 300 K, and never fail.
func TestRoundTrips(t *testing.T) {
	g := golden(t)
	const n = 20000
	r := rand.New(rand.NewSource(4))
	for _, isa := range BuiltIn().ISAs() {
		for _, m := range mixtures {
			block := fillBlock(g.species(t, g.Mechanisms[m.mechanism][:m.ns]), options{})
			in := field(r, n, m.ns, false)
			forward, _ := run(t, isa, "preosthermalproperties", block, in, n, 0, n, layoutLeft)
			back := inputs{"h": forward["h"], "P": in["P"], "rho": forward["rho"], "e": forward["e"], "Yi": in["Yi"]}
			hp, _ := run(t, isa, "preoscalctfromhp", block, back, n, 0, n, layoutLeft)
			re, _ := run(t, isa, "preoscalctpfromrhoe", block, back, n, 0, n, layoutLeft)
			for p := range n {
				T := in["T"][p]
				// judged by h and e: the round-off of h over cp, and jumps at T_mid within 2e-6
				tolerance := 1e-11 + 1e-14*math.Abs(forward["h"][p])/(forward["cv"][p]*T)
				if math.Abs(T-1000) < 0.01 || math.Abs(T-1400) < 100 && m.ns > 20 {
					tolerance = 2e-6
				}
				if relative(hp["T"][p], T) > tolerance || relative(re["T"][p], T) > tolerance || re["flag"][p] != 0 {
					t.Fatalf("%s NS %d: T %.15g, T(h,P) %.15g flag %g, T(rho,e) %.15g flag %g", isa, m.ns, T, hp["T"][p], hp["flag"][p], re["T"][p], re["flag"][p])
				}
			}
		}
	}
}
