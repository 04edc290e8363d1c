//go:build hdf5

package difference

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
)

var cells = [3]int{4, 3, 2}

func save(t *testing.T, change float64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.h5")
	fields := []snapshottest.Field{{Name: "rho<&>", Unit: "kg/m3"}, {Name: "T", Unit: "K"}, {Name: "equal", Unit: "1"}}
	for k := range fields {
		for i := range 24 {
			fields[k].Values = append(fields[k].Values, float64(i))
		}
	}
	for i := range 24 {
		fields[0].Values[i] += change * float64(i)
	}
	fields[1].Values[7] += change
	g := snapshot.Grid{Cells: cells, Origin: [3]float64{1, 2, 3}, Spacing: [3]float64{.1, .2, .3}, Time: 1.5, Step: 9}
	if err := snapshottest.Save(path, g, fields); err != nil {
		t.Fatal(err)
	}
	return path
}

func result(t *testing.T, a, b string) *compare.Result {
	t.Helper()
	r, err := compare.Files(a, b, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The file is a snapshot of new - reference on the grid of the reference.
func TestDifferenceOfSnapshots(t *testing.T) {
	r := result(t, save(t, 0), save(t, .25))
	path := filepath.Join(t.TempDir(), "d.h5")
	w, err := Write(r, path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(w.Fields, " ") != "T_difference rho<&>_difference" {
		t.Errorf("%+v", w)
	}
	f, err := hdf5file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	image, err := f.Image()
	if err != nil || image.Cells != cells || image.Origin != [3]float64{1, 2, 3} || image.Spacing != [3]float64{.1, .2, .3} || *image.Time != 1.5 {
		t.Errorf("%+v %v", image, err)
	}
	d, err := f.Dataset(hdf5file.CellData + "rho<&>_difference")
	if err != nil {
		t.Fatal(err)
	}
	values := make([]float64, 24)
	if err := hdf5file.Read(d, []int{0, 0, 0}, []int{2, 3, 4}, values); err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		if v != .25*float64(i) {
			t.Errorf("cell %d: %g", i, v)
		}
	}
	if unit := f.Unit(d.Path); unit != "kg/m3" {
		t.Errorf("unit %q", unit)
	}
}

// Nothing that is there is overwritten, and what cannot be written leaves nothing behind.
func TestDifferenceSparesFiles(t *testing.T) {
	r := result(t, save(t, 0), save(t, 1))
	folder := t.TempDir()
	path := filepath.Join(folder, "d.h5")
	for _, name := range []string{path} {
		if err := os.WriteFile(name, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Write(r, path); err == nil || !strings.Contains(err.Error(), name+" exists and is not overwritten") {
			t.Errorf("%v", err)
		}
		if text, err := os.ReadFile(name); err != nil || string(text) != "mine" {
			t.Errorf("%s: %q %v", name, text, err)
		}
		_ = os.Remove(name)
	}
	if err := os.Symlink(filepath.Join(folder, "nowhere"), path); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(r, path); err == nil {
		t.Error("a link was written over")
	}
	_ = os.Remove(path)
	for _, name := range []string{"d.png", "d"} {
		if _, err := Write(r, filepath.Join(folder, name)); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	a := save(t, 0)
	if _, err := Write(result(t, a, a), path); err != ErrNothing {
		t.Errorf("equal files: %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A plane that would take too much memory is left out, and named.
func TestDifferenceOfLargePlanes(t *testing.T) {
	defer func(most int) { mostPlane = most }(mostPlane)
	mostPlane = 11
	w := &Written{}
	if fields, _ := w.choose(result(t, save(t, 0), save(t, 1))); len(fields) != 0 || len(w.LeftOut) != 2 || w.LeftOut[0].Reason != "its planes have 12 cells, at most 11 fit the memory" {
		t.Errorf("%v %+v", fields, w.LeftOut)
	}
}

// Files of other programs work: the most common shape is written, the rest is named; no type of numbers is refused.
func TestDifferenceOfForeignFiles(t *testing.T) {
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a.h5"), filepath.Join(folder, "b.h5")
	for path, planted := range map[string]bool{a: false, b: true} {
		if err := oddfile.Make(path, planted); err != nil {
			t.Fatal(err)
		}
	}
	r := result(t, a, b)
	w, err := Write(r, filepath.Join(folder, "d.h5"))
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for _, f := range r.Fields {
		if f.Unequal > 0 {
			differ++
		}
	}
	if len(w.Fields)+len(w.LeftOut) != differ || len(w.Fields) < 3 || len(w.LeftOut) == 0 {
		t.Errorf("%d differ: written %v, left out %v", differ, w.Fields, w.LeftOut)
	}
}
