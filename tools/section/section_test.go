//go:build hdf5

package section

import (
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
	"drawbridge/views"
)

// file holds 100 z + 10 y + x in its density and in "b", cells counted from 1.
func file(t *testing.T, cells [3]int) *hdf5file.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.h5")
	var data []float64
	for z := range cells[2] {
		for y := range cells[1] {
			for x := range cells[0] {
				data = append(data, float64(100*(z+1)+10*(y+1)+x+1))
			}
		}
	}
	grid := snapshot.Grid{Cells: cells, Origin: [3]float64{1, 0, 0}, Spacing: [3]float64{.1, .2, .5}, Time: 2.5e-6, Step: 7, Case: "layer"}
	fields := []snapshottest.Field{{Name: "density", Unit: "kg/m3", Values: data}, {Name: "b", Unit: "kg/m3", Values: data}}
	if err := snapshottest.Save(path, grid, fields); err != nil {
		t.Fatal(err)
	}
	f, err := hdf5file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestPlanes(t *testing.T) {
	f := file(t, [3]int{4, 3, 2})
	for _, c := range []struct {
		cut           Cut
		across, up    string
		columns, rows int
		first, last   float64
		title         string
	}{
		{Cut{}, "x", "y", 4, 3, 111, 134, "layer, step 7, t = 2.5 µs, plane z = 250 mm"},
		{Cut{Axis: "z", Cell: [3]int{0, 0, 2}}, "x", "y", 4, 3, 211, 234, "z = 0.75 m"},
		{Cut{Axis: "y"}, "x", "z", 4, 2, 121, 224, "y = 300 mm"},
		{Cut{Axis: "x", At: []float64{1.35}}, "y", "z", 3, 2, 114, 234, "x = 1.35 m"},
	} {
		p, err := Plane(f, []string{"density"}, c.cut)
		if err != nil {
			t.Fatal(err)
		}
		v := p.Panels[0]
		if p.Across != c.across || p.Up != c.up || v.Columns != c.columns || v.Rows != c.rows || v.Values[0] != c.first ||
			v.Values[len(v.Values)-1] != c.last || !strings.Contains(p.Title, c.title) || v.Unit != "kg/m3" {
			t.Errorf("%+v gave %+v", c, p)
		}
	}
	if p, err := Plane(f, nil, Cut{}); err != nil || len(p.Panels) != 1 || p.Panels[0].Name != "density" || p.Left != 1 || p.Right != 1.4 {
		t.Errorf("usual fields: %+v %v", p, err)
	}
}

func TestLine(t *testing.T) {
	p, err := Line(file(t, [3]int{4, 3, 2}), []string{"b", "density"}, Cut{Axis: "y", Cell: [3]int{4, 0, 0}})
	if err != nil || len(p.Curves) != 2 || len(p.At) != 3 || p.Curves[0].Values[2] != 134 || p.At[0] != .1 {
		t.Errorf("%+v %v", p, err)
	}
}

func TestRefused(t *testing.T) {
	f := file(t, [3]int{4, 3, 2})
	for want, c := range map[string]Cut{
		"none of x, y, z":     {Axis: "w"},
		"the grid has 1 to 2": {Axis: "z", Cell: [3]int{0, 0, 3}},
		"lies outside":        {Axis: "z", At: []float64{-1}},
	} {
		if _, err := Plane(f, nil, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	if _, err := Plane(f, []string{"c"}, Cut{}); err == nil || !strings.Contains(err.Error(), `no field "c"; there are: b density`) {
		t.Errorf("%v", err)
	}
}

func TestMoments(t *testing.T) {
	for v, want := range map[float64]string{0: "t = 0 s", 1.5: "t = 1.5 s", 2e-4: "t = 200 µs", 1.234567e-3: "t = 1.235 ms"} {
		if got := moment(&v); got != want {
			t.Errorf("%g is %q, expected %q", v, got, want)
		}
	}
}

// A seismogram: receivers across, time upwards; the notes axis_x, axis_y, axis_z name the axes.
func TestNamedAxes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.h5")
	w, err := snapshot.Create(path, snapshot.Grid{Cells: [3]int{2, 3, 1}, Spacing: [3]float64{10, .001, 1}, Case: "shot"})
	if err != nil {
		t.Fatal(err)
	}
	data := []float64{1, 2, 3, 4, 5, 6}
	a := views.HostArray{Address: uintptr(unsafe.Pointer(&data[0])), Var: 1, Width: 1, Shape: [4]int{2, 3, 1, 1}, Interior: [6]int{1, 2, 1, 3, 1, 1}}
	if err := errors.Join(w.Attribute("axis_y", "time [s]"), w.Field("p", "Pa", a), w.Close()); err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(data)
	f, err := hdf5file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := Plane(f, nil, Cut{})
	if err != nil || p.Across != "x [m]" || p.Up != "time [s]" || !p.UpFree || p.Length != "" || p.Title != "shot" || p.Right != 20 || p.Top != .003 {
		t.Errorf("%+v %v", p, err)
	}
	l, err := Line(f, nil, Cut{Axis: "y"})
	if err != nil || l.Along != "time [s]" || l.Length != "" || l.At[2] != .0025 {
		t.Errorf("%+v %v", l, err)
	}
}

// So many fields that no picture could show them are refused before they are read.
func TestTooManyFields(t *testing.T) {
	f := file(t, [3]int{4, 3, 2})
	for n, refused := range map[int]bool{50: false, 2000: true} {
		names := slices.Repeat([]string{"density"}, n)
		if _, err := Plane(f, names, Cut{}); (err != nil) != refused {
			t.Errorf("%d fields: %v", n, err)
		}
	}
}

// Of another program's file the field is drawn, not its counters and axes; lengths it has none, so --at is refused.
func TestForeignFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.h5")
	if err := oddfile.MakeForeign(path, "time", 2.5, 1); err != nil {
		t.Fatal(err)
	}
	f, err := hdf5file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if p, err := Plane(f, nil, Cut{}); err != nil || p.Panels[0].Name != "rho" || p.Panels[0].Columns != 4 {
		t.Errorf("%+v %v", p, err)
	}
	if p, err := Plane(f, []string{"/rho"}, Cut{Axis: "z", At: []float64{2.2}}); err == nil || !strings.Contains(err.Error(), "no coordinates") {
		t.Errorf("%+v %v", p, err)
	}
}
