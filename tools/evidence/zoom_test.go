//go:build hdf5

package evidence

import (
	"path/filepath"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/snapshottest"
)

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
		if _, err := z.Picture().EncodeSmall(); err != nil {
			t.Error(err)
		}
	}
}
