package properties

import (
	"math"
	"strings"
	"testing"

	kernels "drawbridge/kernels/set"
)

// Ideal parts of constant and polynomial heat capacity against their integrals, written out here, on every instruction set.
func TestIdealHeats(t *testing.T) {
	p, c := named(t, []string{"O2", "CH4"})
	y := []float64{0.7, 0.3}
	const R, pressure = 8.31446261815324, 2e5
	blockOf := func(settings ...string) []float64 {
		o := Defaults()
		for _, s := range settings {
			name, value, _ := strings.Cut(s, "=")
			if err := o.set(name, value); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.conflict(nil); err != nil {
			t.Fatal(err)
		}
		values, _, err := block(kernels.BuiltIn().Layout(), p, &c, o)
		if err != nil {
			t.Fatal(err)
		}
		return values
	}
	mean := func(of func(i int) float64) float64 { return y[0]*of(0) + y[1]*of(1) }
	polynomial := []float64{900, 0.3, -5e-5, 1500, 2, 1e-4}
	for _, isa := range kernels.BuiltIn().ISAs() {
		for _, T := range []float64{150, 298.15, 700, 1000, 1400, 3000} {
			cases := []struct {
				settings []string
				cp, h    float64
			}{
				{[]string{"ideal_heat=constant", "ideal_cp=1000", "ideal_zero=absolute"}, 1000, 1000 * T},
				{[]string{"ideal_heat=constant", "ideal_cv=700/1600d0", "ideal_zero=absolute"},
					mean(func(i int) float64 { return []float64{700, 1600}[i] + R/p.W[i] }), T * mean(func(i int) float64 { return []float64{700, 1600}[i] + R/p.W[i] })},
				{[]string{"ideal_heat=polynomial", "ideal_cp=900 0.3 -5e-5 1500 2 1e-4", "ideal_zero=absolute"},
					mean(func(i int) float64 { a := polynomial[3*i:]; return a[0] + T*(a[1]+T*a[2]) }),
					mean(func(i int) float64 { a := polynomial[3*i:]; return T * (a[0] + T*(a[1]/2+T*a[2]/3)) })},
			}
			for _, s := range cases {
				out := evaluate(t, isa, "nasamixture", placements[0], blockOf(s.settings...), 1, map[string][][]float64{"T": {{T}}, "P": {{pressure}}, "Yi": {y}})
				if cp, h := out["cpIdeal"][0][0], out["hIdeal"][0][0]; math.Abs(cp/s.cp-1) > 1e-13 || math.Abs(h/s.h-1) > 1e-13 {
					t.Errorf("%s: %v at %g K: cp %.15g and h %.15g, %.15g and %.15g expected", isa, s.settings, T, cp, h, s.cp, s.h)
				}
			}
		}
		at := map[string][][]float64{"T": {{298.15}}, "P": {{pressure}}, "Yi": {y}}
		own, flat := evaluate(t, isa, "nasamixture", placements[0], blockOf(), 1, at), evaluate(t, isa, "nasamixture", placements[0], blockOf("ideal_heat=constant"), 1, at)
		for _, view := range []string{"cpIdeal", "hIdeal", "sIdeal"} {
			if a, b := own[view][0][0], flat[view][0][0]; math.Abs(a-b) > 1e-11*math.Abs(a) {
				t.Errorf("%s: %s at 298.15 K is %.15g as a constant, %.15g as a polynomial", isa, view, b, a)
			}
		}
	}
}

// What does not fit together is refused by name.
func TestIdealHeatRefusals(t *testing.T) {
	p, c := named(t, []string{"O2", "CH4"})
	for settings, part := range map[string]string{
		"ideal_cp=1000": "set ideal_heat first",
		"ideal_heat=constant ideal_cp=1 ideal_cv=1":    "both given",
		"ideal_heat=polynomial ideal_cv=1":             "belongs to ideal_heat=constant",
		"ideal_heat=polynomial":                        "has 0 numbers",
		"ideal_heat=constant ideal_cp=1/2/3":           "has 3 numbers",
		"ideal_heat=polynomial ideal_cp=1/2/3/4/5/6/7": "has 7 numbers",
		"ideal_heat=constant ideal_cp=-5":              "a positive one is expected",
		"ideal_heat=polynomial ideal_cp=1000/-1":       "at 1000 K",
	} {
		o := Defaults()
		var err error
		for _, s := range strings.Fields(settings) {
			name, value, _ := strings.Cut(s, "=")
			if err == nil {
				err = o.set(name, value)
			}
		}
		if err == nil {
			err = o.conflict(nil)
		}
		if err == nil {
			_, _, err = block(kernels.BuiltIn().Layout(), p, &c, o)
		}
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: %v; '%s' expected", settings, err, part)
		}
	}
}
