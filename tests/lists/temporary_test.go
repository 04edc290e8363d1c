package lists

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand"
	"slices"
	"strings"
	"testing"

	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/stencils"
)

// steps are time steps whose field t is temporary. The operators add in one order in all variants, as those along z do not.
var steps = map[string][]application{
	"heat": {{operator: "fill", writes: "a", options: "kind=periodic faces=all"},
		{operator: "laplacian", reads: "a", writes: "t", numbers: []float64{0.1, 0.2, 0.3}},
		{operator: "combine", reads: "a t", writes: "a", numbers: []float64{1, 0.1}}},
	"wave": {{operator: "fill", writes: "a", options: "kind=mirror faces=all"},
		{operator: "stencil7", reads: "a", writes: "t", numbers: []float64{-2, 0.3}},
		{operator: "pointwise", reads: "2*a - b + k*t", writes: "b", numbers: []float64{0.01}, options: "names=k"},
		{operator: "multiply", reads: "one b", writes: "b", numbers: []float64{0.4}},
		{operator: "swap", writes: "a b"}},
	"flux": {{operator: "derivative_x", reads: "a", writes: "t", numbers: []float64{-0.5, 0, 0.5}},
		{operator: "derivative_y", reads: "b", writes: "c", numbers: []float64{-0.5, 0, 0.5}},
		{operator: "pointwise", reads: "t*c + t", writes: "d"},
		{operator: "pointwise", reads: "d - t", writes: "b"}},
}

// A list with a temporary field gives the bits that it gives where the field is kept and the operators run one by one; also after the
// tiles were chosen by measuring, which runs the list on what it then must leave as it was.
func TestTemporaryFieldsChangeNothing(t *testing.T) {
	for _, isa := range []string{kernels.ISAs()[0], devices()[len(devices())-1]} {
		for name, list := range steps {
			for _, shape := range [][]int{{7, 5, 6}, {61, 40, 31}, {300, 120, 9}} {
				want := afterSteps(t, isa, "first,unfused", list, shape, 3, false, false)
				for _, choice := range []string{"first", "measure"} {
					for _, checked := range checks(isa) {
						for _, halo := range []int{3, 0, 5} {
							if *count <= 300 && choice == "measure" && halo != 0 && (checked || shape[0] == 300) {
								continue // all ways take most of the time; -lists 301 runs these too
							}
							if got := afterSteps(t, isa, choice, list, shape, halo, true, checked); want != got {
								t.Errorf("%s: %s on %v, halo %d of t, %s, memcheck %v: other bits than one by one", isa, name, shape, halo, choice, checked)
							}
						}
					}
				}
			}
		}
	}
}

// afterSteps is a sum of all bits of all fields but the temporary one, t, after three runs. The one worker has parts of several planes.
func afterSteps(t *testing.T, isa, choice string, list []application, shape []int, halo int, temporary, checked bool) uint64 {
	t.Helper()
	s, done := openWith(t, 1, isa, choice, checked)
	defer done()
	w := worldOf(t, s, rand.New(rand.NewSource(7)), shape, 3, 8)
	if err := s.Fields().CreateAt("t", shape, w.first, halo, "double", 1); err != nil {
		t.Fatal(err)
	}
	if temporary {
		if err := s.Fields().MakeTemporary("t"); err != nil {
			t.Fatal(err)
		}
	}
	q := s.NewSequence("step")
	for _, a := range list {
		if err := q.Apply(a.operator, a.reads, a.writes, a.numbers, a.options); err != nil {
			t.Fatal(err)
		}
	}
	for _, times := range []int{2, 1} {
		if err := q.Run(times); err != nil {
			t.Fatal(err)
		}
	}
	sum := fnv.New64a()
	for _, name := range names {
		a := make([]float64, len(w.grids[name].a))
		if err := w.move(name, a, s.Fields().Download); err != nil {
			t.Fatal(err)
		}
		if err := binary.Write(sum, binary.LittleEndian, a); err != nil {
			t.Fatal(err)
		}
	}
	return sum.Sum64()
}

// A field that was destroyed and made anew with another shape gets its own halo copied, also where its rows are as long as before.
func TestFieldsMadeAnew(t *testing.T) {
	var sums [2]float64
	for i, choice := range []string{"first", "first,unfused"} {
		s, done := openWith(t, 1, kernels.ISAs()[0], choice, true)
		for _, shape := range [][]int{{13, 9, 7}, {9, 9, 9}, {10, 8, 1}, {10, 8}, {10, 8, 1}} {
			w := worldOf(t, s, rand.New(rand.NewSource(3)), shape, 1, 8)
			q := s.NewSequence("step")
			for _, a := range []application{{operator: "laplacian", reads: "a", writes: "c", numbers: []float64{0.1, 0.2, 0.3}[:len(shape)]},
				{operator: "combine", reads: "a c", writes: "a", numbers: []float64{1, 0.1}},
				{operator: "laplacian", reads: "a", writes: "b", numbers: []float64{1, 2, 3}[:len(shape)]}} {
				if err := q.Apply(a.operator, a.reads, a.writes, a.numbers, a.options); err != nil {
					t.Fatal(err)
				}
			}
			if err := q.Run(2); err != nil {
				t.Fatal(err)
			}
			a := make([]float64, len(w.grids["a"].a))
			for _, name := range []string{"a", "b"} {
				if err := w.move(name, a, s.Fields().Download); err != nil {
					t.Fatal(err)
				}
				for e, v := range a {
					sums[i] += v * float64(e%97+1)
				}
			}
			q.Close()
			for _, name := range append(slices.Clone(names), thinNames...) {
				if err := s.Fields().Destroy(name); err != nil {
					t.Fatal(err)
				}
			}
		}
		done()
	}
	if sums[0] != sums[1] {
		t.Errorf("together %v, one by one %v", sums[0], sums[1])
	}
}

// A temporary field is refused to those who would see that it holds nothing.
func TestTemporaryFieldsAreRefusedOutside(t *testing.T) {
	s, done := openStencils(t, 1, kernels.ISAs()[0], false)
	defer done()
	for _, name := range []string{"u", "t"} {
		if err := s.Fields().Create(name, []int{8, 8, 8}, 1, "double", 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Fields().MakeTemporary("t"); err != nil {
		t.Fatal(err)
	}
	_, reduced := s.Reduce("sum", "t", "")
	for what, err := range map[string]error{
		"reduce": reduced,
		"sample": s.VisitPoints(stencils.Visit{Field: "t", Points: [][3]int{{1, 1, 1}}, Values: make([]float64, 1), Read: true}),
		"read before it is written": func() error {
			return s.NewSequence("q").Apply("combine", "t", "u", []float64{1}, "")
		}(),
		"copy":                func() error { return s.NewSequence("q").Apply("copy", "t", "u", nil, "") }(),
		"swap":                func() error { return s.NewSequence("q").Apply("swap", "", "t u", nil, "") }(),
		"fill from":           func() error { return s.NewSequence("q").Apply("fill", "t", "u", nil, "kind=given faces=all") }(),
		"relaxed":             func() error { return s.NewSequence("q").Apply("gauss_seidel", "u", "t", []float64{1, 1, 1}, "") }(),
		"temporary component": s.Fields().MakeTemporary("none"),
	} {
		if err == nil || !strings.Contains(err.Error(), "temporary") && what != "temporary component" {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := s.NewSequence("q").Apply("laplacian", "u", "t", []float64{1, 1, 1}, "fuse=maybe"); err == nil || !strings.Contains(err.Error(), "yes or no") {
		t.Errorf("fuse=maybe: %v", err)
	}
}
