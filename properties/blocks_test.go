package properties

import (
	"slices"
	"testing"

	kernels "drawbridge/kernels/set"
)

// Every kernel of the list has a name that users give, and every view it takes is declared with the
// width it has in the list.
func TestKernelsAreReachable(t *testing.T) {
	known := slices.Concat(Collections, Blocks)
	const ns = 7
	width := map[string]int{}
	for _, d := range Declarations(ns, 3) {
		if width[d.Name] != 0 {
			t.Errorf("view %s is declared twice", d.Name)
		}
		if d.Unit == "" || d.Meaning == "" || len(d.Name) > 8 {
			t.Errorf("view %q: a name of at most 8 characters, a unit and a meaning are expected", d.Name)
		}
		width[d.Name] = d.Width
	}
	for _, k := range kernels.BuiltIn().Kernels() {
		if !slices.ContainsFunc(known, func(c Collection) bool { return c.Kernel == k.Name && c.Meaning != "" }) {
			t.Errorf("kernel %s is neither a collection nor a building block", k.Name)
		}
		for _, a := range slices.Concat(k.Reads, k.Writes) {
			if want := map[bool]int{true: ns, false: 1}[a.PerSpecies]; width[a.Name] != want {
				t.Errorf("kernel %s: view %s has width %d, the list says %d", k.Name, a.Name, width[a.Name], want)
			}
		}
	}
	for _, b := range Blocks {
		if _, err := b.kernel(); err != nil {
			t.Error(err)
		}
		if slices.ContainsFunc(Collections, func(c Collection) bool { return c.Name == b.Name }) {
			t.Errorf("%s is both a collection and a block", b.Name)
		}
	}
}
