package lists

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"drawbridge/stencils"
)

// behind are lists of operators, each `operator; reads; writes; numbers`, and the reductions behind them, of fields as they are at the end.
var behind = []struct{ operators, reductions []string }{
	{[]string{"pointwise; BESIDE; c; "}, []string{"dot a c", "sum c", "max c"}},
	{[]string{"pointwise; b - 0.5*c; b; "}, []string{"dot b b"}},
	{[]string{"pointwise; a + 0.5*i; c; ", "pointwise; b*c; b; "}, []string{"norm2 b", "min c"}},
	{[]string{"laplacian; a; c; ONES", "combine; c b; b; 1 0.25"}, []string{"dot b c", "norm1 a", "norm_inf b"}},
	{[]string{"pointwise; 2*a; c; "}, []string{"dot c w", "sum w"}},                                        // w has another halo
	{[]string{"pointwise; a + b; c; ", "pointwise; 2*b; a; "}, []string{"sum a", "sum c"}},                 // c is computed before a
	{[]string{"combine; a b; c; 1 2"}, []string{"dot a b", "sum a", "sum b", "sum c", "norm2 c", "max a"}}, // more than a GPU's kernel has room for
}

// Reductions behind operators, which run with them, are those of what the operators have written, and that is what they write one by one.
func TestReductionsBehindOperatorsAreExact(t *testing.T) {
	for _, isa := range devices() {
		for _, checked := range checks(isa) {
			for i, shape := range [][]int{{53, 9, 7}, {16, 17, 10}, {3, 40, 5}, {2100, 3}, {256, 16, 17}} {
				for n, list := range behind {
					choice := "first"
					if i == 4 && n == 0 {
						choice = "measure" // all ways
					}
					bytes := []int{8, 4}[(i+n)%2]
					of := fmt.Sprint(isa, " memcheck=", checked, " ", shape, " list ", n+1, " bytes=", bytes)
					s, done := openWith(t, 1+i%3, isa, choice, checked)
					got := reduceBehind(t, s, of, shape, bytes, list.operators, list.reductions)
					done()
					s, done = openWith(t, 1, isa, "first,unfused", checked)
					want := reduceBehind(t, s, of+" one by one", shape, bytes, list.operators, list.reductions)
					done()
					for name := range want {
						if !slices.Equal(got[name], want[name]) {
							t.Errorf("%s: field %s differs from that of one operator after the other", of, name)
						}
					}
				}
			}
		}
	}
}

// reduceBehind answers the fields after the last of three runs.
func reduceBehind(t *testing.T, s *stencils.Stencils, of string, shape []int, bytes int, operators, reductions []string) (values map[string][]float64) {
	t.Helper()
	w := worldOf(t, s, rand.New(rand.NewSource(5)), shape, 2, bytes)
	if err := s.Fields().CreateAt("w", shape, w.first, 3, map[int]string{8: "double", 4: "float"}[bytes], 1); err != nil {
		t.Fatal(err)
	}
	wide := w.grids["a"].h
	for axis := range shape {
		wide[axis] = 3
	}
	w.grids["w"] = newGrid(w.grids["a"].n, wide)
	for _, name := range []string{"a", "b", "c", "w"} { // terms of very different sizes, so that units change on the way
		g := w.grids[name]
		g.set(func([3]int) float64 { return float64(float32(math.Ldexp(w.Float64()-0.5, w.Intn(40)-20))) })
		if err := w.move(name, g.a, s.Fields().Upload); err != nil {
			t.Fatal(err)
		}
	}
	beside := "a[+1,0,0] - 2*a + a[-1,0,0]*b - a[0,+1,0]"
	if len(shape) == 2 {
		beside = "a[+1,0] - 2*a + a[-1,0]*b - a[0,+1]"
	}
	q := s.NewSequence("list")
	for _, text := range operators {
		part := strings.Split(text, "; ")
		var numbers []float64
		if part[3] == "ONES" {
			numbers = w.ones(len(shape))
		} else {
			for _, word := range strings.Fields(part[3]) {
				var c float64
				fmt.Sscan(word, &c)
				numbers = append(numbers, c)
			}
		}
		if err := q.Apply(part[0], strings.ReplaceAll(part[1], "BESIDE", beside), part[2], numbers, ""); err != nil {
			t.Fatalf("%s: %v", of, err)
		}
	}
	for k, text := range reductions {
		what, names, _ := strings.Cut(text, " ")
		if err := q.Reduce(what, names, fmt.Sprint("n", k)); err != nil {
			t.Fatalf("%s: %v", of, err)
		}
	}
	for turn := range 3 { // a GPU records what it runs again
		if err := q.Run(1); err != nil {
			t.Fatalf("%s: %v", of, err)
		}
		values = map[string][]float64{}
		for _, name := range []string{"a", "b", "c", "w"} {
			all := make([]float64, len(w.grids[name].a))
			if err := w.move(name, all, s.Fields().Download); err != nil {
				t.Fatal(err)
			}
			g := w.grids[name]
			g.interior(func(p [3]int) { values[name] = append(values[name], all[g.at(p)]) })
		}
		for k, text := range reductions {
			part := strings.Fields(text)
			got, err := q.Get(fmt.Sprint("n", k))
			if err != nil {
				t.Fatal(err)
			}
			if want := exactly(part[0], values[part[1]], values[part[len(part)-1]]); math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%s, run %d: %s is %g, %g expected", of, turn+1, text, got, want)
			}
		}
	}
	return values
}
