package check

import (
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
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

// A name that is a local variable and one of a construct as well is no trouble, whichever type the construct gives it.
func TestTypesOfNamesThatConstructsHide(t *testing.T) {
	compilers(t)
	f := written(t, t.TempDir()+"/hidden.f90", `subroutine hidden(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: b, c
  b = 2
  c = 3
  associate (b => x(1))
    y = b
  end associate
  block
    real(8) :: c
    c = x(2)
    y = y + c
  end block
  y = y + b + c
end subroutine
`)
	list := translate.All(tree.Resolve([]*source.File{f}))
	results, err := Run([]*source.File{f}, list, Options{Points: 10, Seed: 1, Limit: time.Minute})
	if err != nil || len(results) != 1 || results[0].Trouble != "" || results[0].Different > 0 || results[0].Types == 0 {
		t.Errorf("%v %+v", err, results)
	}
}
