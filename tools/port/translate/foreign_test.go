package translate

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"drawbridge/tools/port/tree"
)

// In the statements of a routine s(x, k), x real(8) and k integer, behind a use: the reason, or "" where it is translated.
var foreignNames = []struct{ use, declared, body, reason string }{
	// a library reserves its names
	{"mpi", "", "x = sin(x) + 1", ""},
	{"mpi", "", "call mpi_barrier(k)", "mpi_barrier of the module mpi"},
	{"mpi", "", "k = mpi_comm_world", "mpi_comm_world of the module mpi"},
	{"mpi", "", "y = x\nx = y + sin(x)", ""}, // an undeclared name is none of mpi
	{"mpi, only: mpi_comm_world", "", "x = x + 1", ""},
	{"mpi, only: n => mpi_comm_world", "", "k = n", "n of the module mpi"},
	{"mpi, only: sum => mpi_sum", "", "k = sum([k, 2])", "sum of the module mpi"},
	{"hdf5", "", "x = exp(x)", ""},
	{"hdf5", "integer(hid_t) file", "x = exp(x)", ""},
	{"hdf5", "integer(hid_t) file", "k = file", "hid_t of the module hdf5"},
	{"hdf5", "", "y = x", "y of the module hdf5"}, // its names are not listed
	{"omp_lib", "", "k = omp_get_thread_num()", "omp_get_thread_num of the module omp_lib"},
	{"drawbridge", "", "x = log(x)", ""},
	{"drawbridge", "type(frame_t) f", "call f%initialize()", "a type-bound procedure"},
	{"iso_c_binding", "real(c_double) y", "y = x\nx = y", ""},
	{"iso_c_binding, only: c_double, c_ptr", "real(c_double) y", "y = x\nx = y", ""},
	{"iso_c_binding", "type(c_ptr) y", "x = 1", ""},
	{"iso_c_binding", "external helper\ntype(c_ptr) y", "call helper(y)", "c_ptr of the module iso_c_binding"},
	{"iso_fortran_env, only: output_unit, real64", "", "x = real(k, real64)", ""},
	{"iso_fortran_env", "", "k = output_unit", "output_unit of the module iso_fortran_env"},
	{"ieee_arithmetic, only: ieee_is_nan, ieee_class", "", "if (ieee_is_nan(x)) x = 1", ""},
	// others, with a list
	{"nowhere, only: a, b => c", "", "x = sin(x)", ""},
	{"nowhere, only: a, b => c", "", "x = a", "a of the module nowhere, whose file is not given"},
	{"nowhere, only: a, b => c", "", "x = b(x)", "b of the module nowhere, whose file is not given"},
	{"nowhere, only: a, b => c", "", "c = x\nx = c", ""},
	{"nowhere, only: sin", "", "x = sin(x)", "sin of the module nowhere, whose file is not given"},
	{"nowhere, only: wp", "real(wp) y", "y = x", "wp of the module nowhere, whose file is not given"},
	{"nowhere, only: wp", "", "x = 1.0_wp", "wp of the module nowhere, whose file is not given"},
	{"nowhere, only: n", "real(8) y(n)", "y = x", "n of the module nowhere, whose file is not given"},
	{"nowhere, only: n", "integer, parameter :: m = n + 1", "k = m", "n of the module nowhere, whose file is not given"},
	{"nowhere, only: n", "integer j\ndata j /n/", "k = j", "n of the module nowhere, whose file is not given"},
	{"nowhere, only: n", "", "do n = 1, 3\nx = x + 1\nend do", "n of the module nowhere, whose file is not given"},
	{"nowhere, only: n", "", "x = sum([(i*x, i = 1, n)])", "n of the module nowhere, whose file is not given"},
	{"nowhere, only:", "", "y = sin(x)\nx = y", ""},
	{"nowhere, only: operator(+)", "", "x = x + 1", ""}, // + of two numbers cannot be another
	// others, without
	{"nowhere", "", "x = x + k", ""},
	{"nowhere", "real(8) y", "y = x\nx = y", ""},
	{"nowhere", "", "y = x", "y, which may be a name of the module nowhere, whose file is not given"},
	{"nowhere", "", "x = sin(x)", "sin, which may be a name of the module nowhere, whose file is not given"},
	{"nowhere", "intrinsic sin", "x = sin(x)", ""},
	{"nowhere", "intrinsic sin", "x = sin(x) + cos(x)", "cos, which may be a name of the module nowhere, whose file is not given"},
	{"nowhere", "", "call helper(x)", "helper, which may be a name of the module nowhere, whose file is not given"},
	{"nowhere", "external helper", "call helper(x)", ""},
	{"nowhere", "", "call inner(x)\ncontains\nsubroutine inner(y)\nreal(8) y\ny = 1\nend subroutine", ""},
	{"nowhere", "", "call inner(x)\ncontains\nsubroutine inner(y)\nreal(8) y\ny = z\nend subroutine", "z, which may be a name of the module nowhere, whose file is not given"},
	{"nowhere", "real(8) twice, y\ntwice(y) = 2*y", "x = twice(x)", ""},
	{"nowhere", "twice(y) = 2*y", "x = twice(x)", "twice, which may be a name of the module nowhere, whose file is not given"},
	{"nowhere, near => far", "", "x = near", "near of the module nowhere, whose file is not given"},
	{"nowhere", "real(8) y\ncommon /block/ y", "x = y", ""},
}

func TestNamesOfModulesThatAreNotGiven(t *testing.T) {
	for _, c := range foreignNames {
		inner := ""
		if at := strings.Index(c.body, "contains"); at < 0 {
			inner = "contains\n"
		} else {
			inner = ""
		}
		text := "subroutine s(x, k)\nuse " + c.use + "\nreal(8) x\ninteger k\n" + c.declared + "\n" + c.body + "\nend\nsubroutine helper(x)\nreal(8) x\nx = 2\nend\n"
		reasonOf(t, text, "s", c.reason)
		if inner != "" && !strings.Contains(c.declared, "common") && !strings.Contains(c.declared, "external") { // the same use in the module around it
			text = "module m\nuse " + c.use + "\ncontains\nsubroutine s(x, k)\nreal(8) x\ninteger k\n" + c.declared + "\n" + c.body + "\nend subroutine\nend module\n"
			reasonOf(t, text, "s", c.reason)
			// and by a module that passes it on
			text = "module m\nuse " + c.use + "\nend module\nsubroutine s(x, k)\nuse m\nreal(8) x\ninteger k\n" + c.declared + "\n" + c.body + "\nend\n"
			reasonOf(t, text, "s", c.reason)
		}
	}
}

// reasonOf compares the reason against a routine with what is expected.
func reasonOf(t *testing.T, text, name, want string) {
	t.Helper()
	w, _ := world(t, text)
	var p *tree.Procedure
	for _, q := range w.Procedures {
		if q.Name == name {
			p = q
		}
	}
	switch {
	case p == nil:
		t.Errorf("%s\nhas no %s", text, name)
	case want == "" && p.Fault != nil:
		t.Errorf("%s\n%v", text, p.Fault)
	case want != "" && (p.Fault == nil || !strings.Contains(p.Fault.Reason, want) || p.Fault.Cure == "" || p.Fault.Line == 0):
		t.Errorf("%s\n%+v, expected %q", text, p.Fault, want)
	}
}

// A module with routines whose reasons stand behind them as !> reason.
var foreignModules = []string{`
module a
  use mpi
  use nowhere, only: operator(==), thing, wp
  implicit none
  private
  public :: gas, mix, still, setup, comm, both
  integer :: comm = mpi_comm_world
  real(8) :: still = 1, late
  type(thing) :: things
  type gas
    real(8) :: t, p
  end type
  type holder
    type(thing) :: x
  end type
  type(holder) :: held
  interface both
    module procedure mix, setup
  end interface
  save late
contains
  subroutine mix(t) ! >
    real(8), intent(inout) :: t
    t = t*still
  end subroutine
  subroutine setup(k) ! > of the module mpi
    integer, intent(out) :: k
    k = comm
  end subroutine
  subroutine holds(k) ! > thing of the module nowhere
    integer, intent(out) :: k
    k = held%x
  end subroutine
  subroutine copy(g, h) ! >
    type(gas), intent(in) :: g
    type(gas), intent(out) :: h
    h = g
  end subroutine
end module
module b
  use a
  implicit none
contains
  subroutine calls(t) ! >
    real(8), intent(inout) :: t
    call mix(t)
  end subroutine
  subroutine uses(k) ! > of the module mpi
    integer, intent(out) :: k
    k = comm
  end subroutine
  subroutine sine(t) ! >
    real(8), intent(inout) :: t
    t = sin(t)
  end subroutine
end module
subroutine beside(t, k) ! >
  use a, only: mix, comm
  real(8), intent(inout) :: t
  integer, intent(in) :: k
  call mix(t)
end subroutine
module grown
  use nowhere, only: wp
  implicit none
  type base
    integer :: n
    real(wp), allocatable :: x(:)
  end type
  type, extends(base) :: child
    integer :: m
  end type
contains
  subroutine counts(c, k) ! > wp of the module nowhere
    type(child), intent(in) :: c
    integer, intent(out) :: k
    k = c%n
  end subroutine
end module
`, `
module types
  type gas
    real(8) :: t, p
  end type
  interface twice
    module procedure doubled
  end interface
contains
  subroutine doubled(x) ! >
    real(8), intent(inout) :: x
    x = 2*x
  end subroutine
  subroutine assigns(g, h) ! >
    type(gas), intent(in) :: g
    type(gas), intent(out) :: h
    h = g
  end subroutine
end module
module c
  use types
  use nowhere
  implicit none
contains
  subroutine copies(g, h) ! > an assignment of a derived type, which the module nowhere may define
    type(gas), intent(in) :: g
    type(gas), intent(out) :: h
    h = g
  end subroutine
  subroutine parts(g, h) ! >
    type(gas), intent(in) :: g
    type(gas), intent(out) :: h
    h%t = g%t
    h%p = g%p
  end subroutine
  subroutine generic(x) ! > twice, which may be a name of the module nowhere
    real(8), intent(inout) :: x
    call twice(x)
  end subroutine
  subroutine specific(x) ! >
    real(8), intent(inout) :: x
    call doubled(x)
  end subroutine
end module
subroutine hides(x, k) ! > doubled, which may be a name of the module elsewhere
  use types, only: gas
  real(8), intent(inout) :: x
  integer, intent(in) :: k
  call inner
contains
  subroutine inner
    use elsewhere
    call doubled(x)
  end subroutine
end subroutine
subroutine defines(g, h) ! > an assignment of a derived type, which the module nowhere may define
  use types, only: gas
  use nowhere, only: assignment(=)
  type(gas), intent(in) :: g
  type(gas), intent(out) :: h
  h = g
end subroutine
`, `
module kept
  use nowhere, only: n
  private
  public n
end module
module hidden
  use nowhere
  private
  integer, public :: k
end module
subroutine one(x) ! > n of the module nowhere
  use kept
  real(8), intent(inout) :: x
  x = n
end subroutine
subroutine two(x) ! >
  use hidden
  real(8), intent(inout) :: x
  x = sin(x) + k
end subroutine
`}

var expectedReason = regexp.MustCompile(`subroutine (\w+)\(.*! >(.*)`)

func TestModulesThatUseModulesThatAreNotGiven(t *testing.T) {
	for i, text := range foreignModules {
		found := expectedReason.FindAllStringSubmatch(text, -1)
		if len(found) < 2 {
			t.Fatal("no expectation is read")
		}
		for _, m := range found {
			t.Run(fmt.Sprint(i, m[1]), func(t *testing.T) { reasonOf(t, text, m[1], strings.TrimSpace(m[2])) })
		}
	}
}

// What a type brings that is called without its name is refused where the type is used.
func TestProceduresThatTypesCallThemselves(t *testing.T) {
	for bound, reason := range map[string]string{"procedure :: show": "", "generic :: set => show": "",
		"final :: show": "a derived type with FINAL", "generic, public :: assignment(=) => show": "a derived type with an assignment of its own"} {
		reasonOf(t, "module m\ntype gas\nreal(8) :: t\ncontains\n"+bound+"\nend type\ncontains\nsubroutine s(x)\nreal(8), intent(inout) :: x\ntype(gas) :: g, h\ng%t = x\nh = g\nx = h%t\nend subroutine\nend module\n", "s", reason)
	}
}

// Every public name of Drawbridge's module is known as one of it.
func TestNamesOfDrawbridge(t *testing.T) {
	text, err := os.ReadFile("../../../fortran/drawbridge.f90")
	if err != nil {
		t.Fatal(err)
	}
	joined := regexp.MustCompile(`&\s*\n\s*`).ReplaceAllString(strings.ToLower(string(text)), "")
	count := 0
	for _, m := range regexp.MustCompile(`(?m)^  (?:.*, )?public ::(.*)$`).FindAllStringSubmatch(joined, -1) {
		for _, name := range strings.Split(m[1], ",") {
			name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
			count++
			reasonOf(t, "subroutine s(k)\nuse drawbridge\ninteger k\nk = "+name+"\nend\n", "s", name+" of the module drawbridge")
		}
	}
	if count < 20 {
		t.Errorf("%d public names were found", count)
	}
}

// A declaration that is not read keeps only those routines from being ported that use its names.
func TestDeclarationsThatAreNotRead(t *testing.T) {
	text := "module m\nimplicit none\nreal(8), parameter :: list(2) = [nothing :: 1, 2], other = 2\nreal(8), parameter :: twice = 2*list(1)\ninteger, parameter :: wp = 8\ncontains\n" +
		"subroutine plain(x)\nreal(wp), intent(inout) :: x\nreal(8), pointer :: unused(:) => null(), more\nx = x + 1\nend subroutine\n" +
		"subroutine first(x)\nreal(8), intent(inout) :: x\nx = list(1)\nend subroutine\n" +
		"subroutine second(x)\nreal(8), intent(inout) :: x\nx = other\nend subroutine\n" +
		"subroutine third(x)\nreal(8), intent(inout) :: x\nx = twice\nend subroutine\nend module\n"
	for name, reason := range map[string]string{"plain": "", "first": "the type nothing in an array constructor", "second": "the type nothing in an array constructor", "third": "the type nothing in an array constructor"} {
		reasonOf(t, text, name, reason)
	}
}

// Declarations of a module that are not read, or that change what others mean.
var strangeDeclarations = []string{"frobnicate now", "implicit real(nothing) (a-h)", "equivalence (a, b(1))", "common /c/ a", "real(8), pointer :: p(:)", "interface operator(.x.)\nmodule procedure y\nend interface", "procedure(f), pointer :: g",
	"type, extends(nothing) :: t\nend type", "real(8) :: z = [1, 2", "namelist /n/ a", "data a /1, 2/", "use nowhere", "integer, parameter :: n = huge(nothing)", "complex :: a", "enum, bind(c)\nenumerator :: red\nend enum", "include 'nowhere.h'", "private", "save", "end interface"}

// Routines that are translated without the file of a module are translated with it, whatever it holds.
func TestMoreFilesPortNoFewerRoutines(t *testing.T) {
	users := "subroutine plain(x)\nuse strange\nreal(8) x\nx = x + 1\nend\nsubroutine calls(x)\nuse strange, only: other\nreal(8) x\ncall inner(x)\nx = sqrt(x)\nend\nsubroutine inner(x)\nuse strange, q => a\nintrinsic sin\nreal(8) x\nx = sin(x)\nend\n" +
		"subroutine uses(x)\nuse strange\nreal(8) x\nx = a + n\nend\nsubroutine only_uses(x)\nuse strange, only: a\nreal(8) x\nx = a\nend\n"
	alone, _ := world(t, users)
	for _, d := range strangeDeclarations {
		both, _ := world(t, "module strange\nreal(8) :: a, b(2)\n"+d+"\nend module\n"+users)
		for i, p := range alone.Procedures {
			if q := both.Procedures[i]; p.Fault == nil && q.Fault != nil {
				t.Errorf("%q refuses %s: %v", d, q.Name, q.Fault)
			}
		}
	}
	both, _ := world(t, "module strange\nreal(8) :: a, b(2)\nfrobnicate now\nend module\n"+users)
	for _, p := range both.Procedures[3:] {
		if p.Fault == nil || !strings.Contains(p.Fault.Reason, `a, which may be a name of the module strange: the statement "frobnicate"`) {
			t.Errorf("%s: %v", p.Name, p.Fault)
		}
	}
}
