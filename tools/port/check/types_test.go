package check

import (
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/tree"
)

// Every name of the traps has the type that gfortran's own dump gives it, and a wrong type is named.
func TestTypesAgreeWithGfortran(t *testing.T) {
	compilers(t)
	files, list, world := translated(t, "traps.f90")
	results, err := Run(files, list, Options{Points: 1, Seed: 1, Limit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	agreed := 0
	for _, r := range results {
		agreed += r.Types
	}
	if agreed < 50 {
		t.Errorf("%d names were compared", agreed)
	}
	for _, p := range world.Procedures {
		for _, x := range p.Scope.Variables() {
			if x.Type == (tree.Type{Base: tree.Real, Kind: 8}) {
				known := types{p.Name: {x.Name: "REAL 4"}}
				for _, r := range list {
					if r.Procedure == p {
						if _, trouble := known.compare(r); !strings.Contains(trouble, "gfortran takes "+x.Name+" for real 4, and drawbridge port for real(8)") {
							t.Errorf("%s of %s: %q", x.Name, p.Name, trouble)
						}
					}
				}
			}
		}
	}
}
