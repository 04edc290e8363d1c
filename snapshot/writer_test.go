package snapshot

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"drawbridge/status"
	"drawbridge/views"
)

// needHDF5 skips where there is none: the writer's own message is then what is tested.
func needHDF5(t *testing.T) {
	t.Helper()
	if _, err := FindLibrary(); err != nil {
		if !strings.Contains(err.Error(), "libhdf5-dev") {
			t.Fatalf("the message does not say how to get HDF5: %v", err)
		}
		t.Skipf("no HDF5 here: %v", err)
	}
}

var grid = Grid{Cells: [3]int{4, 3, 2}, Origin: [3]float64{1, 2, 3}, Spacing: [3]float64{.5, .25, 1},
	Time: 1.5e-3, Step: 42, Case: strings.Clone("mixing layer")} // a string on the heap, as a host's is

// halo makes an array of 3 variables with a halo full of NaN; interior element (x,y,z) of
// variable v holds 1000 v + 100 z + 10 y + x, counted from 1 inside the interior.
func halo(cells [3]int, layers int) ([]float64, views.HostArray) {
	a := views.HostArray{Var: 2, Width: 1}
	total := 3
	for d, n := range cells {
		a.Shape[d] = n + 2*layers + d // another width on each side
		a.Interior[2*d], a.Interior[2*d+1] = layers+1, layers+n
		total *= a.Shape[d]
	}
	a.Shape[3] = 3
	data := make([]float64, total)
	for i := range data {
		data[i] = math.NaN()
	}
	for v := range 3 {
		for z := range cells[2] {
			for y := range cells[1] {
				for x := range cells[0] {
					i := x + layers + a.Shape[0]*(y+layers+a.Shape[1]*(z+layers+a.Shape[2]*v))
					data[i] = float64(1000*(v+1) + 100*(z+1) + 10*(y+1) + x + 1)
				}
			}
		}
	}
	a.Address = uintptr(unsafe.Pointer(&data[0]))
	return data, a
}

func write(t *testing.T, path string, options ...Option) {
	t.Helper()
	data, source := halo(grid.Cells, 2)
	w, err := Create(path, grid, options...)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		w.Field("density", "kg/m3", source),
		w.Attribute("drawbridge_version", "0.1.0"),
		w.Attribute("max_block", 12288),
		w.Attribute("weights", []float64{1, 2.5}),
		w.Close(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	runtime.KeepAlive(data)
}

func TestInteriorReachesTheFile(t *testing.T) {
	needHDF5(t)
	for name, options := range map[string][]Option{"flat": nil, "deflated": {Deflate(6)}} {
		path := filepath.Join(t.TempDir(), name+".h5")
		write(t, path, options...)
		left(t, filepath.Dir(path), name+".h5")
		text := dump(t, path)
		for _, want := range []string{
			`DATASPACE  SIMPLE { ( 2, 3, 4 ) / ( 2, 3, 4 ) }`,
			`(0,0,0): 2111, 2112, 2113, 2114,`, `(1,2,0): 2231, 2232, 2233, 2234`,
			`STRSIZE 9;`, `"ImageData"`, `"kg/m3"`, `"mixing layer"`, `(0): 0, 4, 0, 3, 0, 2`, `(0): 0.0015`,
			`(0): 42`, `"0.1.0"`, `(0): 12288`, `(0): 1, 2.5`,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: h5dump does not show %q in\n%s", name, want, text)
			}
		}
		if deflated := strings.Contains(text, "DEFLATE"); deflated != (options != nil) {
			t.Errorf("%s: compressed is %v", name, deflated)
		}
	}
}

// The same values give the same bytes: a file may be compared by cmp.
func TestSameValuesSameBytes(t *testing.T) {
	needHDF5(t)
	folder := t.TempDir()
	var bytes [2][]byte
	for i := range bytes {
		path := filepath.Join(folder, "same.h5")
		write(t, path)
		bytes[i], _ = os.ReadFile(path)
	}
	if len(bytes[0]) == 0 || string(bytes[0]) != string(bytes[1]) {
		t.Error("two files of the same values differ")
	}
}

func TestRefusedFieldLeavesTheSnapshotUsable(t *testing.T) {
	needHDF5(t)
	path := filepath.Join(t.TempDir(), "a.h5")
	data, good := halo(grid.Cells, 1)
	w, err := Create(path, grid)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Field("density", "kg/m3", good); err != nil {
		t.Fatal(err)
	}
	change := func(f func(*views.HostArray)) views.HostArray { a := good; f(&a); return a }
	for _, c := range []struct {
		name, want string
		code       status.Code
		source     views.HostArray
	}{
		{"density", "field density: given twice; so far: density", status.Order, good},
		{"", "field name", status.Argument, good},
		{"a/b", "a/b", status.Argument, good},
		{"p", "null", status.NullPointer, change(func(a *views.HostArray) { a.Address = 0 })},
		{"p", "variable 4 asked, the array has 1 to 3", status.Shape, change(func(a *views.HostArray) { a.Var = 4 })},
		{"p", "2 variables given", status.Shape, change(func(a *views.HostArray) { a.Width = 2 })},
		{"p", "outside the array's 1:6", status.Shape, change(func(a *views.HostArray) { a.Interior[1] = 7 })},
		{"p", "3 cells in x (2:4), the snapshot's grid has 4", status.Shape, change(func(a *views.HostArray) { a.Interior[1] = 4 })},
		{"p", "extent 2 is 0", status.Shape, change(func(a *views.HostArray) { a.Shape[1] = 0 })},
		{"p", "any memory", status.Shape, change(func(a *views.HostArray) { a.Shape[2] = math.MaxInt })},
	} {
		err := w.Field(c.name, "Pa", c.source)
		if status.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v (code %d), expected code %d and %q", c.name, err, status.CodeOf(err), c.code, c.want)
		}
	}
	if err := w.Attribute("step", 3); status.CodeOf(err) != status.Order {
		t.Errorf("attribute given twice: %v", err)
	}
	long := strings.Repeat("x", longestText)
	for _, c := range []struct {
		err  error
		want string
	}{
		{w.Attribute("note", long+"x"), "attribute note: the value has 60001 bytes, expected at most 60000"},
		{w.Attribute("list", make([]float64, longestText/8+1)), "attribute list: the value has 60008 bytes"},
		{w.Field("p", long+"x", good), "field p: the unit has 60001 bytes"},
		{w.Blocks([][6]int{{1, 2, 1, 3, 1, 2}, {2, 4, 1, 3, 1, 2}}), "blocks: the blocks number 1 and 2 of the list overlap: [1 2 1 3 1 2] and [2 4 1 3 1 2]"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, expected %q", c.err, c.want)
		}
	}
	for _, name := range []string{"note", "more", "still more"} { // what may be given can be written, more than once
		if err := w.Attribute(name, long); err != nil {
			t.Error(err)
		}
	}
	if err := w.Attribute("odd", struct{}{}); status.CodeOf(err) != status.Argument {
		t.Errorf("attribute of an odd type: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatalf("the snapshot did not survive refused calls: %v", err)
	}
	if err := w.Close(); status.CodeOf(err) != status.Order || !strings.Contains(err.Error(), "closed already") {
		t.Errorf("second close: %v", err)
	}
	if err := w.Field("p", "Pa", good); status.CodeOf(err) != status.Order {
		t.Errorf("field after close: %v", err)
	}
	w.Abandon() // nothing to do
	left(t, filepath.Dir(path), "a.h5")
	runtime.KeepAlive(data)
}

func TestRefusedGrids(t *testing.T) {
	needHDF5(t)
	folder := t.TempDir()
	plain := filepath.Join(folder, "plain")
	if err := os.WriteFile(plain, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	change := func(f func(*Grid)) Grid { g := grid; f(&g); return g }
	for _, c := range []struct {
		path, want string
		grid       Grid
	}{
		{filepath.Join(folder, "none", "a.h5"), "no such file or directory", grid},
		{filepath.Join(plain, "a.h5"), "not a directory", grid},
		{folder, "not a plain file", grid},
		{"", "needs a file name", grid},
		{filepath.Join(folder, "a.h5"), "0 cells in y", change(func(g *Grid) { g.Cells[1] = 0 })},
		{filepath.Join(folder, "a.h5"), "spacing 0 m in z", change(func(g *Grid) { g.Spacing[2] = 0 })},
		{filepath.Join(folder, "a.h5"), "origin NaN", change(func(g *Grid) { g.Origin[0] = math.NaN() })},
		{filepath.Join(folder, "a.h5"), "time NaN s", change(func(g *Grid) { g.Time = math.NaN() })},
		{filepath.Join(folder, "a.h5"), "any file", change(func(g *Grid) { g.Cells = [3]int{math.MaxInt32, math.MaxInt32, math.MaxInt32} })},
	} {
		_, err := Create(c.path, c.grid)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), ".part-") {
			t.Errorf("%s: %v, expected %q", c.path, err, c.want)
		}
	}
	if _, err := Create(filepath.Join(folder, "a.h5"), grid, Deflate(10)); err == nil {
		t.Error("compression level 10 went through")
	}
	left(t, folder, "plain")
}

func TestAbandonKeepsTheOldFile(t *testing.T) {
	needHDF5(t)
	path := filepath.Join(t.TempDir(), "a.h5")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	w, err := Create(path, grid)
	if err != nil {
		t.Fatal(err)
	}
	w.Abandon()
	if text, _ := os.ReadFile(path); string(text) != "old" {
		t.Errorf("the old file now holds %q", text)
	}
	left(t, filepath.Dir(path), "a.h5")
}

// left checks that a folder holds these files and no temporary.
func left(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the folder holds %v, expected %v", got, want)
	}
}

func dump(t *testing.T, path string) string {
	t.Helper()
	if _, err := exec.LookPath("h5dump"); err != nil {
		t.Skip("h5dump (hdf5-tools) is not here; tools/hdf5file reads the same files back")
	}
	text, err := exec.Command("h5dump", "-p", path).CombinedOutput()
	if err != nil {
		t.Fatalf("h5dump: %v\n%s", err, text)
	}
	return string(text)
}

// The host may change its folder between creating a file of a relative name and closing it.
func TestAnotherFolderMeanwhile(t *testing.T) {
	needHDF5(t)
	first, second := t.TempDir(), t.TempDir()
	t.Chdir(first)
	w, err := Create("a.h5", grid)
	if err != nil {
		t.Fatal(err)
	}
	_, source := halo(grid.Cells, 1)
	if err := w.Field("density", "kg/m3", source); err != nil {
		t.Fatal(err)
	}
	t.Chdir(second)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]int{first: 1, second: 0} {
		if entries, _ := os.ReadDir(folder); len(entries) != want || want == 1 && entries[0].Name() != "a.h5" {
			t.Errorf("%s holds %v", folder, entries)
		}
	}
}

func TestALinkStaysALink(t *testing.T) {
	needHDF5(t)
	folder := t.TempDir()
	target, link := filepath.Join(folder, "target.h5"), filepath.Join(folder, "link.h5")
	write(t, target)
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(target)
	write(t, link)
	after, _ := os.Stat(target)
	if kind, err := os.Lstat(link); err != nil || kind.Mode()&os.ModeSymlink == 0 || os.SameFile(before, after) {
		t.Errorf("the link is %v, its target was replaced: %v", kind.Mode(), !os.SameFile(before, after))
	}
	left(t, folder, "link.h5", "target.h5")
}
