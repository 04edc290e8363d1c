package check

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"drawbridge/port/source"
	"drawbridge/port/translate"
	"drawbridge/port/tree"
)

var (
	programs = flag.Int("programs", 100, "random routines to translate and to compare")
	seed     = flag.Uint64("seed", 1, "seed of the random routines")
)

// Random routines of the covered subset, in both forms, have the bits of gfortran.
func TestRandomProgramsHaveTheBitsOfFortran(t *testing.T) {
	compilers(t)
	const batch = 25
	values, points, empty, refused := 0, 0, 0, 0
	for first := 0; first < *programs; first += batch {
		number := *seed*1000003 + uint64(first)
		g := &generator{Rand: rand.New(rand.NewPCG(number, 7)), fixed: first/batch%2 == 1}
		path := fmt.Sprintf("%s/random.%s", t.TempDir(), map[bool]string{false: "f90", true: "f"}[g.fixed])
		f := written(t, path, g.module("random_routines", batch))
		world := tree.Resolve([]*source.File{f})
		list := translate.All(world)
		for _, p := range world.Procedures {
			if p.Fault != nil && !strings.HasSuffix(p.Fault.Reason, "that the compiler folds") {
				t.Fatalf("seed %d: %v", number, p.Fault)
			}
		}
		results, err := Run([]*source.File{f}, list, Options{Points: 40, Seed: 1, Limit: time.Minute, Ranges: map[string]Range{"n": {Low: 1, High: 4}}})
		if err != nil && strings.Contains(err.Error(), "the Fortran does not compile") { // a constant divided by a constant zero
			refused += batch
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", number, err)
		}
		for _, r := range results {
			values, points = values+r.Values, points+r.Points
			if r.Points == 0 {
				empty++
			}
			if r.Different > 0 || r.Trouble != "" {
				t.Errorf("seed %d, %s: %+v", number, path, r)
			}
		}
	}
	if refused > *programs/20 {
		t.Errorf("gfortran refuses %d of %d routines", refused, *programs)
	}
	if points < 20*(*programs-refused) || empty > *programs/5 {
		t.Errorf("%d points of %d routines, %d without one", points, *programs, empty)
	}
	t.Logf("%d routines, %d points, %d values", *programs, points, values)
}
