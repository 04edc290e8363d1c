//go:build hdf5

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/snapshot/hdf5file/oddfile"
	"drawbridge/snapshot/trial"
)

// save writes a snapshot of 4 x 3 x 2 cells with two fields; `plant` is added to one cell.
func save(t *testing.T, plant float64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.h5")
	data := make([]float64, 24)
	for i := range data {
		data[i] = 100 + float64(i)
	}
	data[5] += plant
	grid := snapshot.Grid{Cells: [3]int{4, 3, 2}, Spacing: [3]float64{1e-3, 1e-3, 1e-3}, Step: 7}
	fields := []trial.Field{{Name: "density", Unit: "kg/m3", Values: data}, {Name: "temperature", Unit: "K", Values: data}}
	if err := trial.Save(path, grid, fields); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCompareCodes(t *testing.T) {
	a, b, c := save(t, 0), save(t, 0), save(t, 1e-3)
	expect(t, 0, "SAME: 2 the same within tolerance", "", "compare", a, b)
	expect(t, 1, "DIFFERENT: 2 different (density temperature)", "", "compare", a, c)
	expect(t, 1, "(2,2,1)", "", "compare", a, c)
	expect(t, 0, "SAME", "", "compare", a, c, "--rel", "1e-5")
	expect(t, 1, "DIFFERENT: 1 different (density)", "", "compare", a, c, "--tolerance", "temperature=abs:1")
	expect(t, 0, "SAME", "", "compare", a, c, "--field", "temp*", "--abs", "1")
	if out := expect(t, 1, "DIFFERENT", "", "compare", a, c, "-q"); strings.Count(out, "\n") != 1 {
		t.Errorf("-q prints %q", out)
	}
	expect(t, trouble, "", "nothing to compare", "compare", a, b, "--field", "pressure")
	expect(t, trouble, "", "no such file", "compare", a, b+"x")
	expect(t, trouble, "", "not an HDF5 file", "compare", a, write(t, "x.h5", "hello"))
}

func TestCompareForPrograms(t *testing.T) {
	a, c := save(t, 0), save(t, 1)
	var result struct {
		Same   bool
		Fields []struct {
			Path   string
			MaxAbs float64 `json:"max_abs"`
			Where  struct{ Cell []int }
		}
	}
	junit := filepath.Join(t.TempDir(), "j.xml")
	if err := json.Unmarshal([]byte(expect(t, 1, "", "", "compare", a, c, "--json", "--junit", junit)), &result); err != nil {
		t.Fatal(err)
	}
	if result.Same || len(result.Fields) != 2 || result.Fields[0].MaxAbs != 1 || result.Fields[0].Where.Cell[0] != 2 {
		t.Errorf("%+v", result)
	}
	text, err := os.ReadFile(junit)
	if err != nil || !strings.Contains(string(text), `tests="2" failures="2"`) {
		t.Errorf("%s %v", text, err)
	}
}

func TestPlot(t *testing.T) {
	a := save(t, 0)
	folder := filepath.Dir(a)
	for _, arguments := range [][]string{
		{"-o", filepath.Join(folder, "1.png")}, {"-o", filepath.Join(folder, "2.svg"), "--normal", "y", "--at", "0.0005"},
		{"-o", filepath.Join(folder, "3.png"), "--line", "x", "--field", "density,temperature", "--cell", "0,1,1"},
		{"-o", filepath.Join(folder, "4.png"), "--cells", "--colors", "grey", "--width", "5"},
	} {
		expect(t, 0, arguments[1], "", append([]string{"plot", a}, arguments...)...)
		if info, err := os.Stat(arguments[1]); err != nil || info.Size() < 2000 {
			t.Errorf("%v: %v %v", arguments, info, err)
		}
	}
	expect(t, 0, "s.png", "", "plot", a)
	odd := filepath.Join(folder, "odd.h5")
	if err := oddfile.Make(odd, false); err != nil {
		t.Fatal(err)
	}
	expect(t, 0, "5.png", "", "plot", odd, "--line", "x", "--field", "/odd/int8", "-o", filepath.Join(folder, "5.png"))
	expect(t, trouble, "", "there are: density temperature", "plot", a, "--field", "rho", "-o", filepath.Join(folder, "none.png"))
	expect(t, trouble, "", "cannot be drawn", "plot", odd, "--field", "/odd/compound", "-o", filepath.Join(folder, "none.png"))
	expect(t, trouble, "", ".png or .svg", "plot", a, "-o", "x.pdf")
	if _, err := os.Stat(filepath.Join(folder, "none.png")); err == nil {
		t.Error("a picture was left behind")
	}
}
