//go:build hdf5

package evidence

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/picture"
	"drawbridge/tools/snapshottest"
)

var cells = [3]int{32, 16, 3}

// pair compares a smooth field with one that `wrong` is added to, x y z from 0.
func pair(t *testing.T, cells [3]int, wrong func(x, y, z int) float64) *compare.Result {
	t.Helper()
	var files [2]string
	for i := range files {
		var data []float64
		for z := range cells[2] {
			for y := range cells[1] {
				for x := range cells[0] {
					v := 100 + math.Sin(2*math.Pi*float64(x)/float64(cells[0]))
					if i == 1 {
						v += wrong(x, y, z)
					}
					data = append(data, v)
				}
			}
		}
		files[i] = filepath.Join(t.TempDir(), "a.h5")
		g := snapshot.Grid{Cells: cells, Spacing: [3]float64{1e-3, 2e-3, 1e-3}, Origin: [3]float64{1, 2, 3}}
		if err := snapshottest.Save(files[i], g, []snapshottest.Field{{Name: "rho", Unit: "kg/m3", Values: data}}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := compare.Files(files[0], files[1], compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func opened(t *testing.T, r *compare.Result) *Plane {
	t.Helper()
	p, err := Open(r, r.Fields[0])
	if err != nil || p == nil {
		t.Fatalf("%v %v", p, err)
	}
	return p
}

func TestPlaneThroughTheWorstPoint(t *testing.T) {
	p := opened(t, pair(t, cells, func(x, y, z int) float64 {
		if x == 5 && y == 7 && z == 2 {
			return 1
		}
		return 0
	}))
	at := 7*32 + 5
	if p.Columns != 32 || p.Rows != 16 || p.Across != "x" || p.Up != "y" || p.New[at]-p.Ref[at] != p.Diff[at] || math.Abs(p.Diff[at]-1) > 1e-12 {
		t.Errorf("%+v", p)
	}
	if w := p.Worst(); math.Abs(w[0]-1.0055) > 1e-12 || math.Abs(w[1]-2.015) > 1e-12 || !strings.Contains(p.At, "z = 3.002 m (cell 3)") {
		t.Errorf("worst %v at %s", w, p.At)
	}
	if low := p.Picture().Panels[2].Low; math.Abs(low+1) > 1e-12 {
		t.Errorf("the difference's colours begin at %g, expected -1", low)
	}
}

// What lives at the grid scale, what is smooth, and what is neither are told apart.
func TestScales(t *testing.T) {
	for name, c := range map[string]struct {
		wrong func(x, y, z int) float64
		words string
	}{
		"zigzag": {func(x, _, _ int) float64 { return 1e-3 * float64(1-2*(x%2)) }, "lives at the grid scale"},
		"smooth": {func(x, y, _ int) float64 { return 1e-3 * math.Cos(2*math.Pi*float64(x)/32) }, "is smooth"},
		"spike": {func(x, y, _ int) float64 {
			if x == 16 && y == 8 {
				return 1e-3
			}
			return 0
		}, "1 of the 512 cells"},
		"noise": {func(x, y, z int) float64 { return 1e-3 * math.Mod(float64(x*7919+y*104729+x*x*y*31)/97, 1) }, "spread over all scales"},
	} {
		p := opened(t, pair(t, cells, c.wrong))
		if words := p.Verdict(); !strings.Contains(words, c.words) {
			t.Errorf("%s: %q, expected %q", name, words, c.words)
		}
	}
}

func TestOneDimension(t *testing.T) {
	p := opened(t, pair(t, [3]int{40, 1, 1}, func(x, _, _ int) float64 { return float64(x) }))
	if p.Rows != 1 || p.Columns != 40 || len(p.Line().Curves) != 3 {
		t.Errorf("%+v", p)
	}
}

func TestLargePlanesAreCut(t *testing.T) {
	p := opened(t, pair(t, [3]int{3000, 5, 1}, func(x, y, _ int) float64 {
		if x == 2990 && y == 2 {
			return 1
		}
		return 0
	}))
	if p.Columns > mostShown+1 || !p.Cut || math.Abs(p.Diff[2*p.Columns+p.worst[0]]-1) > 1e-12 {
		t.Errorf("%d columns, cut %v", p.Columns, p.Cut)
	}
}

// The zoom holds the worst cell at its place, also at the border, and the edges of the blocks that it cuts.
func TestZoom(t *testing.T) {
	cells := [3]int{60, 40, 3}
	blocks := [][6]int{{1, 30, 1, 40, 1, 2}, {31, 60, 1, 40, 1, 2}, {1, 60, 1, 40, 3, 3}}
	for _, c := range []struct {
		cell          [3]int
		columns, rows int
		edges         [][4]float64
	}{
		{[3]int{31, 20, 2}, 25, 25, [][4]float64{{10, 25, 20, 40}, {25, 40, 20, 40}}},
		{[3]int{1, 40, 1}, 13, 13, nil},
		{[3]int{25, 5, 1}, 25, 17, [][4]float64{{10, 25, 20, 40}, {25, 40, 20, 40}}},
		{[3]int{31, 20, 3}, 25, 25, nil},
	} {
		ref, new := make([]float64, 60*40*3), make([]float64, 60*40*3)
		at := c.cell[0] - 1 + 60*(c.cell[1]-1) + 2400*(c.cell[2]-1)
		new[at] = 7
		grid := snapshot.Grid{Cells: cells, Origin: [3]float64{10, 20, 30}, Spacing: [3]float64{.5, .5, .5}}
		var paths []string
		for _, values := range [][]float64{ref, new} {
			path := filepath.Join(t.TempDir(), "z.h5")
			if err := snapshottest.SaveBlocks(path, grid, []snapshottest.Field{{Name: "u", Unit: "1", Values: values}}, blocks); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
		r, err := compare.Files(paths[0], paths[1], compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := Open(r, r.Fields[0])
		if err != nil {
			t.Fatal(err)
		}
		z := p.Zoom()
		if z.Columns != c.columns || z.Rows != c.rows || z.New[z.worst[1]*z.Columns+z.worst[0]] != 7 || z.Diff[z.worst[1]*z.Columns+z.worst[0]] != 7 {
			t.Errorf("%v: %d x %d cells, worst %v", c.cell, z.Columns, z.Rows, z.worst)
		}
		if mark, want := z.Worst(), p.Worst(); mark[0] != want[0] || mark[1] != want[1] {
			t.Errorf("%v: the ring at %v, expected %v", c.cell, mark, want)
		}
		if len(z.Edges) != len(c.edges) {
			t.Errorf("%v: edges %v, expected %v", c.cell, z.Edges, c.edges)
			continue
		}
		for i := range c.edges {
			if z.Edges[i] != c.edges[i] {
				t.Errorf("%v: edge %v, expected %v", c.cell, z.Edges[i], c.edges[i])
			}
		}
		if _, err := picture.Encode(".png", z.Picture()); err != nil {
			t.Error(err)
		}
	}
}
