package nests

import (
	"slices"
	"strings"
	"testing"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// The module of the routines below, and two procedures that reach its arrays by host association.
const hiddenHead = `module m
  implicit none
  real(8) :: u(64,64), w(64), alpha(64)
  real(8), allocatable, target :: v(:)
  real(8), pointer :: q(:), one
  integer, pointer :: number(:)
  type box
    real(8), pointer :: a(:)
  end type
  type(box) :: g
contains
  real(8) function limit()
    limit = inner()
  end function
  real(8) function inner()
    inner = 1d0/maxval(u)
  end function
  subroutine flux(i, j, f)
    integer, intent(in) :: i, j
    real(8), intent(out) :: f
    f = u(i-1,j)
  end subroutine
  real(8) function led(i)
    integer, intent(in) :: i
    led = q(i-1)
  end function
  real(8) function sized(i)
    integer, intent(in) :: i
    real(8) :: t(int(u(1,1)))
    t = i
    sized = t(1)
  end function
  subroutine s(n, r, z)
    integer, intent(in) :: n
    real(8), intent(inout) :: r(64,64), z(64)
    integer :: i, j
    real(8) :: f, dt
`

// Statements, and a part of the reason against the loops, or behind "fields: " against their kernel for fields; "": none.
var hiddenBodies = [][2]string{
	{"dt = limit()\nLOOP\nu(i,j) = u(i,j) + dt*r(i,j)\nEND", "the call of limit, in whose text is the array u, which the loops write"},
	{"LOOP\ncall flux(i, j, f)\nu(i,j) = u(i,j) - f\nEND", "the call of flux, in whose text is the array u, which the loops write"},
	{"LOOP\nu(i,j) = u(i,j) + limit()\nEND", "the call of limit, in whose text is the array u"},
	{"LOOP\nu(i,j) = u(i,j) + sized(i)\nEND", "the call of sized, in whose text is the array u"},
	{"LOOP\nr(i,j) = u(i,j) + limit()\nEND", "fields: the call of limit, in whose text is the array u, which is a field"},
	{"dt = limit()\nLOOP\nr(i,j) = u(i+1,j)*dt\nEND", "fields: the call of limit, in whose text is the array u"},
	{"dt = u(1,1)\nLOOP\nr(i,j) = u(i+1,j)*dt\nEND", "fields: "},
	{"dt = r(1,1)\nLOOP\nu(i,j) = r(i+1,j)*dt\nEND", "fields: "},
	{"dt = limit()\nLOOP\nr(i,j) = r(i,j)*dt\nEND", ""},
	{"LOOP\nr(i,j) = u(i+1,j) - u(i-1,j)\nEND", ""},
	{"LOOP\nr(i,j) = r(i,j)*w(2)\nEND\ndo i = 2, n\nw(i) = z(i-1)\nend do", "fields: the array w is read from its module, and a field for other loops"},
	{"do i = 2, n\nq(i) = 0.5d0*(v(i-1) + v(i)) + z(i) - z(i-1)\nend do", "v, which may be the same memory as the array q, which the loops write"},
	{"do i = 2, n\nv(i) = 0.5d0*(q(i-1) + q(i)) + z(i) - z(i-1)\nend do", "q, which may be the same memory as the array v, which the loops write"},
	{"do i = 2, n\nq(i) = 0.5d0*(v(i-1) + v(i))\nend do", "impure"},
	{"do i = 2, n\nq(i) = z(i-1) + v(3)\nend do", "v, which may be the same memory as the array q"},
	{"do i = 2, n\nv(i) = one*z(i-1)\nend do", "one, which may be the same memory as the array v"},
	{"dt = one\ndo i = 2, n\nv(i) = dt*z(i-1)\nend do", "one, which may be the same memory as the array v, which the loops write"},
	{"do i = 2, n\nv(i) = g%a(3)*z(i-1)\nend do", "g, which may be the same memory as the array v"},
	{"do i = 2, n\nv(i) = led(i)*z(i-1)\nend do", "the call of led, where a pointer may lead to the array v"},
	{"do i = 2, n\nz(i) = v(i-1) + q(i)\nend do", "fields: q, which may be the same memory as the array v, which is a field"},
	{"do i = 2, n\nq(i) = 0.5d0*(z(i-1) + z(i))*w(i)\nend do", ""},
	{"do i = 2, n\nv(i) = 0.5d0*(z(i-1) + z(i))*number(3)\nend do", ""},
}

func TestArraysReachedInAnotherWay(t *testing.T) {
	for _, c := range hiddenBodies {
		body := strings.NewReplacer("LOOP", "do j = 2, n\ndo i = 2, n", "END", "end do\nend do").Replace(c[0])
		text := hiddenHead + body + "\nend subroutine\nend module\n"
		list := found(t, text)
		if c[1] == "impure" { // its subscripts look like those of one point
			f, err := source.Parse("a.f90", text)
			if err != nil {
				t.Fatal(err)
			}
			w := tree.Resolve([]*source.File{f})
			translate.All(w)
			at := slices.IndexFunc(w.Procedures, func(p *tree.Procedure) bool { return p.Name == "s" })
			if bad := w.Procedures[at].Fault; len(list) != 0 || bad == nil || !strings.Contains(bad.Reason, "(impure)") {
				t.Errorf("%q: %d routines, %v", c[0], len(list), bad)
			}
			continue
		}
		if len(list) != 1 {
			t.Errorf("%q: %d routines", c[0], len(list))
			continue
		}
		apart := ""
		for _, n := range list[0].Nests {
			if n.Apart != "" {
				apart = "fields: " + n.Apart
			}
		}
		fault := list[0].Fault()
		switch {
		case strings.HasPrefix(c[1], "fields: "):
			if fault != nil || !strings.HasPrefix(apart, c[1]) {
				t.Errorf("%q: %v, %q, expected %q", c[0], fault, apart, c[1])
			}
		case c[1] == "":
			if fault != nil || list[0].Whole == nil || apart != "" {
				t.Errorf("%q: %v, %q", c[0], fault, apart)
			}
		case fault == nil || !strings.Contains(fault.Reason, c[1]) || fault.Cure == "" || fault.Line == 0:
			t.Errorf("%q: %v, expected %q", c[0], fault, c[1])
		}
	}
}

// Loops have a launch on a GPU, unless they write an array of a module, or read an allocatable or pointer one.
func TestLaunchesOfArraysOfModules(t *testing.T) {
	for body, want := range map[string]bool{
		"LOOP\nr(i,j) = u(i+1,j) - u(i-1,j)\nEND":          true,
		"LOOP\nr(i,j) = r(i,j)*w(2)*limit()\nEND":          true,
		"LOOP\nu(i,j) = r(i+1,j) - r(i-1,j)\nEND":          false,
		"LOOP\nr(i,j) = r(i,j)*v(2)\nEND":                  false,
		"LOOP\nr(i,j) = r(i,j)*one\nEND":                   false,
		"LOOP\nr(i,j) = r(i,j)*led(2)\nEND":                false,
		"do i = 2, n\nz(i) = w(i)*(v(i) - v(i-1))\nend do": false,
	} {
		list := found(t, hiddenHead+strings.NewReplacer("LOOP", "do j = 2, n\ndo i = 2, n", "END", "end do\nend do").Replace(body)+"\nend subroutine\nend module\n")
		if len(list) != 1 || list[0].Fault() != nil {
			t.Errorf("%q: %v", body, list)
			continue
		}
		if got := strings.Contains(Text(list), "void launch_p_m_s_nest1("); got != want {
			t.Errorf("%q: a launch is there: %t", body, got)
		}
	}
}
