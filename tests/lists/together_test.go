package lists

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	kernels "drawbridge/kernels/stencils"
)

// Operators that run together, tile by tile, give the bits that they give one after the other, in every field, halo and all.
func TestTogetherIsAsOneByOne(t *testing.T) {
	for _, isa := range kernels.ISAs() {
		for _, checked := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/memcheck=%v", isa, checked), func(t *testing.T) {
				for i := range *count {
					seed := *seed + int64(i)
					together, said := fieldsAfter(t, seed, isa, "first", checked)
					apart, _ := fieldsAfter(t, seed, isa, "first,unfused", checked)
					for name, want := range apart {
						for e, v := range want {
							if got := together[name][e]; math.Float64bits(got) != math.Float64bits(v) && !(math.IsNaN(got) && math.IsNaN(v)) {
								t.Fatalf("seed %d: element %d of %s is %g together, %g one by one, after\n%s", seed, e, name, got, v, said)
							}
						}
					}
				}
			})
		}
	}
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
	if err := q.Run(1 + r.Intn(3)); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, strings.Join(w.said, "\n"))
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
