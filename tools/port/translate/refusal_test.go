package translate

import (
	"fmt"
	"strings"
	"testing"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/tree"
)

// world translates one text of free form.
func world(t *testing.T, text string) (*tree.Program, []*Routine) {
	t.Helper()
	f, err := source.Parse("a.f90", text)
	if err != nil {
		t.Fatal(err)
	}
	w := tree.Resolve([]*source.File{f})
	return w, All(w)
}

// A body of subroutine s(x, k, a), and a part of the reason for which it is refused.
var refused = [][2]string{
	{"write (*, *) x", "I/O (write)"},
	{"print *, x", "I/O (print)"},
	{"stop", "STOP"},
	{"error stop", "ERROR STOP"},
	{"if (k > 1) stop 1", "STOP"},
	{"real(8), pointer :: p\np => null()", "pointer"},
	{"real(8), allocatable :: p(:)\nallocate (p(3))\nx = p(1)", "ALLOCATE"},
	{"common /block/ x1\nx = x1", ""},
	{"common /block/ x1\nx1 = x", "the variable x1 of COMMON is written"},
	{"common /block/ x1(3)\ncall sets(x1(2))\nend\nsubroutine sets(y)\nreal y\ny = 1", "the variable x1 of COMMON is written"},
	{"common /block/ x\nx = 1", "COMMON of x"},
	{"common /block/ x1(k)\nx = x1(1)", "COMMON of x1"},
	{"character c\ncommon c\nx = 1", ""},
	{"character c\ncommon c\nx = ichar(c)", "COMMON of c"},
	{"character c\ncommon c, y\nx = y", "COMMON of c"},
	{"character c\ncommon c, y\nreal y, z\nequivalence (y, z)\nx = z", "COMMON of c"},
	{"character c\ncommon /b/ c /d/ y\nx = y", ""},
	{"real(8) b(2)\ndata b /1d0/\nx = 1", ""},
	{"real(8) b(2)\ndata b /1d0/\nx = b(1)", "DATA"},
	{"real(8) b(2), c\ndata c, (b(i), i = 1, 3) /4*1d0/\nx = c", "DATA"},
	{"real b\ncommon y\nequivalence (b, y)\nx = b", "EQUIVALENCE of y"},
	{"equivalence (x, y)\nx = y", "EQUIVALENCE"},
	{"real(8) b\nequivalence (b, a)\nx = b", "EQUIVALENCE of a"},
	{"real(8) b, c(2)\ninteger n\nequivalence (n, c(1)), (n, c(2))\nx = n", "two places"},
	{"real(8) b\ninteger n(3)\nequivalence (n(2), b), (n, c)\nreal(8) c\nx = b", "across the others"},
	{"real(8) b\ninteger n(2)\nequivalence (n, b)\nsave b\nn(1) = k\nx = b", "SAVE"},
	{"real(8) b\ninteger n(2)\nequivalence (n, b)\nb = x\nk = n(2)", ""},
	{"logical :: first = .true.\nreal(8), save :: e\nif (first) then\nfirst = .false.\ne = 2\nend if\nx = e", ""},
	{"logical :: first = .true.\nreal(8), save :: e\nif (first) then\nfirst = .false.\ne = x\nend if\nx = e", "SAVE"},
	{"logical :: first = .true.\nreal(8), save :: e\nif (first) then\nfirst = .false.\ne = 2\nend if\nx = e\ne = e + 1", "SAVE"},
	{"logical :: first = .true.\nreal(8), save :: e\nif (.not. first) then\nfirst = .false.\ne = 2\nend if\nx = e", "SAVE"},
	{"logical :: first = .true.\nreal(8), save :: e\nif (first) then\nif (k > 1) return\ne = 2\nfirst = .false.\nend if\nx = e", "SAVE"},
	{"logical :: first = .true.\nreal(8), save :: e\nx = e\nif (first) then\ne = 2\nfirst = .false.\nend if", "SAVE"},
	{"logical :: first = .true.\nreal(8), save :: e\n10 x = 1\nif (first) then\ne = 2\nfirst = .false.\nend if\nx = e", "SAVE"},
	{"logical :: first = .true.\nreal(8), save :: e\nif (first) then\ne = 2\nfirst = .false.\nend if\ncall sets(e)\nend\nsubroutine sets(y)\nreal(8) y\ny = y + 1", "SAVE"},
	{"integer :: n = 0\nif (n < 2) then\nn = 1\nend if\nx = n", "SAVE"},
	{"character(2) c(3)\nif (c(1) == 'ab') x = 1", "a plain local variable"},
	{"character(2), save :: c\nif (x > 1) c = 'ab'", "a plain local variable"},
	{"character(2) :: c = 'ab'\nif (x > 1) c = 'cd'", "a plain local variable"},
	{"character(2) c\nc = x", "real(8) is assigned to the text c"},
	{"character(2) c\nc = 'a' // x", "// of character and real(8)"},
	{"call named('abc', x)\nend\nsubroutine named(c, y)\ncharacter(*) c\nreal(8) y\nif (c // 'x' == 'abcx') y = 1", "whose length is not known"},
	{"call named('abc', x)\nend\nsubroutine named(c, y)\ncharacter(4) c\nreal(8) y\nif (c == 'abcd') y = 1", "a text of 3 characters"},
	{"call named('abc', x)\nend\nsubroutine named(c, y)\ncharacter(*) c\nreal(8) y\nif (c < 'abcd') y = 1", "of character and character"},
	{"call named('abc', x)\nend\nsubroutine named(c, y)\ncharacter(*) c\nreal(8) y\ny = ichar(c)", "not known to have one character"},
	{"call named(k, x)\nend\nsubroutine named(c, y)\ncharacter(*) c\nreal(8) y\nif (c == 'a') y = 1", "integer(4) for the argument c"},
	{"call named('abc', x)\nend\nsubroutine named(c, y)\ncharacter(*) c\nreal(8) y\nc = 'd'", "'abc' for the argument c of named, which is written"},
	{"interface either\nsubroutine one(y)\nreal(8) y\nend subroutine\nend interface\ncall either(x)", "the generic procedure either"},
	{"entry other(x)", "ENTRY"},
	{"complex :: z\nz = x", "complex"},
	{"complex :: z\nx = real(z)", "complex"},
	{"real(16) :: q\nq = x", "real(16)"},
	{"integer(2) :: i\ni = k", "integer(2)"},
	{"goto 10\nif (k > 1) then\n10 x = 1\nend if", "inside of another block"},
	{"goto 99", "no statement has"},
	{"real(8), save :: last\nx = last\nlast = x", "SAVE"},
	{"real(8) :: last = 1\nx = last\nlast = x", "SAVE"},
	{"real(8), save :: last\nif (k > 1) last = x\nx = last", "SAVE"},
	{"real(8), save :: last\nlast = x\nx = last", ""},
	{"real(8), save :: last\ndo k = 1, 3\nlast = x\nend do\nx = last", "SAVE"},
	{"real(8), save :: last\nif (k > 1) goto 10\nlast = x\n10 x = last", "SAVE"},
	{"real(8), save :: last\n10 if (k > 1) then\nlast = x\nk = k - 1\ngoto 10\nelse\nx = 2*last\nend if", "SAVE"},
	{"real(8), save :: last(3)\nlast = x\na = last", "SAVE"},
	{"real(8), save :: last\ndo\nlast = x\nif (last > 1) exit\nx = x + 1\nend do\nx = last", ""},
	{"real(8), save :: last\ndo\nif (x > 1) exit\nlast = x\nx = x + 1\nend do\nx = last", "SAVE"},
	{"real(8), save :: last\nselect case (k)\ncase (1)\nlast = x\ncase default\nlast = 2\nend select\nx = last", ""},
	{"real(8), save :: last\nselect case (k)\ncase (1)\nlast = x\nend select\nx = last", "SAVE"},
	{"real(8), save :: last\ncall sets(last, k)\nx = last\nend\nsubroutine sets(y, n)\nreal(8) y\ninteger n\ny = n", ""},
	{"real(8), save :: last\ncall sets(last, k)\nx = last\nend\nsubroutine sets(y, n)\nreal(8) y\ninteger n\nif (n > 1) return\ny = n", "SAVE"},
	{"real(8), save :: last\ncall sets(last, k)\nx = last\nend\nsubroutine sets(y, n)\nreal(8) y\ninteger n\ny = y + n", "SAVE"},
	{"real(8), save :: t\nreal(8) f\nx = f(t) + x\nend\nreal(8) function f(y)\nreal(8), intent(out) :: y\ny = 2\nf = y", ""},
	{"real(8), save :: t\nreal(8) f\nx = f(t) + x\nend\nreal(8) function f(y)\nreal(8) y\nf = y\ny = 2", "SAVE"},
	{"integer n\nassign 10 to n\ngoto n\n10 x = n", "n, which is a number elsewhere"},
	{"integer, save :: n\nassign 10 to n\ngoto n\n10 x = 1", "SAVE"},
	{"assign 10 to k\ngoto k\n10 x = 1", "k, which is not a plain local integer"},
	{"integer n\nassign 10 to n\nif (x > 1) then\n10 x = 1\nend if\ngoto n", "inside of another block"},
	{"call whole(a(2))\nend\nsubroutine whole(n)\ninteger n(2)\nn = 1", ""},
	{"call whole(a(2))\nend\nsubroutine whole(n)\ninteger n\nn = 1", "real(8) for the argument n"},
	{"call whole(a)\nend\nsubroutine whole(l)\nlogical l(2)\nl = .true.", "real(8) for the argument l"},
	{"call whole(a(1:3:2))\nend\nsubroutine whole(n)\ninteger n(2)\nn = 1", "real(8) for the argument n"},
	{"call inner(a)\ncontains\nsubroutine inner(n)\ninteger n(2)\nn = 1\nend subroutine", "real(8) for the argument n"},
	{"integer i\ndata i /1/\ni = i + 1\nx = i", "SAVE"},
	{"call nowhere(x)", "unknown procedure nowhere"},
	{"x = nowhere(x)", "unknown procedure nowhere"},
	{"use nowhere\nx = 1", ""},
	{"use mpi\nx = 1", ""},
	{"call s(x, k, a)", "recursion"},
	{"x = transfer(k, x)", "the intrinsic transfer"},
	{"x = iall([k])", "the intrinsic iall"},
	{"x = norm2(reshape(a, [1, 3]), 1)", "norm2("},
	{"x = norm2([k])", "norm2 of a integer(4)"},
	{"a = [nothing :: 1, 2, 3]", "the type nothing in an array constructor"},
	{"a = [character(3) :: 'a', 'b']", "in an array constructor"},
	{"associate (y => a(1))\nx = y(1)\nend associate", "subscripts of y"},
	{"associate (n => 3)\ndo n = 1, 2\nend do\nend associate", "the variable n of a loop"},
	{"block\nreal(8) :: y\nsave :: y\ny = x\nx = y\nend block", "save inside of block"},
	{"block\nreal(8) :: y\ndata y /1d0/\nx = y\nend block", "data inside of block"},
	{"x = iand(k, z'0f')", "the constant z'0f'"},
	{"select case (k)\ncase (int(z'1ffffffff'))\nx = 1\nend select", "the case int(z'1ffffffff')"},
	{"logical :: first = .true.\nreal(8), save :: e\nif (first) then\ne = 2\nend if\nif (k > 1) return\nfirst = .false.\nx = e", "SAVE"},
	{"logical :: first = .true.\nreal(8), save :: e\nif (first) then\ne = 2\nendif\n10 first = .false.\nx = e\nif (k > 1) goto 10", "SAVE"},
	{"logical :: first = .true.\nreal(8), save :: e\nif (first) then\ne = 2\nendif\nfirst = .true.\nx = e", "SAVE"},
	{"call random_number(x)", "unknown procedure random_number"},
	{"external f\nreal(8) f\nx = f(x)", "unknown procedure f"},
	{"a(1:3:2) = a([1, 3])", "vector subscript"},
	{"do concurrent (k = 1:3)\nx = 1\nend do", "DO CONCURRENT"},
	{"forall (k = 1:3) a(k) = x", "FORALL"},
	{"k = 'a' // 'b'", "character where integer(4)"},
	{"x = k .and. k", "of integer(4)"},
	{"if (k) x = 1", "logical is expected"},
	{"x = a", "array"},
	{"x = maxloc(a, 2)", "maxloc"},
	{"call one(a)", "unknown procedure one"},
	{"call inner(x, x)\ncontains\nsubroutine inner(b)\nreal(8) b\nb = 1\nend subroutine", "arguments of the call"},
	{"call inner(k)\ncontains\nsubroutine inner(b)\nreal(8) b\nb = 1\nend subroutine", "integer(4) for the argument b"},
	{"call inner(x + 1)\ncontains\nsubroutine inner(b)\nreal(8) b\nb = 1\nend subroutine", "an expression for the argument b"},
	{"call inner\ncontains\nsubroutine inner\nwrite (*, *) 1\nend subroutine", "I/O (write)"},
	{"real(8), parameter :: c = 2\nc = x", "parameter"},
	{"x = 1/0", "division by zero"},
	{"implicit none\nx = y", "unknown name y"},
	{"where (a > 0)\na = sum(a)\nend where", "inside of where"},
	{"do x = 1, 3\nend do", "loop variable"},
	{"use counts\ninteger, pointer :: p\np => nsteps\ndo p = 1, 3\nx = x + nsteps\nend do\nend\nmodule counts\ninteger, target :: nsteps = 4", "the pointer p counts a loop: what it leads to is written"},
	{"use counts\ninteger, pointer :: p\np => nsteps\ncall bump(p)\nx = nsteps\nend\nsubroutine bump(n)\ninteger n\nn = n + 1\nend\nmodule counts\ninteger, target :: nsteps = 4", "what p leads to is written"},
	{"use counts\ninteger, pointer :: p\np => nsteps\nx = x + p\nend\nmodule counts\ninteger, target :: nsteps = 4", ""},
	{"select case (x)\ncase (1)\nend select", "select case of a real(8)"},
	{"exit", "without its loop"},
	{"namelist /n/ x, k /m/ a\nx = 1", ""},
	{"namelist /n/ x\nread (5, n)", "I/O (read)"},
	{"include 'a.h'", "INCLUDE"},
	{"real(8) bump\nx = bump(a(1)) + a(1)\nend\nreal(8) function bump(y)\nreal(8) y\ny = y + 1\nbump = y", "bump, which changes more than its result"},
	{"real(8) bump\nif (x > 0 .and. bump(x) > 0) x = 1\nend\nreal(8) function bump(y)\nreal(8) y\ny = y + 1\nbump = y", "bump, which changes more than its result"},
	{"real(8) bump\nx = bump(a(1))\nend\nreal(8) function bump(y)\nreal(8) y\ny = y + 1\nbump = y", ""},
	{"real(8) bump, z\nz = 1\nx = bump(z) + a(1)\nend\nreal(8) function bump(y)\nreal(8) y\ny = y + 1\nbump = y", ""},
	{"real(8) bump, z\nz = 1\nx = bump(z) + z\nend\nreal(8) function bump(y)\nreal(8) y\ny = y + 1\nbump = y", "bump, which changes more than its result"},
	{"real(8) bump, z\nz = 1\na(int(z)) = bump(z) + 1\nend\nreal(8) function bump(y)\nreal(8) y\ny = y + 1\nbump = y", "bump, which changes more than its result"},
	{"real(8) bump, z\nz = 1\nx = merge(bump(z), 1d0, k > 1)\nend\nreal(8) function bump(y)\nreal(8) y\ny = y + 1\nbump = y", "bump, which changes more than its result"},
	{"real(8) bump, z\nz = 1\nx = bump(z) + bump(z)\nend\nreal(8) function bump(y)\nreal(8) y\ny = y + 1\nbump = y", "bump, which changes more than its result"},
	{"x = inner() + x\ncontains\nreal(8) function inner()\nx = x + 1\ninner = 2\nend function", "inner, which changes more than its result"},
	{"x = exp(sign(sin(1.1), -2.0))", "a function of constants that the compiler folds"},
	{"x = y%z", "component"},
	{"x = twice(x)\nend\nreal(8) function twice(y)\nreal(8) y\ntwice = 2*y", "twice, which is real(4) here and real(8) in its file"},
	{"real(8) twice\nx = twice(x)\nend\nreal(8) function twice(y)\nreal(8) y\ntwice = 2*y", ""},
	{"class(*), pointer :: c\nx = 1", ""},
	{"real(8), target :: b\nb = x\nx = b", ""},
	{"call both(x, a(1))\nend\nsubroutine both(y, z)\nreal(8), target :: y, z\ny = z", ""},
	{"call both(a(2), a(1))\nend\nsubroutine both(y, z)\nreal(8), target :: y, z\ny = z", "a for two arguments of both that are targets"},
	{"call both(a(2), a(1))\nend\nsubroutine both(y, z)\nreal(8) :: y, z\ny = z", ""},
}

func TestRefusals(t *testing.T) {
	for _, c := range refused {
		lines := strings.Split(c[0], "\n")
		head, body := []string{}, lines
		if strings.HasPrefix(lines[0], "use") || strings.HasPrefix(lines[0], "implicit") {
			head, body = lines[:1], lines[1:]
		}
		text := "subroutine s(x, k, a)\n" + strings.Join(head, "\n") + "\nreal(8) :: x, a(3)\ninteger :: k\n" + strings.Join(body, "\n") + "\nend\n"
		w, _ := world(t, text)
		var s *tree.Procedure
		for _, p := range w.Procedures {
			if p.Name == "s" {
				s = p
			}
		}
		switch {
		case c[1] == "" && s.Fault != nil:
			t.Errorf("%q: %v", c[0], s.Fault)
		case c[1] != "" && (s.Fault == nil || !strings.Contains(s.Fault.Reason, c[1]) || s.Fault.Cure == "" || s.Fault.Line == 0):
			t.Errorf("%q: %+v, expected %q", c[0], s.Fault, c[1])
		}
	}
}

func TestModulesThatAreWrittenOrHidden(t *testing.T) {
	w, list := world(t, `module m
  private
  real(8) :: hidden = 1, shown = 2
  public shown, writes, reads
contains
  subroutine writes(x)
    real(8) x
    shown = x
  end subroutine
  subroutine reads(x)
    real(8) x
    x = hidden + shown
  end subroutine
end module
subroutine user(x)
  use m
  implicit none
  real(8) x
  x = shown
end subroutine
subroutine wrong(x)
  use m
  implicit none
  real(8) x
  x = hidden
end subroutine
`)
	want := map[string]string{"writes": "module variable shown is written", "reads": "", "user": "", "wrong": "unknown name hidden"}
	for _, p := range w.Procedures {
		if got := want[p.Name]; got == "" && p.Fault != nil || got != "" && (p.Fault == nil || !strings.Contains(p.Fault.Reason, got)) {
			t.Errorf("%s: %v, expected %q", p.Name, p.Fault, got)
		}
	}
	if len(list) != 2 || len(list[0].Modules) == 0 {
		t.Errorf("%d routines", len(list))
	}
	if text := Text(list); !strings.Contains(text, "__device__ double m_m_shown;") || !strings.Contains(text, "#define m_m_shown __m_MOD_shown") {
		t.Error(text)
	}
}

// A generic name to which a module adds its own procedures is refused: the better match may be in the other module.
func TestGenericNameOfTwoModules(t *testing.T) {
	w, _ := world(t, `module a
interface twice
module procedure list
end interface
contains
real(8) function list(x)
real(8) :: x(:)
list = 2*sum(x)
end function
end module
module b
use a
interface twice
module procedure one
end interface
contains
elemental real(8) function one(x)
real(8), intent(in) :: x
one = 3*x
end function
subroutine both(x, y)
real(8) :: x(3), y
y = twice(x)
end subroutine
end module
`)
	for _, p := range w.Procedures {
		if p.Name == "both" && (p.Fault == nil || p.Fault.Reason != "the generic procedure twice") {
			t.Errorf("both: %v", p.Fault)
		}
	}
}

// nested is ASSOCIATE in ASSOCIATE, each with twice the text of the one around.
func nested(levels int, first string) string {
	text, ends := "associate (a0 => "+first+")\n", "end associate"
	for k := 1; k <= levels; k++ {
		text += fmt.Sprintf("associate (a%d => a%d + a%d)\n", k, k-1, k-1)
		ends += "\nend associate"
	}
	return text + fmt.Sprintf("y = a%d\n", levels) + ends
}

// Constructs that are not translated are named as the owner wrote them, with what to write instead.
func TestConstructsThatAreNamed(t *testing.T) {
	for body, want := range map[string][2]string{
		"associate (z => x(i))\n i = 2\n y = z\n end associate":                                       {"an ASSOCIATE whose selector depends on i", "write the names out"},
		"associate (z => x(1)*i)\n call s(i)\n y = z\n end associate":                                 {"an ASSOCIATE whose selector depends on i", "write the names out"},
		"associate (z => x(1:2))\n y = z(1)\n end associate":                                          {"subscripts of z", "write it out"},
		"associate (z => x + 1)\n y = z(1)\n end associate":                                           {"subscripts of z", "write it out"},
		"associate (z => x(1) + 1)\n z = 2\n y = z\n end associate":                                   {"", ""},
		"associate (z => x(1))\n y = z\n end block":                                                   {"end block without its beginning", ""},
		"block\n real(8) z(k(1))\n z = x(1)\n y = z(1)\n end block":                                   {"the extents of an array of a BLOCK", "constant extents"},
		"block\n use iso_c_binding\n y = 1\n end block":                                               {"use inside of block", "at the top of the routine"},
		"block\n type t\n real(8) z\n end type\n y = 1\n end block":                                   {"type inside of block", "at the top of the routine"},
		"block\n real(8) :: z = 1\n z = z + x(1)\n y = z\n end block":                                 {"which keeps its value from call to call", ""},
		"block\n integer, parameter :: wp = 4\n y = 0.1_wp\n end block":                               {"0.1_wp, whose kind a BLOCK declares", "write the kind as a number"},
		"block\n integer, parameter :: wp = 4\n real(8), parameter :: z = 0.1_wp\n y = z\n end block": {"0.1_wp, whose kind a BLOCK declares", "write the kind as a number"},
		"associate (a => y)\n if (.true._a) y = 1\n end associate":                                    {".true._a, whose kind", "write the kind as a number"},
		nested(14, "x(1) + x(2)"):                                                                     {"more than 10000 words", "write parts of it into variables"},
		"critical\n y = 1\n end critical":                                                             {"CRITICAL", "leave it out"},
		"do concurrent (i = 1:3)\n x(i) = 1\n end do":                                                 {"DO CONCURRENT", "write a do loop"},
		"forall (i = 1:3) x(i) = 1":                                                                   {"FORALL", "write a do loop"},
		"l = minloc(x)":                                                                               {"minloc(x)", "write minloc(array, 1)"},
		"a = reshape(x, [3, 2], [y])":                                                                 {"reshape(x,", "write a loop"},
		"a = reshape(x, shape(a))":                                                                    {"reshape(x,", "write the extents, as reshape(x, [2, 3])"},
		"x = cshift(x, k)":                                                                            {"cshift(x,k)", "write a loop"},
		"x = pack(x, x > 1)":                                                                          {"the intrinsic pack", "write a loop"},
		"x = eoshift(x, 1)":                                                                           {"the intrinsic eoshift", "write a loop"},
		"i = ibits(i, 1)":                                                                             {"2 arguments of ibits", "correct the call"},
		"y = scale(y, 2d0)":                                                                           {"the arguments of scale", "correct the call"},
		"x = x(k)":                                                                                    {"the vector subscript k", "write a loop"},
		"i = findloc(x, 1d0, 1)":                                                                      {"the intrinsic findloc", "write a loop"},
	} {
		f, err := source.Parse("named.f90", "subroutine named(x, y, a, k)\n real(8) x(3), y, a(3, 2)\n integer k(3), l(1), i\n "+body+"\nend subroutine\n")
		if err != nil {
			t.Fatal(err)
		}
		w := tree.Resolve([]*source.File{f})
		All(w)
		if bad := w.Procedures[0].Fault; bad == nil || !strings.Contains(bad.Reason, want[0]) || !strings.Contains(bad.Cure, want[1]) {
			t.Errorf("%s: %v, expected %v", body, bad, want)
		}
	}
}
