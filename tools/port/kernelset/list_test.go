package kernelset

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

const gas = `module gas
  implicit none
  integer :: ns = 3
  real(8) :: r = 2
contains
  subroutine mix(t, y, rho, flag, extra)
    real(8), intent(in) :: t, y(ns)
    real(8), intent(out) :: rho
    integer flag
    real(8), intent(in), optional :: extra
    rho = r*t*sum(y)
    if (present(extra)) rho = rho + extra
    flag = flag + 1
  end subroutine
  real(8) function twice(x)
    real(8), intent(in) :: x
    twice = 2*x
  end function
  subroutine shape(x)
    real(8), intent(inout) :: x(:)
    x = 2*x
  end subroutine
end module
`

func routines(t *testing.T) []*translate.Routine {
	t.Helper()
	f, err := source.Parse("gas.f90", gas)
	if err != nil {
		t.Fatal(err)
	}
	list := translate.All(tree.Resolve([]*source.File{f}))
	if len(list) != 3 {
		t.Fatalf("%d routines", len(list))
	}
	return list
}

func TestLines(t *testing.T) {
	text := List(routines(t))
	for _, want := range []string{
		"kernel p_gas_mix; in t:real(8); in y:real(8)(ns); out rho:real(8); inout flag:integer(4); in extra:real(8)?; shared gas%ns:integer(4); shared gas%r:real(8)\n",
		"kernel p_gas_twice; in x:real(8); result :real(8)\n",
		"kernel p_gas_shape; inout x:real(8)(:)\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks %s", text, want)
		}
	}
}

func TestEntriesRunTheFortranOverPoints(t *testing.T) {
	for _, name := range []string{"gfortran", "g++"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("skipped: %v: the entries over points were not run", err)
		}
	}
	list := routines(t)
	folder := t.TempDir()
	set := New(list, Loops{}, func(*tree.Procedure) bool { return true })
	entries := set.Entries()
	if !strings.Contains(entries, "shape has no entry: the argument x has an assumed shape") {
		t.Error("no reason for the routine without an entry")
	}
	description, err := set.Source("1.2.3", 0, source.Kinds{Real: 4, Double: 8, Four: 4})
	if err != nil {
		t.Fatal(err)
	}
	program := `#include <stdio.h>
#include "port.h"
#include "points.h"
extern "C" long points_p_gas_mix(const f_array *, const double *, const f_region *, long, long);
extern "C" long points_p_gas_twice(const f_array *, const double *, const f_region *, long, long);
extern "C" void sizes_p_gas_mix(const double *, long *);
extern "C" const char drawbridge_kernel_set[];
int main()
{
  double t[2] = {10, 20}, y[6] = {1, 4, 2, 5, 3, 6}, rho[2], answer[2], flag[2] = {0, 7}; // y: two points, three components, points first
  double grid[12] = {-1, -1, -1, -1, 3, -1, -1, 4, -1, -1, -1, -1}, twice[12] = {};       // 2 x 2 points, rows of 3
  const f_array mix[] = {{t, 1}, {y, 1, 0, 0, 2}, {flag, 1}, {}, {rho, 1}, {flag, 1}}, other[] = {{t, 1}, {answer, 1}};
  const f_array rows[] = {{grid + 4, 1, 3}, {twice + 4, 1, 3}};
  const f_region region = {2, 2, 0};
  const double numbers[5] = {};
  long counts[5];
  points_p_gas_mix(mix, 0, 0, 0, 2);
  points_p_gas_twice(other, 0, 0, 1, 2);
  points_p_gas_twice(rows, 0, &region, 0, 4);
  sizes_p_gas_mix(numbers, counts);
  printf("%g %g %g %g %g %g %g %ld %.11s\n", rho[0], rho[1], flag[0], flag[1], answer[1], twice[4], twice[7], counts[1], drawbridge_kernel_set);
}
`
	for name, text := range map[string]string{"gas.f90": gas, "points.cpp": entries, "points.h": PointsHeader(), "set.cpp": description, "port.h": translate.Prelude(), "main.cpp": program} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, words := range [][]string{{"gfortran", "-c", "gas.f90"}, {"g++", "-Wall", "-Wno-unused-variable", "-Wno-unused-function", "-c", "points.cpp", "set.cpp", "main.cpp"}, {"gfortran", "-o", "run", "gas.o", "points.o", "set.o", "main.o"}} {
		command := exec.Command(words[0], words[1:]...)
		command.Dir = folder
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", words, out)
		}
	}
	out, err := exec.Command(filepath.Join(folder, "run")).Output()
	if err != nil || string(out) != "120 600 1 8 40 6 8 3 {\"format\":3\n" {
		t.Errorf("%q %v", out, err)
	}
}

// The first variable that the text sets is named, and the option that makes it each point's own.
func TestSavedVariablesAreNamedWithTheirOption(t *testing.T) {
	f, err := source.Parse("a.f90", "subroutine outer(x, y)\nreal(8), intent(in) :: x\nreal(8), intent(out) :: y\ncall kept(x, y)\nend\n"+
		"subroutine kept(x, y)\nreal(8), intent(in) :: x\nreal(8), intent(out) :: y\nreal(8), save :: alpha, beta, middle, zeta\nmiddle = x\nzeta = x\nalpha = middle + zeta\nbeta = alpha\ny = beta\nend\n")
	if err != nil {
		t.Fatal(err)
	}
	for range 20 { // maps have another order each time
		set := New(translate.All(tree.Resolve([]*source.File{f})), Loops{}, func(*tree.Procedure) bool { return true })
		if len(set.Without()) != 2 {
			t.Fatalf("%v", set.Without())
		}
		for _, w := range set.Without() {
			if want := "the variable middle of kept has SAVE, and threads would share it; if each point has it for itself, say --per-point kept"; w.Reason != want {
				t.Fatalf("%s: %s, expected %s", w.Name, w.Reason, want)
			}
		}
	}
}

// Components of structures are arguments; what cannot be taken apart is named with the component.
func TestStructuresAreTakenApart(t *testing.T) {
	f, err := source.Parse("a.f90", `module gases
type inner
  real(8) :: a
end type
type gas
  real(8) :: t, y(3)
end type
type outer
  type(inner) :: i
end type
contains
subroutine good(g, n, z)
type(gas), intent(in) :: g
integer, intent(in) :: n
real(8), intent(out) :: z(n)
z = g%t + g%y(2)
end
subroutine nested(o)
type(outer), intent(inout) :: o
o%i%a = 1
end
subroutine many(g)
type(gas), intent(inout) :: g(2)
g(1)%t = 1
end
subroutine open(x)
real(8), intent(inout) :: x(:)
x = 1
end
end module
`)
	if err != nil {
		t.Fatal(err)
	}
	set := New(translate.All(tree.Resolve([]*source.File{f})), Loops{}, func(*tree.Procedure) bool { return true })
	var names []string
	for _, a := range set.describe("1", 0).Kernels[0].Arguments {
		names = append(names, a.Name+a.Shape)
	}
	if got := strings.Join(names, " "); got != "g%t g%y(3) n z(n)" {
		t.Error(got)
	}
	var reasons []string
	for _, w := range set.Without() {
		reasons = append(reasons, w.Name+": "+w.Reason)
	}
	for _, want := range []string{"nested: the component o%i is type(inner)", "many: the argument g is an array of a derived type", "open: the argument x has an assumed shape; declare it with an extent, such as x(n)"} {
		if !strings.Contains(strings.Join(reasons, "\n"), want) {
			t.Errorf("%s\nlacks %s", strings.Join(reasons, "\n"), want)
		}
	}
}
