package set

import (
	"strings"
	"testing"

	"drawbridge/kernels"
)

// Every entry of the lists is found by Go: the pattern and the macros see the same lines.
func TestListsAreReadWhole(t *testing.T) {
	set := BuiltIn()
	for _, list := range []struct {
		text   string
		macros []string
		found  int
	}{
		{kernels.List, []string{"KERNEL("}, len(set.Kernels())},
		{kernels.Flags, []string{"FLAG("}, len(set.Flags())},
		{kernels.Parameters, []string{"HEADER(", "TABLE(", "SPECIES(", "COUPLE(", "MORE(", "PAIR("}, len(set.Parameters())},
	} {
		want := 0
		for _, line := range strings.Split(list.text, "\n") {
			for _, macro := range list.macros {
				if strings.HasPrefix(line, macro) {
					want++
				}
			}
		}
		if list.found != want || want == 0 {
			t.Errorf("%v: %d entries parsed, %d lines in the text", list.macros, list.found, want)
		}
	}
}

func TestKernelLine(t *testing.T) {
	k, known := BuiltIn().Kernel("preoscalctfromhp")
	if !known {
		t.Fatal("preoscalctfromhp is not in the list")
	}
	want := []Argument{{Name: "h"}, {Name: "P"}, {Name: "Yi", PerSpecies: true}, {Name: "T", Optional: true}}
	for i, a := range k.Reads {
		if a != want[i] {
			t.Errorf("read %d is %+v, expected %+v", i, a, want[i])
		}
	}
	for _, k := range BuiltIn().Kernels() {
		if last := k.Writes[len(k.Writes)-1]; last.Name != "flag" {
			t.Errorf("%s writes %q last, expected flag", k.Name, last.Name)
		}
	}
}

// Names and bits are unique, and the layout neither overlaps nor leaves a gap.
func TestParameterLayout(t *testing.T) {
	set, layout := BuiltIn(), BuiltIn().Layout()
	const ns, pairs = 3, 2
	rows := map[ParameterKind]int{Header: 1, Species: ns, Couples: ns * (ns + 1) / 2, More: ns, Pairs: pairs}
	taken := make([]string, layout.Size(ns, pairs))
	for _, p := range set.Parameters() {
		for row := range rows[p.Kind] {
			for k := range p.Count {
				at := layout.Offset(p.Name, row, ns) + k
				if taken[at] != "" {
					t.Errorf("%s and %s both lie at %d", p.Name, taken[at], at)
				}
				taken[at] = p.Name
			}
		}
	}
	for at, name := range taken {
		if name == "" {
			t.Errorf("nothing lies at %d", at)
		}
	}
	if at := layout.Offset("no such entry", 0, ns); at != -1 {
		t.Errorf("an unknown name has offset %d, expected -1", at)
	}
	bits := map[int]string{}
	for _, f := range set.Flags() {
		if bits[f.Bit] != "" {
			t.Errorf("%s and %s share bit %d", f.Name, bits[f.Bit], f.Bit)
		}
		bits[f.Bit] = f.Name
	}
}

// NameAt finds back what Offset placed.
func TestNameAt(t *testing.T) {
	layout := BuiltIn().Layout()
	for name := range layout.kinds {
		if at := layout.Offset(name, 1, 7); layout.NameAt(at, 7) != name {
			t.Errorf("%s lies at %d, where NameAt says %s", name, at, layout.NameAt(at, 7))
		}
	}
}
