package species

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"drawbridge/status"
)

const someSpecies = `species:
- name: N2
  composition: {N: 2}
  thermo: {model: NASA7, temperature-ranges: [300.0, 5000.0], data: [[3.5, 0, 0, 0, 0, 0, 0]]}
`

// Reactions of five million values and signs are passed over, whatever the YAML of so many would cost.
func TestReactionsArePassedOver(t *testing.T) {
	var reactions strings.Builder
	for signs := 0; signs < 5_000_000; signs += 12 {
		reactions.WriteString("- equation: A + B <=> C\n  rate-constant: {A: 1.0, b: 0, Ea: 2}\n")
	}
	for _, key := range []string{"reactions:\n", "low-T.2-reactions: # of gas\n\n"} {
		text := key + reactions.String()
		for _, whole := range []string{text + someSpecies, someSpecies + text} {
			if len(whole) > 32<<20 {
				t.Fatalf("%d bytes are too large a file", len(whole))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			m, err := read("m.yaml", []byte(whole))
			runtime.ReadMemStats(&after)
			if err != nil || len(m.order) != 1 || m.order[0] != "N2" {
				t.Fatalf("%s: %v", key, err)
			}
			if spent := (after.TotalAlloc - before.TotalAlloc) >> 20; spent > 200 {
				t.Errorf("%s: %d MiB", key, spent)
			}
			if bytes.Count(withoutReactions([]byte(whole)), []byte("\n")) != strings.Count(whole, "\n") {
				t.Errorf("%s: the lines that follow lose their numbers", key)
			}
		}
	}
}

// Another layout is read whole, and so is what only looks like reactions.
func TestWhatIsNoBlockOfReactionsStays(t *testing.T) {
	filler := strings.Repeat("# a remark\n", large/10)
	for _, text := range []string{
		"reactions: [\n- a\n]\n", "reactions:\n  [\n  a]\n", "reactions:\n- a\n}\n", "note: |\n  reactions:\n  - a\n", "{\nreactions:\n- a\n}\n", "reactions:\n",
		"reactions:\nspecies:\n- a\n", "reaction:\n- a\n",
	} {
		if left := string(withoutReactions([]byte(filler + text))); left != filler+text {
			t.Errorf("%q is %q", text, left[min(len(left), len(filler)):])
		}
	}
	for text, want := range map[string]string{"reactions:\n- a\n  b\nspecies:\n- c\n": "reactions:\n\n\nspecies:\n- c\n", "x-reactions:\n  - a\n# r\n": "x-reactions:\n\n\n"} {
		if left := string(withoutReactions([]byte(filler + text))); left != filler+want {
			t.Errorf("%q is %q", text, left[min(len(left), len(filler)):])
		}
	}
	broken := fmt.Sprintf("%sreactions:\n- a\nspecies: [\n", filler)
	if _, err := read("m.yaml", []byte(broken)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("line %d: ", strings.Count(broken, "\n"))) {
		t.Errorf("%v, expected line %d", err, strings.Count(broken, "\n"))
	}
}

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
