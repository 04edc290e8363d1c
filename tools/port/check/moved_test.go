package check

import (
	"testing"
	"time"
)

// Functions of bits, of the parts of a number, and of elements at other places have the bits of gfortran.
func TestMovedBitsAndElements(t *testing.T) {
	compilers(t)
	files, list, world := translated(t, "moved.f90")
	for _, p := range world.Procedures {
		if p.Fault != nil {
			t.Errorf("%s is refused: %v", p.Name, p.Fault)
		}
	}
	results, err := Run(files, list, Options{Points: 400, Seed: 1, Limit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Different > 0 || r.Trouble != "" || r.Points < 400 {
			t.Errorf("%+v", r)
		}
	}
}
