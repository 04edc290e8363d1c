//go:build hdf5

package history

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/section"
	"drawbridge/tools/snapshottest"
)

// run writes steps 10, 20, 40 of a run of 4 x 3 x 2 cells: T is 100 step + the number of the cell, and
// -1000 in the last cell.
func run(t *testing.T, timed bool) string {
	t.Helper()
	folder := t.TempDir()
	for _, step := range []int{10, 20, 40} {
		T := make([]float64, 24)
		for i := range T {
			T[i] = float64(100*step + i)
		}
		T[23] = -1000
		g := snapshot.Grid{Cells: [3]int{4, 3, 2}, Spacing: [3]float64{1, 1, 1}, Step: step, Case: "layer"}
		if timed {
			g.Time = 1e-6 * float64(step)
		}
		if err := snapshottest.Save(filepath.Join(folder, fmt.Sprintf("s%d.h5", step)), g, []snapshottest.Field{{Name: "temperature", Unit: "K", Values: T}}); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestMeasures(t *testing.T) {
	folder := run(t, true)
	square := func(step float64) float64 {
		sum := 1e6
		for i := range 23 {
			sum += (100*step + float64(i)) * (100*step + float64(i))
		}
		return math.Sqrt(sum / 24)
	}
	for name, want := range map[string][3]float64{
		"min": {-1000, -1000, -1000}, "max": {1022, 2022, 4022}, "linf": {1022, 2022, 4022}, "mean": {22253. / 24, 45253. / 24, 91253. / 24},
		"l1": {24253. / 24, 47253. / 24, 93253. / 24}, "l2": {square(10), square(20), square(40)}, "point": {1017, 2017, 4017},
	} {
		stack, _, err := Follow([]string{folder}, []string{"temperature"}, Measure{name, [3]int{2, 2, 2}})
		if err != nil {
			t.Fatal(err)
		}
		h := stack[0]
		for i, v := range h.Lines[0].Y {
			if math.Abs(v-want[i]) > 1e-9 {
				t.Errorf("%s: %v, expected %v", name, h.Lines[0].Y, want)
				break
			}
		}
		if h.X != "t [µs]" || fmt.Sprint(h.Lines[0].X) != "[10 20 40]" || h.Y != "temperature [K]" {
			t.Errorf("%s: axes %q %q, %v", name, h.X, h.Y, h.Lines[0].X)
		}
	}
}

func TestFoldersShareAChart(t *testing.T) {
	a, b := run(t, false), run(t, false)
	stack, _, err := Follow([]string{a, b}, nil, Measure{Name: "max"})
	if err != nil || len(stack) != 1 || len(stack[0].Lines) != 2 || stack[0].X != "step" || stack[0].Lines[1].Name != b {
		t.Errorf("%+v %v", stack, err)
	}
	if _, _, err := Follow([]string{a, run(t, true)}, nil, Measure{Name: "max"}); err == nil || !strings.Contains(err.Error(), "cannot share a picture") {
		t.Errorf("%v", err)
	}
}

// Step 40 lies two intervals after step 20: the row between is the nearest one's.
func TestLineInTime(t *testing.T) {
	p, _, err := Diagram(run(t, true), nil, section.Cut{Axis: "y", Cell: [3]int{2, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	v := p.Panels[0]
	if v.Columns != 3 || v.Rows != 4 || fmt.Sprint(v.Values) != "[1001 1005 1009 2001 2005 2009 4001 4005 4009 4001 4005 4009]" {
		t.Errorf("%+v", v)
	}
	if p.Across != "y" || p.Left != 0 || p.Right != 3 || p.Up != "t [µs]" || p.Bottom != 10 || p.Top != 40 || !strings.Contains(p.Title, "layer, x = 1.5 m, z = 0.5 m, steps 10 to 40") {
		t.Errorf("%+v", p)
	}
}

func TestPicturesAreWhole(t *testing.T) {
	folder := run(t, true)
	stack, _, err := Follow([]string{folder, folder}, nil, Measure{Name: "mean"})
	if err != nil {
		t.Fatal(err)
	}
	plane, _, err := Diagram(folder, nil, section.Cut{Axis: "x"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.png", "a.svg"} {
		for what, d := range map[string]interface{ Save(string) error }{"chart": stack, "diagram": plane} {
			path := filepath.Join(t.TempDir(), name)
			if err := d.Save(path); err != nil {
				t.Fatal(err)
			}
			text, _ := os.ReadFile(path)
			if name == "a.png" {
				if img, err := png.Decode(bytes.NewReader(text)); err != nil || img.Bounds().Dx() < 400 {
					t.Errorf("%s: %v", what, err)
				}
			} else if err := xml.Unmarshal(text, new(struct{})); err != nil || !bytes.Contains(text, []byte("t [µs]")) {
				t.Errorf("%s: %v in %.200s", what, err, text)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	folder := run(t, true)
	for want, f := range map[string]func() error{
		`there is no field "temp"; nearest: temperature; there are: temperature`: func() error {
			_, _, err := Follow([]string{folder}, []string{"temp"}, Measure{Name: "max"})
			return err
		},
		"the grid has 1 to 4": func() error {
			_, _, err := Follow([]string{folder}, nil, Measure{"point", [3]int{5, 1, 1}})
			return err
		},
		"holds no snapshot": func() error { _, _, err := Follow([]string{t.TempDir()}, nil, Measure{Name: "max"}); return err },
		"none of x, y, z":   func() error { _, _, err := Diagram(folder, nil, section.Cut{Axis: "w"}); return err },
		"expected one of":   func() error { return Measure{Name: "median"}.Check() },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}
