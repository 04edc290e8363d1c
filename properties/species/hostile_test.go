package species

import (
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/files/filestest"
	"drawbridge/status"
)

// What is no mechanism is refused in time, whatever it is, and never fills the memory.
func TestHostileFiles(t *testing.T) {
	open := func(path string) func() error {
		return func() error { _, err := Open(path); return err }
	}
	for path, want := range map[string]string{filestest.Pipe(t, "m.yaml"): "a pipe", "/dev/zero": "a device", t.TempDir(): "a folder"} {
		filestest.Refused(t, path, want, open(path))
	}
	for text, want := range map[string]string{
		strings.Repeat("[", 100_000): "deep", strings.Repeat("- ", 20_000): "deep", strings.Repeat("{a: ", 20_000): "line 1",
		"phases: [{name: a}]\nspecies: []\n---\nspecies: [{name: O2}]\n": "line 3: a second document",
		filestest.Bomb(9): "aliases", strings.Repeat("a", 40<<20): "too large",
		"description: |\n  x\n" + strings.Repeat("\n", 50_000): "species", strings.Repeat(",", 3_000_000): "values and signs", strings.Repeat("!\n", 250_000): "line 1",
	} {
		path := filepath.Join(t.TempDir(), "m.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		filestest.Refused(t, text[:20], want, open(path))
	}
}

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

// Damaged files are refused or read; nothing panics, and what is read has no impossible figure.
func TestDamagedFiles(t *testing.T) {
	whole, err := os.ReadFile(kerosene)
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/m.yaml"
	random := rand.New(rand.NewSource(1))
	read, refused := 0, 0
	for range 1000 {
		if tryDamaged(t, path, damage(random, whole)) {
			read++
		} else {
			refused++
		}
	}
	if read < 30 || refused < 30 {
		t.Errorf("%d damaged files were read, %d refused: the damage is not what it should be", read, refused)
	}
}

// damage cuts, repeats or changes a piece of a text.
func damage(random *rand.Rand, whole []byte) []byte {
	text := append([]byte(nil), whole...)
	a := random.Intn(len(text))
	b := min(a+1+random.Intn(60), len(text))
	switch random.Intn(4) {
	case 0:
		return text[:a]
	case 1:
		return append(text[:a:a], text[b:]...)
	case 2:
		return append(text[:b:b], text[a:]...)
	}
	const replacements = "-:[]{}#&*!|>'\"%@` \n\t09.eE~?,"
	for range 1 + random.Intn(3) {
		text[random.Intn(len(text))] = replacements[random.Intn(len(replacements))]
	}
	return text
}

func tryDamaged(t *testing.T, path string, text []byte) (read bool) {
	t.Helper()
	defer func() {
		if cause := recover(); cause != nil {
			t.Fatalf("panic %v on\n%s", cause, text)
		}
	}()
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := Open(path)
	if err != nil {
		return false
	}
	list, err := m.Species(nil)
	if err != nil {
		return false
	}
	c, err := Complete(list, false)
	if err != nil {
		return false
	}
	if _, err := m.Kij(c.Species); err != nil {
		return false
	}
	for _, s := range c.Species {
		if !(s.W > 0 && s.Tc > 0 && s.Pc > 0 && s.Nasa7.Tlow < s.Nasa7.Thigh) {
			t.Errorf("%+v read from\n%s", s, text)
		}
	}
	return true
}
