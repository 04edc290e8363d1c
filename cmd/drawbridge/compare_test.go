//go:build hdf5

package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
)

// --difference names the file that it writes, overwrites nothing, and leaves the verdict and its place alone.
func TestDifferenceFile(t *testing.T) {
	a, b, folder := saveValues(t, 1, 2, 3), saveValues(t, 1, 2, 4), t.TempDir()
	path := filepath.Join(folder, "d.h5")
	out := expect(t, 1, "DIFFERENT", "", "compare", a, b, "--difference", path)
	if !strings.Contains(out, "new - ref of rho_difference is in "+path) {
		t.Errorf("%s", out)
	}
	expect(t, 0, "SAME", "", "compare", path, path)
	expect(t, trouble, "", "exists and is not overwritten", "compare", a, b, "--difference", path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	code, out, said := say("compare", a, b, "--json", "--difference", path)
	if code != 1 || !json.Valid([]byte(out)) || !strings.Contains(said, "d.h5") {
		t.Errorf("%d %s %s", code, out, said)
	}
	if code, out, said = say("compare", a, a, "--difference", filepath.Join(folder, "none.h5")); code != 0 || !strings.Contains(out, "SAME") || !strings.Contains(said, "not written: no field of numbers") {
		t.Errorf("%d %s %s", code, out, said)
	}
	expect(t, trouble, "", "--difference takes two files", "compare", filepath.Dir(a), filepath.Dir(b), "--difference", filepath.Join(folder, "s.h5"))
	expect(t, trouble, "", "a file of differences ends in one of", "compare", a, b, "--difference", filepath.Join(folder, "s.png"))
	expect(t, trouble, "", "exists and is not overwritten", "compare", a, b, "--difference", a)
}

// Two outputs of one name are refused, and so is a file of numbers in the way.
func TestOutputsThatWouldOverwrite(t *testing.T) {
	a, b, folder := saveValues(t, 1, 2, 3), saveValues(t, 1, 2, 4), t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	relative, err := filepath.Rel(here, path("d.h5"))
	if err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{
		{"--difference", path("d.h5"), "--report", path("d.h5")},
		{"--difference", path("d.h5"), "--junit", folder + "/./d.h5"}, {"--difference", path("d.h5"), "--junit", relative}, {"--report", path("x"), "--junit", path("x")},
		{"--png", path("x.png"), "--report", path("x.png")},
	} {
		expect(t, trouble, "", "two outputs", append([]string{"compare", a, b}, flags...)...)
	}
	if list, err := os.ReadDir(folder); err != nil || len(list) > 0 {
		t.Errorf("%v %v", list, err)
	}
	other := saveValues(t, 5)
	expect(t, trouble, "", "is an HDF5 file", "compare", a, b, "--report", other)
	expect(t, trouble, "", "is an HDF5 file", "compare", filepath.Dir(a), filepath.Dir(b), "--junit", a)
	expect(t, 0, "SAME", "", "compare", other, other)
}

// The tolerance of the hint, given to the command as it is printed, passes; the last line is still the verdict.
func TestHintOnTheTerminal(t *testing.T) {
	a, b := saveValues(t, 1, 2, 3), saveValues(t, 1, math.Nextafter(2, 1), 3*(1+4e-14))
	rtol := regexp.MustCompile(`(?m)^hint: round-off is likely: .* --rtol (\S+) would pass\nDIFFERENT: .*\n$`)
	for _, names := range [][2]string{{a, b}, {filepath.Dir(a), filepath.Dir(b)}} {
		found := rtol.FindStringSubmatch(expect(t, 1, "hint: round-off is likely", "", "compare", names[0], names[1]))
		if found == nil {
			t.Fatal("no hint before the verdict")
		}
		expect(t, 0, "SAME", "", "compare", names[0], names[1], "--rtol", found[1])
		if out := expect(t, 1, "DIFFERENT", "", "compare", names[0], names[1], "-q"); regexp.MustCompile("hint").MatchString(out) {
			t.Errorf("-q prints %q", out)
		}
	}
}

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
	out := expect(t, 1, "DIFFERENT: 3 of 3 steps, the first is", "", "compare", a, b)
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

// saveValues writes a snapshot of one field rho, as many cells in x as there are values.
func saveValues(t *testing.T, values ...float64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.h5")
	grid := snapshot.Grid{Cells: [3]int{len(values), 1, 1}, Spacing: [3]float64{.5, 1, 1}, Step: 7}
	if err := snapshottest.Save(path, grid, []snapshottest.Field{{Name: "rho", Unit: "kg/m3", Values: values}}); err != nil {
		t.Fatal(err)
	}
	return path
}

// --rtol and --atol are numpy's: |new - ref| <= atol + rtol*|ref|, where --rel takes the larger of both.
func TestTolerancesOfNumpy(t *testing.T) {
	a, b := saveValues(t, 100, 4), saveValues(t, 210, 4)
	for _, c := range []struct {
		code int
		out  string
		args []string
	}{
		{0, "SAME", []string{"--rel", "0.6"}}, {1, "DIFFERENT", []string{"--rtol", "0.6"}}, {0, "SAME", []string{"--rtol", "1.1"}},
		{1, "DIFFERENT", []string{"--rtol", "1.09"}}, {0, "SAME", []string{"--atol", "110"}}, {1, "DIFFERENT", []string{"--atol", "109"}},
		{0, "SAME", []string{"--atol", "60", "--rtol", "0.5"}}, {1, "DIFFERENT", []string{"--atol", "60", "--rtol", "0.4"}},
		{0, "SAME", []string{"--tolerance", "rho=atol:60,rtol:0.5"}}, {1, "DIFFERENT", []string{"--tolerance", "rho=rtol:0.6"}},
		{0, "SAME", []string{"--tolerances", write(t, "l.yaml", "default: {rtol: 1.1}\n")}},
		{1, "DIFFERENT", []string{"--tolerances", write(t, "l.yaml", "fields:\n  rho: {rtol: 1}\n")}},
	} {
		expect(t, c.code, c.out, "", append([]string{"compare", a, b}, c.args...)...)
	}
	expect(t, trouble, "", "--atol and --abs are the same tolerance: give one of them", "compare", a, b, "--atol", "1", "--abs", "1")
	expect(t, trouble, "", "tolerance is -1, expected a finite number of at least 0", "compare", a, b, "--rtol", "-1")
	expect(t, trouble, "", `"abs:1"`, "compare", a, b, "--tolerance", "rho=atol:1,abs:1")
	expect(t, trouble, "", "abs and atol are the same tolerance", "compare", a, b, "--tolerances", write(t, "l.yaml", "default: {abs: 1, atol: 1}\n"))
}

// worst is what a program reads of the cells that differ most.
type worst struct {
	Fields []struct {
		Path  string
		Where struct{ Reference, New any }
		Worst []struct {
			Cell               []int
			Position           []float64
			Reference, New     any
			Absolute, Relative any
		}
	}
}

// The table, the JSON and --worst have both values; the list is ordered, with its places and both differences.
func TestWorstCells(t *testing.T) {
	ref, new := make([]float64, 30), make([]float64, 30)
	for i := range ref {
		ref[i], new[i] = 1, 1+float64((i*7)%30)/1000
	}
	a, b := saveValues(t, ref...), saveValues(t, new...)
	out := expect(t, 1, "DIFFERENT", "", "compare", a, b)
	if !strings.Contains(out, "ref there") || !strings.Contains(out, "1.029") || strings.Contains(out, "1.028") {
		t.Errorf("both values at the worst cell, and no other cell:\n%s", out)
	}
	out = expect(t, 1, "DIFFERENT", "", "compare", a, b, "--worst", "3")
	if !strings.Contains(out, "1.027") || strings.Contains(out, "1.026") || !strings.Contains(out, "(18,1,1)") {
		t.Errorf("three worst cells:\n%s", out)
	}
	var r worst
	if err := json.Unmarshal([]byte(expect(t, 1, "", "", "compare", a, b, "--json")), &r); err != nil {
		t.Fatal(err)
	}
	f := r.Fields[0]
	if f.Where.Reference != 1.0 || f.Where.New != 1.029 || len(f.Worst) != 10 {
		t.Fatalf("%+v", f)
	}
	for k, w := range f.Worst {
		value := 1 + float64(29-k)/1000
		if i := w.Cell[0] - 1; w.New != new[i] || w.New != value || w.Reference != 1.0 || w.Absolute != value-1 || w.Relative != (value-1)/value || w.Position[0] != .5*(float64(i)+.5) {
			t.Errorf("number %d: %+v", k, w)
		}
	}
	if err := json.Unmarshal([]byte(expect(t, 1, "", "", "compare", a, b, "--json", "--worst", "29")), &r); err != nil || len(r.Fields[0].Worst) != 29 {
		t.Errorf("%v: %d cells, 29 differ", err, len(r.Fields[0].Worst))
	}
	junit := filepath.Join(t.TempDir(), "j.xml")
	expect(t, 1, "DIFFERENT", "", "compare", a, b, "--junit", junit)
	if text, err := os.ReadFile(junit); err != nil || !strings.Contains(string(text), "at (18,1,1): 1 against 1.029") {
		t.Errorf("%s %v", text, err)
	}
	expect(t, trouble, "", "--worst is 0, expected 1 to 1000", "compare", a, b, "--worst", "0")
	expect(t, trouble, "", "--worst is 1001, expected 1 to 1000", "compare", a, b, "--worst", "1001")
}

// What no tolerance covers comes first, in the order of the cells; then the largest differences.
func TestWorstCellsWithNaN(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	a, b := saveValues(t, 1, 2, 3, nan, 5, 6), saveValues(t, 1, 9, nan, nan, inf, 7)
	var r worst
	if err := json.Unmarshal([]byte(expect(t, 1, "", "", "compare", a, b, "--json")), &r); err != nil {
		t.Fatal(err)
	}
	list := r.Fields[0].Worst
	if len(list) != 4 || list[0].Cell[0] != 3 || list[0].New != "nan" || list[0].Reference != 3.0 || list[0].Absolute != "nan" ||
		list[1].Cell[0] != 5 || list[1].New != "inf" || list[2].Cell[0] != 2 || list[2].New != 9.0 || list[3].Cell[0] != 6 {
		t.Errorf("%+v", list)
	}
}
