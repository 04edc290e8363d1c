package frame

import (
	"testing"

	"drawbridge/views"
)

// Arrays of 53 x 30 x 8 points in one memory are aligned, whichever comes first, where whole variables lie
// between them. 512 elements are what 2^61 leaves of the variable: no place for a difference without a sign.
func TestArraysOfOneMemoryAreAlignedByWholeVariables(t *testing.T) {
	const points, at = 53 * 30 * 8, 1 << 40
	for elements, want := range map[int]bool{0: false, points: false, -points: false, 3 * points: false, -3 * points: false,
		1: true, -1: true, 512: true, -512: true, points - 512: true, 512 - points: true} {
		a := views.HostArray{Address: uintptr(at + 8*elements), Shape: [4]int{53, 30, 8, 4}, Var: 1, Width: 4}
		b := a
		b.Address = at
		if got := askew(a, b); got != want {
			t.Errorf("%d elements apart: askew %t, %t expected", elements, got, want)
		}
	}
}

// An output over the species is stored before its point was read, also where there is one species.
func TestOutputsOverSpeciesSpoilWhatTheyLieOver(t *testing.T) {
	p := &Plan{perSpecies: []string{"hi"}}
	at := func(view string, first int) *binding {
		return &binding{view: view, array: views.HostArray{Address: 4096, Shape: [4]int{5, 4, 3, 9}, Var: first, Width: 1}}
	}
	if !p.spoils(at("hi", 2), at("Yi", 2)) {
		t.Error("hi may lie over Yi")
	}
	if p.spoils(at("hi", 3), at("Yi", 2)) || p.spoils(at("rho", 2), at("Yi", 2)) {
		t.Error("hi beside Yi, or rho over it, spoils it")
	}
}
