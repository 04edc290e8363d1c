//go:build hdf5

package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Where round-off alone parts two files, the hint's tolerance makes them the same, and a smaller one does not.
func TestHintOfRoundOff(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 6))
		ref := field(seed, cells)
		new := slices.Clone(ref)
		subnormal := seed%3 == 2
		lowest := map[bool]int{false: -1000, true: -1060}[subnormal]
		for range 1 + seed%5 {
			i := random.IntN(len(new))
			ref[i] = math.Ldexp(random.Float64()-.5, random.IntN(1900)+lowest)
			new[i] = ref[i]
			for range 1 + random.IntN(5) {
				new[i] = math.Nextafter(new[i], math.Inf(1-2*random.IntN(2)))
			}
		}
		a, b := save(t, cells, map[string][]float64{"rho": ref}), save(t, cells, map[string][]float64{"rho": new})
		o := Options{Tolerance: Tolerance{OfReference: 1e-17 * float64(seed%2)}}
		r := run(t, a, b, o)
		if f := r.Fields[0]; f.Unequal > 0 && float64(f.MaxRel) > 1e-12 {
			if r.Hint != "" {
				t.Errorf("seed %d: a hint for %g: %s", seed, f.MaxRel, r.Hint)
			}
			continue
		} else if f.Unequal == 0 {
			continue
		}
		var x float64
		if _, err := fmt.Sscanf(r.Hint[max(0, strings.Index(r.Hint, "--rtol")):], "--rtol %g", &x); err != nil || x > 1.1e-12 || !strings.Contains(r.Hint, "ound-off") {
			t.Fatalf("seed %d: %q %v", seed, r.Hint, err)
		}
		o.OfReference = x
		if again := run(t, a, b, o); !again.Same || again.Hint != "" {
			t.Errorf("seed %d: --rtol %g: %s %q", seed, x, again.Summary, again.Hint)
		}
		o.OfReference = .85 * x
		if !subnormal && run(t, a, b, o).Same { // products of subnormal numbers are rounded up
			t.Errorf("seed %d: a tolerance of %g passes, too: the hint is too loose", seed, .85*x)
		}
	}
}

// No hint where anything but round-off parts the two.
func TestNoHintWhereTheNumbersDoNotSaySo(t *testing.T) {
	ref := []float64{1, 2, 0, 4, 5, 6}
	shape := [3]int{6, 1, 1}
	eps := math.Ldexp(1, -52)
	a := save(t, shape, map[string][]float64{"rho": ref})
	other := func(i int, v float64) string {
		new := slices.Clone(ref)
		new[0], new[i] = 1+eps, v
		return save(t, shape, map[string][]float64{"rho": new})
	}
	for what, b := range map[string]string{
		"one larger difference": other(1, 2*(1+2e-12)), "zero against a tiny number": other(2, 1e-300), "another sign": other(2, math.Copysign(5e-324, -1)),
		"NaN": other(3, math.NaN()), "infinity": other(3, math.Inf(1)), "a large difference": other(5, 7),
		"an extra field": save(t, shape, map[string][]float64{"rho": {1 + eps, 2, 0, 4, 5, 6}, "p": ref}),
	} {
		if r := run(t, a, b, Options{}); r.Same || r.Hint != "" {
			t.Errorf("%s: same %v, hint %q", what, r.Same, r.Hint)
		}
	}
	near := other(0, 1+eps)
	if r := run(t, a, near, Options{}); !strings.Contains(r.Hint, "--rtol 2.3e-16") {
		t.Errorf("one last bit: %q", r.Hint)
	}
	if r := run(t, a, near, Options{PerField: map[string]Tolerance{"rho": {Absolute: 1e-30}}}); r.Same || r.Hint != "" {
		t.Errorf("a field with a tolerance of its own does not mind --rtol: %q", r.Hint)
	}
}

// Only the times differ: the hint names the option that leaves them out, and the option does it.
func TestHintOfTimes(t *testing.T) {
	a, b := at(t, 1), at(t, 2)
	if r := run(t, a, b, Options{}); !strings.Contains(r.Hint, "--exclude time") {
		t.Errorf("%q %q", r.Summary, r.Hint)
	}
	if r := run(t, a, b, Options{Exclude: []string{"time"}}); !r.Same || r.Hint != "" {
		t.Errorf("%q %q", r.Summary, r.Hint)
	}
	if r := run(t, a, save(t, [3]int{2, 1, 1}, map[string][]float64{"rho": {1, 3}}), Options{}); strings.Contains(r.Hint, "exclude") {
		t.Errorf("more than the times differs: %q", r.Hint)
	}
}
