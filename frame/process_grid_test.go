package frame

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

// The grid follows the terms: slabs where messages cost more than bytes, cubes where bytes do, no cut across x where its faces are slow to pack, and
// no cut between nodes along an axis with large faces.
func TestTheProcessGridFollowsItsTerms(t *testing.T) {
	bytes := term{perByte: 1e-10}
	even := exchangeTerms{within: [2]term{bytes, bytes}, near: bytes, far: bytes}
	messages := even
	messages.near, messages.far = term{latency: 1e-3}, term{latency: 1e-3}
	rows := even
	rows.within[0].perByte = 1e-8
	nodes := even
	nodes.far.perByte = 1e-8
	slightly := even
	slightly.within[0].perByte = 1.25e-10
	cube := [3]int{256, 256, 256}
	for name, c := range map[string]struct {
		terms  exchangeTerms
		global [3]int
		hosts  []string
		want   processGrid
	}{
		"bytes, as many in each, and longer rows": {even, cube, hostsOf(8, 8), processGrid{1, 2, 4}},
		"messages":                     {messages, cube, hostsOf(8, 8), processGrid{1, 1, 8}},
		"messages, but slabs are thin": {messages, [3]int{64, 64, 64}, hostsOf(8, 8), processGrid{1, 2, 4}},
		"messages, but all are thin":   {messages, [3]int{24, 24, 24}, hostsOf(8, 8), processGrid{1, 2, 4}},
		"a long grid":                  {even, [3]int{1024, 64, 64}, hostsOf(8, 8), processGrid{8, 1, 1}},
		"a long grid, rows are slow":   {rows, [3]int{1024, 64, 64}, hostsOf(4, 4), processGrid{1, 1, 4}},
		"small faces between nodes":    {nodes, cube, hostsOf(8, 4), processGrid{1, 4, 2}},
		"two axes":                     {even, [3]int{512, 512, 1}, hostsOf(4, 4), processGrid{1, 4, 1}},
		"two axes, messages":           {messages, [3]int{1024, 256, 1}, hostsOf(16, 16), processGrid{16, 1, 1}},
		"a gain of less than a tenth":  {slightly, [3]int{300, 256, 256}, hostsOf(4, 4), processGrid{4, 1, 1}},
		"a gain of more":               {rows, [3]int{300, 256, 256}, hostsOf(4, 4), processGrid{1, 1, 4}},
	} {
		list := processGrids(len(c.hosts), c.global)
		got, seconds, first := c.terms.chosen(list, c.global, [3]bool{}, c.hosts)
		if got != c.want {
			t.Errorf("%s: %v of %v, %v expected (%g s, %v takes %g)", name, got, list, c.want, seconds, list[0], first)
		}
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

// Two measurements give latency and rate, never less than nothing.
func TestTermsOfTwoMeasurements(t *testing.T) {
	if got := termOf([2]float64{1000, 101000}, [2]float64{3e-6, 13e-6}); got.perByte < 0.99e-10 || got.perByte > 1.01e-10 || got.latency < 2.89e-6 || got.latency > 2.91e-6 {
		t.Errorf("%v", got)
	}
	if got := termOf([2]float64{1000, 2000}, [2]float64{3e-6, 1e-6}); got.perByte != 0 || got.latency != 3e-6 {
		t.Errorf("a small message that was slower: %v", got)
	}
}

// Ranks of a node follow each other in one order and are apart in the other.
func TestOrdersOfRanks(t *testing.T) {
	for _, c := range []struct {
		hosts           []string
		together, apart []int
	}{
		{[]string{"a", "a", "a"}, []int{0, 1, 2}, nil},
		{[]string{"a", "b", "a", "b"}, []int{0, 2, 1, 3}, []int{0, 1, 2, 3}},
		{[]string{"a", "a", "b", "b"}, []int{0, 1, 2, 3}, []int{0, 2, 1, 3}},
		{[]string{"a", "b"}, nil, []int{0, 1}},
	} {
		d := &Domain{hosts: c.hosts}
		if got := d.together(); !slices.Equal(got, c.together) {
			t.Errorf("%v together: %v, %v expected", c.hosts, got, c.together)
		}
		if got := d.apart(); !slices.Equal(got, c.apart) {
			t.Errorf("%v apart: %v, %v expected", c.hosts, got, c.apart)
		}
	}
}
