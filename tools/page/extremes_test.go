//go:build hdf5

package page

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/history"
	"drawbridge/tools/section"
	"drawbridge/tools/snapshottest"
)

// A page, a section and a history show values of any range: 0 and 1 ULP apart, overflow, infinite, NaN, subnormal.
func TestExtremes(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	pairs := [][2]float64{{-1e308, 1e308}, {math.MaxFloat64, -math.MaxFloat64}, {inf, 1}, {1, -inf}, {nan, nan}, {nan, 300}, {0, 5e-324}, {5e-324, 1e308}, {inf, inf}}
	for _, v := range []float64{1e-300, 300, 1e22, 1e308} {
		pairs = append(pairs, [2]float64{v, math.Nextafter(v, inf)}, [2]float64{v, v}, [2]float64{-v, math.Nextafter(-v, 0)})
	}
	cells := [3]int{10, 9, 1}
	for _, p := range pairs {
		done := make(chan struct{})
		go func() {
			defer close(done)
			folder := t.TempDir()
			var paths [2]string
			for i, v := range p {
				values := make([]float64, 90)
				for k := range values {
					values[k] = p[0]
				}
				values[27] = v
				paths[i] = filepath.Join(folder, []string{"a_1.h5", "a_2.h5"}[i])
				grid := snapshot.Grid{Cells: cells, Spacing: [3]float64{1, 1, 1}, Time: float64(i), Step: i}
				if err := snapshottest.Save(paths[i], grid, []snapshottest.Field{{Name: "T", Unit: "K", Values: values}}); err != nil {
					t.Error(err)
					return
				}
			}
			if r, err := compare.Files(paths[0], paths[1], compare.Options{Exclude: []string{"time"}, Worst: 3, UnusedNames: true}); err != nil {
				t.Errorf("%g: %v", p, err)
			} else if _, err := Files(r); err != nil {
				t.Errorf("%g: the page: %v", p, err)
			}
			sections(t, p, folder, paths[1])
		}()
		select {
		case <-done:
		case <-time.After(2 * time.Minute):
			t.Fatalf("%g hangs", p)
		}
	}
}

func sections(t *testing.T, p [2]float64, folder, path string) {
	f, err := hdf5file.Open(path)
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	if plane, err := section.Plane(f, nil, section.Cut{}); err != nil {
		t.Errorf("%g: %v", p, err)
	} else if _, err := plane.Encode(".svg"); err != nil {
		t.Errorf("%g: the section: %v", p, err)
	}
	if line, err := section.Line(f, nil, section.Cut{Axis: "x", Cell: [3]int{1, 3, 1}}); err != nil {
		t.Errorf("%g: %v", p, err)
	} else if _, err := line.Encode(".svg"); err != nil {
		t.Errorf("%g: the line: %v", p, err)
	}
	if diagram, _, err := history.Diagram(folder, nil, section.Cut{Axis: "x"}); err != nil {
		t.Errorf("%g: %v", p, err)
	} else if _, err := diagram.Encode(".svg"); err != nil {
		t.Errorf("%g: the diagram: %v", p, err)
	}
	for _, m := range history.Measures {
		stack, _, err := history.Follow([]string{folder}, nil, history.Measure{Name: m})
		if err == nil {
			err = stack.Save(filepath.Join(folder, m+".svg"))
		}
		if err != nil && !math.IsNaN(p[0]+p[1]) && !math.IsInf(p[0]-p[1], 0) && math.Abs(p[0]) < 1e150 {
			t.Errorf("%g: %s: %v", p, m, err)
		}
	}
}
