package check

import (
	"testing"
	"time"
)

// BLOCK and ASSOCIATE have the bits of gfortran, point by point and as packs.
func TestNamesOfBlocksAndAssociates(t *testing.T) {
	compilers(t)
	files, list, world := translated(t, "scoped.f90")
	for _, p := range world.Procedures {
		if p.Fault != nil {
			t.Errorf("%s is refused: %v", p.Name, p.Fault)
		}
	}
	results, err := Run(files, list, Options{Points: 200, Seed: 1, Limit: time.Minute, Packs: true, Widest: 256})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Different > 0 || r.Trouble != "" || r.Points < 200 || r.Packs.Points < 1000 || r.Packs.Beyond > 0 || r.Types == 0 {
			t.Errorf("%+v", r)
		}
	}
}
