package properties

import (
	"math"
	"strings"
	"testing"

	"drawbridge/status"
)

// Every view's unit can be read, but for flags and the host's own variables.
func TestUnitsOfViewsAreUnderstood(t *testing.T) {
	for _, d := range Declarations(2, 3) {
		if _, _, ok := parseUnit(d.Unit); ok != (d.Name != "flag" && d.Name != "Q") {
			t.Errorf("%s: %s is understood: %v", d.Name, d.Unit, ok)
		}
	}
	for text, want := range map[string]struct {
		dimension
		size float64
	}{"cm3/mol": {dimension{0, 3, 0, 0, -1}, 1e-6}, "1e-10 m": {dimension{0, 1}, 1e-10}, "J m3/mol2/K": {dimension{1, 5, -2, -1, -2}, 1}, "Pa kg/m3": {dimension{2, -4, -2}, 1}} {
		if d, size, ok := parseUnit(text); !ok || d != want.dimension || math.Abs(size/want.size-1) > 1e-15 {
			t.Errorf("%s: %v, %g, %v; expected %v, %g", text, d, size, ok, want.dimension, want.size)
		}
	}
}

// Units follow from others, exactly where they are powers of two.
func TestUnitsFollow(t *testing.T) {
	s, err := newUnitSystem([]string{"velocity", "density", "length", "temperature", "energy"}, []float64{8, 2, 0.25, 256, 64})
	if err != nil || len(s) != 4 {
		t.Fatalf("%v: %v", s, err)
	}
	for text, want := range map[string]float64{"Pa": 128, "J/kg": 64, "J/kg/K": 0.25, "Pa s": 4, "kg/m3/Pa": 1. / 64, "W/m/K": 1, "m2/s": 2, "1": 1, "s": 1. / 32} {
		d, _, _ := parseUnit(text)
		powers, ok := s.powers(d)
		if got := s.product(powers); !ok || got != want {
			t.Errorf("%s: %g, %v; expected %g", text, got, ok, want)
		}
	}
	if d, _, _ := parseUnit("kg/mol"); func() bool { _, ok := s.powers(d); return ok }() {
		t.Error("a molar mass follows from units without moles")
	}
	for _, c := range []struct {
		names  string
		values []float64
		want   string
	}{
		{"pressure density velocity", []float64{1e5, 1, 300}, "velocity = 300 m/s contradicts pressure = 100000, density = 1, which give 316.2277"},
		{"pressure pressure", []float64{1, 1}, "given twice"},
		{"pressure", []float64{math.NaN()}, "pressure = NaN"},
		{"time", []float64{math.Inf(1)}, "scale = +Inf"},
		{"temprature", []float64{1}, "did you mean 'temperature'?"},
	} {
		_, err := newUnitSystem(strings.Fields(c.names), c.values)
		if err == nil || !strings.Contains(err.Error(), c.want) || status.CodeOf(err) == status.Internal {
			t.Errorf("%s: %v, expected %q", c.names, err, c.want)
		}
	}
}
