package domains

import (
	"fmt"
	"slices"
	"testing"
)

func hostsOf(ranks, perNode int) (list []string) {
	for rank := range ranks {
		list = append(list, fmt.Sprint("node ", rank/perNode))
	}
	return list
}

// The fewest points at faces, longer rows where as many, and few of them between nodes.
func TestTheProcessGridHasTheFewestPointsAtFaces(t *testing.T) {
	cube := [3]int{256, 256, 256}
	for name, c := range map[string]struct {
		global   [3]int
		periodic [3]bool
		hosts    []string
		want     processGrid
	}{
		"one rank":                         {cube, [3]bool{}, hostsOf(1, 1), processGrid{1, 1, 1}},
		"two ranks":                        {cube, [3]bool{}, hostsOf(2, 2), processGrid{1, 1, 2}},
		"as many in each, and longer rows": {cube, [3]bool{}, hostsOf(8, 8), processGrid{2, 2, 2}},
		"four ranks":                       {cube, [3]bool{}, hostsOf(4, 4), processGrid{1, 2, 2}},
		"a long grid":                      {[3]int{1024, 64, 64}, [3]bool{}, hostsOf(8, 8), processGrid{8, 1, 1}},
		"a flat grid":                      {[3]int{256, 256, 8}, [3]bool{}, hostsOf(4, 4), processGrid{2, 2, 1}},
		"two axes":                         {[3]int{512, 512, 1}, [3]bool{}, hostsOf(4, 4), processGrid{2, 2, 1}},
		"two nodes":                        {cube, [3]bool{}, hostsOf(8, 4), processGrid{2, 2, 2}},
		"one node, periodic":               {cube, [3]bool{true, true, true}, hostsOf(8, 8), processGrid{1, 2, 4}},
		"two nodes, periodic":              {cube, [3]bool{true, true, true}, hostsOf(8, 4), processGrid{1, 4, 2}},
		"ranks dealt out to nodes":         {cube, [3]bool{true, true, true}, []string{"a", "b", "a", "b", "a", "b", "a", "b"}, processGrid{1, 2, 4}},
		"a node for each rank":             {cube, [3]bool{}, hostsOf(8, 1), processGrid{2, 2, 2}},
		"longer along the wrapped axis":    {[3]int{64, 256, 256}, [3]bool{false, false, true}, []string{"a", "a", "b"}, processGrid{1, 3, 1}},
	} {
		if got := chosenGrid(c.global, c.periodic, c.hosts); got != c.want {
			t.Errorf("%s: %v, %v expected", name, got, c.want)
		}
	}
	if list := processGrids(5, [3]int{3, 1, 1}); len(list) > 0 {
		t.Errorf("3 points are divided among 5 ranks: %v", list)
	}
}

// The parts of a grid fill it, whatever the number of ranks, and differ by one point at most along an axis.
func TestPartsFillTheGrid(t *testing.T) {
	for _, global := range [][3]int{{13, 11, 9}, {24, 18, 1}, {7, 100, 8}} {
		for ranks := 1; ranks <= 12; ranks++ {
			for _, p := range processGrids(ranks, global) {
				d := &Domain{Global: global, Dims: 3, Boxes: p.boxes(global)}
				d.own(slices.Collect(func(yield func(int) bool) {
					for rank := range ranks {
						if !yield(rank) {
							return
						}
					}
				}))
				if err := d.checkBoxes(); err != nil {
					t.Errorf("%v of %v: %v", p, global, err)
				}
				for i, n := range global {
					for _, b := range d.Boxes {
						if b.Extents[i] < n/p[i] || b.Extents[i] > (n+p[i]-1)/p[i] {
							t.Errorf("%v of %v: %d points along %c", p, global, b.Extents[i], "xyz"[i])
						}
					}
				}
			}
		}
	}
}
