package properties

import (
	"slices"
	"testing"
)

func TestFactsNameEveryOptionAndEveryArray(t *testing.T) {
	p := &TVProperties{ns: 2, options: Defaults(), chosen: map[string]string{"omega_b": "0.0780", "root": "Liquid", "calorie": "4.184"}}
	e := PengRobinson{W: []float64{1, 2}, Tc: []float64{1, 2}, Pc: []float64{1, 2}, Omega: []float64{0.1, 0.2}, Tmid: []float64{1, 2},
		Low: make([][7]float64, 2), High: make([][7]float64, 2)}
	p.pengRobinson = &e
	facts := p.Facts()
	said := map[string][]string{}
	for _, f := range facts {
		said[f.Name] = f.Values
	}
	for name, want := range map[string][]string{
		"the number of species": {"2"}, "omega": {"0.1", "0.2"}, "kij": {"0", "0", "0", "0"}, "Vc": nil, "dipole": nil,
		"option omega_b": {"0.078"}, "option root": {"liquid"}, "option calorie": {"its default"}, "option omega_a": {"its default"},
	} {
		if got, ok := said[name]; !ok || !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if want := 18 + len(Quantities()) + len(optionList); len(facts) != want {
		t.Errorf("%d facts, want %d", len(facts), want)
	}
	labels := map[string]string{"omega": "omega of species 2", "kij": "kij of species 1 and 2", "nasaLow": "nasaLow(2) of species 1", "option root": "option root"}
	for _, f := range facts {
		if want, ok := labels[f.Name]; ok && f.Label(1) != want {
			t.Errorf("%s: %s, want %s", f.Name, f.Label(1), want)
		}
	}
}
