package check

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// What each point has for itself begins with what the host program has, and goes on within the point: SAVE, COMMON of two
// layouts, variables of a module; the original is called with the same values again and again.
func TestPointsHaveVariablesForThemselves(t *testing.T) {
	compilers(t)
	f, err := source.Read(filepath.Join("testdata", "perpoint.f90"))
	if err != nil {
		t.Fatal(err)
	}
	files := []*source.File{f}
	world := tree.Resolve(files, tree.Owner{PerPoint: []string{"step", "/gauges/", "counted%"}})
	list := translate.All(world)
	if len(list) != 5 || len(world.Unfound()) > 0 {
		t.Fatalf("%d routines; not found: %v", len(list), world.Unfound())
	}
	results, err := Run(files, list, Options{Points: 200, Seed: 1, Limit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	for k, r := range results {
		if r.Points != 200 || r.Different != 0 || r.Trouble != "" || !list[k].Restored {
			t.Errorf("%+v", r)
		}
	}
	for k, said := range [][]string{{"/gauges/", "counted%"}, {"step", "counted%"}, {"step", "/gauges/", "counted%calls"}} {
		world = tree.Resolve(files, tree.Owner{PerPoint: said})
		translate.All(world)
		want := []string{"keeps its value from call to call", "of COMMON is written", "the module variable last is written"}[k]
		found := false
		for _, p := range world.Procedures {
			found = found || p.Fault != nil && strings.Contains(p.Fault.Reason, want)
		}
		if !found {
			t.Errorf("%v: no routine is refused with %q", said, want)
		}
	}
	if left := tree.Resolve(files, tree.Owner{PerPoint: []string{"walk", "/other/", "step"}}).Unfound(); strings.Join(left, " ") != "walk /other/" {
		t.Errorf("not found: %v", left)
	}
}

// Fortran leaves open when a function of an expression runs, and so what it does to other operands.
func TestAFunctionThatChangesAPointsVariableStandsAlone(t *testing.T) {
	f, err := source.Parse("order.f90", `real(8) function more() result(x)
  integer, save :: n = 0
  n = n + 1
  x = n
end function
subroutine both(y)
  real(8) y, more
  external more
  y = more() + 2*more()
end subroutine
subroutine extent(y, m)
  integer m, k
  common /sizes/ k
  real(8) y(m, k)
  k = k + 1
  y(1, 1) = 0
end subroutine
`)
	if err != nil {
		t.Fatal(err)
	}
	world := tree.Resolve([]*source.File{f}, tree.Owner{PerPoint: []string{"more", "/sizes/"}})
	translate.All(world)
	for k, want := range []string{"", "changes more than its result", "an extent that depends on"} {
		if p := world.Procedures[k]; want == "" && p.Fault != nil || want != "" && (p.Fault == nil || !strings.Contains(p.Fault.Reason, want)) {
			t.Errorf("%s: %v, expected %q", p.Name, p.Fault, want)
		}
	}
}

// A variable that only the first call sets has no value in later ones, as RND of DLAMC2 in LAPACK 3.0: the report says so, and
// first calls are compared.
func TestAVariableOfTheFirstCall(t *testing.T) {
	compilers(t)
	f := written(t, filepath.Join(t.TempDir(), "first.f90"), `subroutine machine(base, half)
  implicit none
  integer, intent(out) :: base
  real(8), intent(out) :: half
  logical, save :: first = .true.
  integer, save :: kept
  integer :: i, set
  if (first) then
    first = .false.
    kept = 1
    do i = 1, 4
      kept = 2*kept
    end do
    set = kept/2
  end if
  base = kept
  half = 1d0/set
end subroutine
`)
	world := tree.Resolve([]*source.File{f})
	list := translate.All(world)
	if len(list) != 1 || !strings.Contains(strings.Join(list[0].Warnings, " "), "set has no value after the first call") {
		t.Fatalf("%v %v", world.Procedures[0].Fault, list)
	}
	results, err := Run([]*source.File{f}, list, Options{Points: 50, Seed: 1, Limit: time.Minute})
	if err != nil || results[0].Points != 50 || results[0].Different != 0 {
		t.Errorf("%+v %v", results, err)
	}
}

// A variable of a module that is written has one name: an ASSOCIATE of another name would see the new value.
func TestPerPointVariablesHaveOneName(t *testing.T) {
	f := written(t, t.TempDir()+"/a.f90", "module m\nreal(8) :: acc = 1\nend module\nsubroutine s(x, r)\nuse m, only: a => acc, b => acc\nreal(8), intent(in) :: x\nreal(8), intent(out) :: r\n"+
		"associate (y => a*2)\nb = x\nr = y\nend associate\nend subroutine\n")
	w := tree.Resolve([]*source.File{f}, tree.Owner{PerPoint: []string{"m%acc"}})
	translate.All(w)
	if p := w.Procedures[0]; p.Fault == nil || !strings.Contains(p.Fault.Reason, "which is written and has the names a and b") {
		t.Error(p.Fault)
	}
}
