package lists

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"drawbridge/device/host"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/stencils"
)

// Operators that run together, tile by tile, give the bits that they give one after the other, in every field, halo and all.
func TestTogetherIsAsOneByOne(t *testing.T) {
	for _, isa := range devices() {
		for _, checked := range checks(isa) {
			t.Run(fmt.Sprintf("%s/memcheck=%v", isa, checked), func(t *testing.T) {
				lists := *count
				if checked { // the operators are those of TestRandomListsDoWhatPlainLoopsDo, all of which are checked
					lists = (lists + 2) / 3
				}
				for i := range lists {
					seed := *seed + int64(i)
					together, said := fieldsAfter(t, seed, isa, "first", checked)
					apart, _ := fieldsAfter(t, seed, isa, "first,unfused", checked)
					for name, want := range apart {
						for e, v := range want {
							if got := together[name][e]; !alike(got, v) {
								t.Fatalf("seed %d: element %d of %s is %g together, %g one by one, after\n%s", seed, e, name, got, v, said)
							}
						}
					}
				}
			})
		}
	}
}

// vanishes tells a number that is zero in single precision, or below its normal ones: workers take these for zero, the thread of a test does not.
func vanishes(v float64) bool { return math.Abs(v) < 1.1754943508222875e-38 }

// alike tells numbers of the same bits. Floats may differ by the numbers that vanish on the way, a few in each run of the list.
func alike(got, want float64) bool {
	floats := float64(float32(got)) == got && float64(float32(want)) == want
	return math.Float64bits(got) == math.Float64bits(want) || math.IsNaN(got) && math.IsNaN(want) || vanishes(got) && vanishes(want) || floats && vanishes((got-want)/32)
}

// fieldsAfter are all fields, halo and all, after a random list of operators that run together often.
func fieldsAfter(t *testing.T, seed int64, isa, choice string, checked bool) (map[string][]float64, string) {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	s, done := openWith(t, 1+int(seed%3), isa, choice, checked)
	defer done()
	w := newWorld(t, s, r)
	q := s.NewSequence("list")
	for range 2 + r.Intn(3) {
		for range r.Intn(2) {
			w.entry(t, q)
		}
		for _, way := range []func() application{w.laplacian, w.high, w.derivative, w.own, w.combine, w.own, w.product}[r.Intn(5):] {
			w.take(t, q, way())
		}
	}
	for range 3 { // a GPU records what it runs again
		if err := q.Run(1 + r.Intn(4)); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, strings.Join(w.said, "\n"))
		}
	}
	fields := map[string][]float64{}
	for _, name := range names {
		fields[name] = make([]float64, len(w.grids[name].a))
		if err := w.move(name, fields[name], s.Fields().Download); err != nil {
			t.Fatal(err)
		}
	}
	return fields, strings.Join(w.said, "\n")
}

// listener keeps notes and what ran.
type listener struct{ notes, kernels []string }

func (l *listener) Kernel(name string, _, _ int64, _ float64) { l.kernels = append(l.kernels, name) }
func (l *listener) Note(format string, values ...any) {
	l.notes = append(l.notes, fmt.Sprintf(format, values...))
}

// A long list runs in groups of as many operators as the caches are likely to hold.
func TestLongListsRunInSeveralGroups(t *testing.T) {
	d, err := host.Open(1, kernels.ISAs()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	heard := &listener{}
	s, err := stencils.New(d, kernels.ISAs()[0], "first", heard)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	worldOf(t, s, rand.New(rand.NewSource(1)), []int{5, 4, 3}, 1, 8)
	q := s.NewSequence("long")
	for range 70 {
		if err := q.Apply("combine", "one a", "a", []float64{1, 0.5}, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.Run(1); err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for _, name := range heard.kernels {
		sizes = append(sizes, strings.Count(name, "combine"))
	}
	if !slices.Equal(sizes, []int{32, 32, 6}) {
		t.Errorf("groups of %v operators, 32 32 6 expected", sizes)
	}
}

// Who makes the same list anew at every step does not wait for trials at every step.
func TestGroupsAreMeasuredOnce(t *testing.T) {
	d, err := host.Open(1, kernels.ISAs()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	heard := &listener{}
	s, err := stencils.New(d, kernels.ISAs()[0], "measure", heard)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	worldOf(t, s, rand.New(rand.NewSource(1)), []int{64, 64, 32}, 1, 8)
	for range 3 {
		q := s.NewSequence("step")
		for _, z := range []string{"a", "b"} {
			if err := q.Apply("combine", "one "+z, z, []float64{1, 0.5}, ""); err != nil {
				t.Fatal(err)
			}
		}
		if err := q.Run(1); err != nil {
			t.Fatal(err)
		}
		q.Close()
	}
	together := 0
	for _, note := range heard.notes {
		if strings.HasPrefix(note, "together") {
			together++
		}
	}
	if together != 1 {
		t.Errorf("%d trials of three equal lists, 1 expected: %q", together, heard.notes)
	}
}

// The report says of each two operators that follow each other and are not fused which they are, and why.
func TestReportSaysWhyTwoAreNotFused(t *testing.T) {
	lap := application{operator: "laplacian", reads: "a", writes: "b", numbers: []float64{1, 1, 1}}
	add := application{operator: "combine", reads: "b c", writes: "c", numbers: []float64{1, 0.5}}
	with := func(a application, options string) application { a.options = options; return a }
	for _, c := range []struct {
		list []application
		want string
	}{
		{[]application{lap, add}, ""},
		{[]application{add, {operator: "derivative_x", reads: "c", writes: "d", numbers: []float64{-0.5, 0, 0.5}}},
			"sequence l: combine (c) and derivative_x (d) are not fused: derivative_x reads neighbours in field c, which the entries before it write"},
		{[]application{lap, with(add, "fuse=no")}, "sequence l: laplacian (b) and combine (c) are not fused: combine has the option fuse=no"},
		{[]application{lap, with(add, "region=core:1")}, "sequence l: laplacian (b) and combine (c) are not fused: they work on different regions"},
		{[]application{lap, {operator: "constant", writes: "d", numbers: []float64{1}}},
			"sequence l: laplacian (b) and constant (d) are not fused: they have no field in common"},
	} {
		d, err := host.Open(1, kernels.ISAs()[0])
		if err != nil {
			t.Fatal(err)
		}
		heard := &listener{}
		s, err := stencils.New(d, kernels.ISAs()[0], "first", heard)
		if err != nil {
			t.Fatal(err)
		}
		worldOf(t, s, rand.New(rand.NewSource(1)), []int{5, 4, 3}, 1, 8)
		for range 2 { // a list that is made anew says it once
			q := s.NewSequence("l")
			for _, a := range c.list {
				if err := q.Apply(a.operator, a.reads, a.writes, a.numbers, a.options); err != nil {
					t.Fatal(err)
				}
			}
			if err := q.Run(1); err != nil {
				t.Fatal(err)
			}
		}
		if got := strings.Join(heard.notes, "\n"); got != c.want {
			t.Errorf("the report says '%s', expected '%s'", got, c.want)
		}
		s.Close()
		d.Close()
	}
}
