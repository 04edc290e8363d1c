package check

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

var (
	programs = flag.Int("programs", 100, "random routines to translate and to compare")
	seed     = flag.Uint64("seed", 1, "seed of the random routines")
)

// Random routines of the covered subset, in both forms, have the bits of gfortran.
func TestRandomProgramsHaveTheBitsOfFortran(t *testing.T) {
	compilers(t)
	const batch = 25
	var c counted
	for k := uint64(0); c.programs < *programs; k++ {
		if c.refused > *programs+2*batch {
			t.Fatalf("gfortran refuses %d routines, and compiles %d", c.refused, c.programs)
		}
		c.batch(t, *seed*1000003+k*batch, k%2 == 1, batch)
		if k%10 == 9 {
			t.Logf("%+v", c)
		}
	}
	if c.points < 20*c.programs || c.empty > c.programs/5 {
		t.Errorf("%d points of %d routines, %d without one", c.points, c.programs, c.empty)
	}
	t.Logf("%d routines of them %d folded by the compiler, %d points, %d values, %d different; %d more that gfortran refuses", c.programs, c.folded, c.points, c.values, c.different, c.refused)
}

// counted is what the random routines gave.
type counted struct{ programs, folded, points, values, different, empty, refused int }

// batch makes some routines and compares them. A division by a constant zero makes gfortran refuse all of them: others take
// their place.
func (c *counted) batch(t *testing.T, number uint64, fixed bool, size int) {
	g := &generator{Rand: rand.New(rand.NewPCG(number, 7)), fixed: fixed}
	path := fmt.Sprintf("%s/random.%s", t.TempDir(), map[bool]string{false: "f90", true: "f"}[fixed])
	text := g.module("random_routines", size)
	foreign := number/uint64(size)%4 > 1
	if foreign { // modules that gfortran does not find, and a routine that uses one
		text = strings.Replace(text, "\n", "\n      use mpi\n      use nowhere, only: nothing\n      use hdf5, only: hid_t\n", 1)
		text = strings.Replace(text, "contains\n", "contains\n      subroutine speaks(x)\n      integer x\n      call mpi_barrier(x)\n      end subroutine\n", 1)
		if !strings.Contains(text, "speaks") {
			t.Fatal(text)
		}
	}
	f := written(t, path, text)
	world := tree.Resolve([]*source.File{f})
	list := translate.All(world)
	folded := 0
	for _, p := range world.Procedures {
		if p.Fault == nil || foreign && p.Name == "speaks" {
			continue
		}
		if !strings.HasSuffix(p.Fault.Reason, "that the compiler folds") {
			t.Fatalf("seed %d: %v", number, p.Fault)
		}
		folded++
	}
	results, err := Run([]*source.File{f}, list, Options{Points: 40, Seed: 1, Limit: time.Minute, Ranges: map[string]Range{"n": {Low: 1, High: 4}}})
	if err != nil && strings.Contains(err.Error(), "the Fortran does not compile") {
		c.refused += size
		return
	}
	if err != nil {
		t.Fatalf("seed %d: %v", number, err)
	}
	c.programs, c.folded = c.programs+size, c.folded+folded
	for _, r := range results {
		c.values, c.points, c.different = c.values+r.Values, c.points+r.Points, c.different+r.Different
		if r.Points == 0 {
			c.empty++
		}
		if r.Different > 0 || r.Trouble != "" {
			t.Errorf("seed %d, %s: %+v", number, path, r)
		}
	}
}
