package species

import (
	"math/rand"
	"os"
	"testing"
)

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
