package species

import (
	"math"
	"strings"
	"testing"

	"drawbridge/status"
)

func TestAssociation(t *testing.T) {
	for _, c := range []struct {
		name, composition, transport string
		kappa                        float64
	}{
		{"CH3OH", "{C: 1, H: 4, O: 1}", "", 0.215175}, {"c2h5oh", "{C: 2, H: 6, O: 1}", "", 0.174823},
		{"nC4H9OH", "{C: 4, H: 10, O: 1}", "", 0.131671}, {"C7H15OH", "{C: 7, H: 16, O: 1}", "", 0.108674},
		{"C8H17OH", "{C: 8, H: 18, O: 1}", "", 0.0682 + 0.276659*17/130.231}, {"CH3COOH", "{C: 2, H: 4, O: 2}", "", 0.091549},
		{"CH3OCH3", "{C: 2, H: 6, O: 1}", "", 0}, {"CH2OH", "{C: 1, H: 3, O: 1}", "", 0}, {"CH3OOH", "{C: 1, H: 4, O: 2}", "", 0},
		{"OH", "{O: 1, H: 1}", "", 0}, {"H2O", "{H: 2, O: 1}", "", 0.075908},
		{"C2H5OH", "{C: 2, H: 6, O: 1}", "association: 0", 0}, {"GLYCOL", "{C: 2, H: 6, O: 2}", "association: 0.3", 0.3},
		{"GLYCOL", "{C: 2, H: 6, O: 2}", "hydroxyl-groups: 2", 0.0682 + 0.276659*34/62.068},
	} {
		text := strings.NewReplacer("HE", c.name, "{He: 1}", c.composition, "diameter: 2.576", "diameter: 2.576, "+c.transport).Replace(helium)
		s := completed(t, file(t, text), nil)
		if got := s.Species[0].Kappa; math.Abs(got-c.kappa) > 1e-9 {
			t.Errorf("%s %s: kappa %g, expected %g", c.name, c.transport, got, c.kappa)
		}
		told := strings.Contains(strings.Join(s.Notes(), "\n"), "association kappa: "+c.name)
		if fromTable := c.name == "H2O"; told != (c.kappa > 0 && !fromTable) {
			t.Errorf("%s: the notes are %q", c.name, s.Notes())
		}
	}
}

func TestBinaryInteractionsMustAgree(t *testing.T) {
	both := func(name, other, aij string) string {
		return "  equation-of-state: {model: Peng-Robinson, units: {length: cm, quantity: mol, pressure: Pa}, a: 4.0E+11, b: 26.6, acentric-factor: 0.2, binary-a: {" +
			other + ": " + aij + "}}\n"
	}
	for aij, agree := range map[string]bool{"1.2e+11": true, "1.3e+11": false} {
		second := strings.Split(strings.Replace(helium, "name: HE", "name: AR", 1), "species:\n")[1] + both("AR", "HE", aij)
		m, err := Open(file(t, helium+both("HE", "AR", "1.2e+11")+second))
		if err != nil {
			t.Fatal(err)
		}
		list, err := m.Species(nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Kij(list)
		if agree != (err == nil) || !agree && !strings.Contains(err.Error(), "species AR: equation-of-state.binary-a.HE: it makes k_ij = ") {
			t.Errorf("%s: %v", aij, err)
		}
	}
}

func TestASpeciesOfAnotherFileIsNamed(t *testing.T) {
	path := file(t, strings.Replace(helium, "species: all", "species: [HE, {other.yaml/species: [AR, KR]}]", 1))
	m, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Species([]string{"HE"}); err != nil {
		t.Error(err)
	}
	_, err = m.Species([]string{"HE", "KR"})
	if status.CodeOf(err) != status.UnknownName || !strings.Contains(err.Error(), "species 'KR' is defined in another file (other.yaml/species)") {
		t.Errorf("got %v", err)
	}
}
