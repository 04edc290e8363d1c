package set

import (
	"math"
	"math/rand"
	"testing"
)

// What the equation of state does where doubles run short: near the critical point, where cp diverges, and at
// pressures so low that the liquid root is a thousand million times smaller than the vapour's.

// liquidDensity is the density of the liquid root by Newton's iteration in s = (Z-B)/B, where no digits cancel; 0 where
// there is no such root.
func liquidDensity(s species, T, P float64) float64 {
	rt := gasConstant * T
	a0 := omegaA * gasConstant * gasConstant * s.Tc * s.Tc / s.Pc
	b := omegaB * gasConstant * s.Tc / s.Pc
	m := 0.37464 + 1.54226*s.Omega - 0.26992*s.Omega*s.Omega
	alpha := 1 + m*(1-math.Sqrt(T/s.Tc))
	ratio, B := a0*alpha*alpha/(b*rt), b*P/rt // A/B and B
	half := (ratio - 4 + 2*B) / 2
	if half*half < 2*(1-4*B) {
		return 0
	}
	x := 2 / (half + math.Sqrt(half*half-2)) // of the quadratic that is left at B = 0
	for range 50 {
		x -= (B*x*x*x + (4*B-1)*x*x + 2*half*x - 2) / (3*B*x*x + 2*(4*B-1)*x + 2*half)
	}
	return s.W / (b * (1 + x))
}

func TestLiquidRootAtLowPressure(t *testing.T) {
	oxygen := golden(t).species(t, []string{"O2"})[0]
	for _, isa := range BuiltIn().ISAs() {
		liquids := 0
		for _, root := range []float64{0, 1} {
			block := fillBlock([]species{oxygen}, options{root: root})
			for P := 1e3; P > 1e-14; P /= 7 {
				for T := 40.0; T < 150; T += 3.1 {
					want := liquidDensity(oxygen, T, P)
					got := one(t, isa, "preosrhohfromtpprop", block, inputs{"T": {T}, "P": {P}, "Yi": {1}})
					liquid, vapour := got["flag"] == flagBit(t, "liquid_root"), got["flag"] == flagBit(t, "vapour_root")
					if (want > 0) != (liquid || vapour) || root == 1 && vapour {
						t.Fatalf("%s: %g K, %g Pa, root %g: flag %g, liquid density %g", isa, T, P, root, got["flag"], want)
					}
					if !liquid {
						continue
					}
					if liquids++; relative(got["rho"], want) > 1e-13 {
						t.Fatalf("%s: %g K, %g Pa, root %g: rho %.15g, expected %.15g", isa, T, P, root, got["rho"], want)
					}
				}
			}
		}
		if liquids < 500 {
			t.Fatalf("%s: %d liquid states, 500 expected at least", isa, liquids)
		}
	}
}

// near draws T and P within 1e-3 to 1e-9 of the critical point, one of them at times exact.
func near(r *rand.Rand, s species, i int) (T, P float64) {
	off := func(exact bool) float64 {
		if exact {
			return 0
		}
		return math.Pow(10, -3-6*r.Float64()) * float64(1-2*r.Intn(2))
	}
	return s.Tc * (1 + off(i%8 == 1)), s.Pc * (1 + off(i%4 == 0))
}

// The temperature that is found has the enthalpy that was given, or the point is noted; T itself is right to the last digits.
func TestEnthalpyNearCriticalPoint(t *testing.T) {
	const n = 40000
	noted := int(flagBit(t, "two_phase") + flagBit(t, "steep_enthalpy"))
	for _, s := range golden(t).species(t, []string{"O2", "CH4", "H2O"}) {
		block, r := fillBlock([]species{s}, options{}), rand.New(rand.NewSource(7))
		in := inputs{"T": make([]float64, n), "P": make([]float64, n), "Yi": make([]float64, n)}
		guess := make([]float64, n)
		for i := range n {
			T, P := near(r, s, i)
			in["T"][i], in["P"][i], in["Yi"][i] = T, P, 1
			guess[i] = []float64{math.NaN(), T * (1 + 0.04*(r.Float64()-0.5)), T * (1 + 1e-4*(r.Float64()-0.5))}[i%3]
		}
		for _, isa := range BuiltIn().ISAs() {
			forward, _ := run(t, isa, "preosrhohfromtpprop", block, in, n, 0, n, layoutLeft)
			back, _ := run(t, isa, "preoscalctfromhp", block, inputs{"h": forward["h"], "P": in["P"], "Yi": in["Yi"], "T": guess}, n, 0, n, layoutLeft)
			again, _ := run(t, isa, "preosrhohfromtpprop", block, inputs{"T": back["T"], "P": in["P"], "Yi": in["Yi"]}, n, 0, n, layoutLeft)
			wrong, notes := 0, 0
			for i := range n {
				flag, miss := int(back["flag"][i]), math.Abs(again["h"][i]-forward["h"][i])*s.W/(4*gasConstant*s.Tc)
				switch {
				case flag&noted != 0:
					notes++
				case !(miss < 1e-6) || flag&(1<<FirstNote-1) != 0:
					wrong++
				}
				if relative(back["T"][i], in["T"][i]) > 1e-10 || relative(back["rho"][i], forward["rho"][i]) > 1e-4 {
					wrong++
				}
			}
			if wrong > 0 || notes > n/1000 {
				t.Errorf("%s %s: of %d states near the critical point %d have another T, rho or h, %d are noted", isa, s.Name, n, wrong, notes)
			}
		}
	}
}

// An enthalpy between the saturated phases is said to be one, however near the critical point they lie.
func TestTwoPhaseNearCriticalPoint(t *testing.T) {
	s := golden(t).species(t, []string{"O2"})[0]
	block, liquid, note := fillBlock([]species{s}, options{}), flagBit(t, "liquid_root"), int(flagBit(t, "two_phase"))
	for _, isa := range BuiltIn().ISAs() {
		for _, off := range []float64{1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7} { // 1-P/Pc
			P := s.Pc * (1 - off)
			state := func(T float64) map[string]float64 {
				return one(t, isa, "preosrhohfromtpprop", block, inputs{"T": {T}, "P": {P}, "Yi": {1}})
			}
			low, high := s.Tc*(1-0.19*off), s.Tc
			for range 60 {
				middle := (low + high) / 2
				if got := state(middle); got["flag"] == liquid || got["flag"] == 0 && got["rho"] > s.Pc*s.W/(0.3074*gasConstant*s.Tc) {
					low = middle
				} else {
					high = middle
				}
			}
			below, above := state(low), state(high)
			for _, x := range []float64{0.02, 0.3, 0.5, 0.7, 0.98} {
				for _, guess := range []float64{math.NaN(), 1.01 * low, low * (1 - 1e-6)} {
					h := below["h"] + x*(above["h"]-below["h"])
					got := one(t, isa, "preoscalctfromhp", block, inputs{"h": {h}, "P": {P}, "Yi": {1}, "T": {guess}})
					rho := 1 / ((1-x)/below["rho"] + x/above["rho"])
					if int(got["flag"]) != note || relative(got["T"], low) > 1e-11 || relative(got["rho"], rho) > 1e-6 {
						t.Errorf("%s: %g vapour, 1-P/Pc = %g, from %g: T %.15g (%.15g), rho %g (%g), flag %g", isa, x, off, guess, got["T"], low, got["rho"], rho, got["flag"])
					}
				}
			}
		}
	}
}
