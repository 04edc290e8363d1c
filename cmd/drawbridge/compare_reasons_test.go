//go:build hdf5

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
)

// saveSteps writes one step for each list of fields; a field is a name and a unit.
func saveSteps(t *testing.T, steps ...[][2]string) string {
	t.Helper()
	folder := t.TempDir()
	for i, fields := range steps {
		var list []snapshottest.Field
		for _, f := range fields {
			list = append(list, snapshottest.Field{Name: f[0], Unit: f[1], Values: []float64{1, 2}})
		}
		g := snapshot.Grid{Cells: [3]int{2, 1, 1}, Spacing: [3]float64{1, 1, 1}, Step: i + 1}
		if err := snapshottest.Save(filepath.Join(folder, "s"+string(rune('1'+i))+".h5"), g, list); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// A series says of each step why it differs, where that is more than its numbers, and which attributes differ.
func TestSeriesSaysWhy(t *testing.T) {
	a := saveSteps(t, [][2]string{{"rho", "kg/m3"}}, [][2]string{{"rho", "kg/m3"}, {"T", "K"}}, [][2]string{{"rho", "kg/m3"}})
	b := saveSteps(t, [][2]string{{"rho", "g/cm3"}}, [][2]string{{"rho", "kg/m3"}}, [][2]string{{"rho", "kg/m3"}, {"p", "Pa"}})
	for _, name := range []string{"s1.h5", "s2.h5"} {
		if err := oddfile.Note(filepath.Join(b, name), "cfl", .5); err != nil {
			t.Fatal(err)
		}
	}
	out := expect(t, 1, "DIFFERENT: 3 of 3 steps different", "", "compare", a, b)
	for _, want := range []string{`! step 1: rho: unit "kg/m3" against "g/cm3"`, "! step 2: missing: /VTKHDF/CellData/T", "! step 3: extra: /VTKHDF/CellData/p",
		"attribute /@cfl: (absent) | 0.5, and in 1 more"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out = expect(t, 1, "", "", "compare", a, b, "--ignore-extra"); strings.Contains(out, "extra:") {
		t.Errorf("what is ignored is no reason:\n%s", out)
	}
}

// Where nothing can be compared, the message says why.
func TestNothingToCompareSaysWhy(t *testing.T) {
	a := saveSteps(t, [][2]string{{"rho", "kg/m3"}})
	file := filepath.Join(a, "s1.h5")
	expect(t, trouble, "", "nothing to compare: 1 left out by name (rho)", "compare", file, file, "--exclude", "rho")
	empty := filepath.Join(t.TempDir(), "empty.h5")
	if err := oddfile.MakeEmpty(empty, "a/b"); err != nil {
		t.Fatal(err)
	}
	expect(t, trouble, "", "nothing to compare: "+empty+" holds no dataset", "compare", empty, empty)
	packed := filepath.Join(t.TempDir(), "packed.h5")
	if err := oddfile.MakePacked(packed, 32000); err != nil {
		t.Fatal(err)
	}
	expect(t, trouble, "", "; /packed: cannot be read: its data are packed by the filter LZF", "compare", packed, packed, "--exclude", "plain")
}

// Groups without a dataset have attributes, too.
func TestAttributesOfEmptyGroups(t *testing.T) {
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a.h5"), filepath.Join(folder, "b.h5")
	for path, group := range map[string]string{a: "empty/one", b: "empty/two"} {
		if err := oddfile.MakeForeign(path, "", 0, 1); err != nil {
			t.Fatal(err)
		}
		if err := oddfile.AddGroup(path, "settings", "solver", path); err != nil {
			t.Fatal(err)
		}
		if err := oddfile.AddGroup(path, group, "note", "n"); err != nil {
			t.Fatal(err)
		}
	}
	out := expect(t, 0, "SAME", "", "compare", a, b)
	for _, want := range []string{"attribute /settings@solver: " + a + " | " + b, "attribute /empty/one@note: n | (absent)", "attribute /empty/two@note: (absent) | n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out = expect(t, 0, "SAME", "", "compare", a, b, "--exclude", "settings", "--ignore-unused"); strings.Contains(out, "settings@") {
		t.Errorf("left out:\n%s", out)
	}
}
