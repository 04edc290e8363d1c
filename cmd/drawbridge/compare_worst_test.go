//go:build hdf5

package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/snapshottest"
)

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
