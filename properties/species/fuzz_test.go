package species

import (
	"math"
	"os"
	"testing"

	"drawbridge/files/filestest"
	"drawbridge/status"
)

// FuzzMechanism: any text ends in species of finite numbers or in an error with a code, within bounds.
func FuzzMechanism(f *testing.F) {
	if text, err := os.ReadFile("../../tests/mechanisms/kerosene.yaml"); err == nil {
		f.Add(text)
	} else {
		f.Fatal(err)
	}
	for _, text := range []string{"species:\n- name: H2\n  composition: {H: 2}\n", "units: {length: cm, quantity: mol}\nphases:\n- name: g\n  species: [H2]\nspecies:\n- name: H2\n",
		"phases:\n- name: g\n  species:\n  - other.yaml/species: [H2]\n", "elements:\n- symbol: X\n  atomic-weight: 1e999\n", "species: &s\n- name: a\n  thermo: *s\n", filestest.Bomb(4),
		"species:\n- name: A\n  composition: {H: -1}\n  critical-parameters: {critical-temperature: 5.2 atm}\n", "units: {length: parsec}\n", "- 1", ""} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		filestest.Bounded(t, func() {
			m, err := read("m.yaml", text)
			var list []Species
			if err == nil {
				if list, err = m.Species(nil); err == nil {
					var c Completed
					c, err = Complete(list, false)
					list = c.Species
				}
				_, _ = m.Check(nil, true)
			}
			if err != nil && (status.CodeOf(err) == status.Internal || err.Error() == "") {
				t.Errorf("an error without a code: %v", err)
			}
			for _, s := range list {
				if err == nil && (math.IsNaN(s.W+s.Tc+s.Pc) || math.IsInf(s.W+s.Tc+s.Pc, 0)) {
					t.Errorf("accepted: %+v", s)
				}
			}
		})
	})
}
