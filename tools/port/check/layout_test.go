package check

import (
	"fmt"
	"strings"
)

// module writes a module of routines.
func (g *generator) module(name string, count int) string {
	g.add("module %s", name)
	for _, l := range strings.Split(`implicit none
real(8), parameter :: third = 1d0/3, table(2, 2) = reshape([1.1d0, -0.2d0, 3d0, 1d-3], [2, 2])
real(8) :: shared(3) = [0.5d0, 1.25d0, -3d0], gain = 1.75d0
type record
real(8) :: a, b(3)
end type
interface pick
module procedure pick_real, pick_single
module procedure pick_whole, pick_list
end interface
contains
real(8) function pick_real(p)
real(8), intent(in) :: p
pick_real = p*2
end function
real(8) function pick_single(p)
real, intent(in) :: p
pick_single = p*3 - 1
end function
integer function pick_whole(p, q)
integer, intent(in) :: p
integer, intent(in), optional :: q
pick_whole = mod(p, 100)*5
if (present(q)) pick_whole = pick_whole + mod(q, 7)
end function
real(8) function pick_list(p)
real(8), intent(in) :: p(:)
pick_list = sum(p) - 0.5d0
end function
real(8) function counts(p, w)
real(8), intent(in) :: p
real(8), intent(inout) :: w(*)
w(1) = p + 1
counts = p*w(1)
end function
logical function same(c, d)
character, intent(in) :: c, d
same = c == d .or. ichar(c) == ichar(d) + 32
end function
real(8) function helper(x, k)
real(8), intent(in) :: x
integer, intent(in) :: k
helper = x*k + shared(1 + mod(abs(k), 3))
end function
elemental real(8) function stretch(x)
real(8), intent(in) :: x
stretch = x*1.5d0 + 0.25d0
if (x < 0) stretch = -x
end function
subroutine change(x, v, k)
real(8), intent(inout) :: x, v(*)
integer, intent(inout) :: k
x = x + v(1)
v(2) = v(1)*x
k = mod(k + 1, 1000)
end subroutine
subroutine mark(c, k)
character(*), intent(inout) :: c
integer, intent(in) :: k
if (k > 2) c(1:1) = char(65 + mod(abs(k), 26))
if (k < 0) c = 'ab'
end subroutine`, "\n") {
		g.add("%s", l)
	}
	for i := range count {
		g.routine(fmt.Sprintf("r%d", i))
	}
	g.add("end module")
	return g.text()
}

func (g *generator) routine(name string) {
	g.label = 0
	g.loops, g.unused = nil, []string{"i1", "i2", "i3", "i4"}
	g.add("subroutine %s(n, i, j, x, y, s, l, a, b, c, r, k, name)", name)
	for _, l := range strings.Split(`integer, intent(in) :: n, i, j
real(8), intent(inout) :: x, y, a(n), b(n), c(n, n)
real, intent(inout) :: s
logical, intent(inout) :: l
type(record), intent(inout) :: r
integer, intent(out) :: k
real(8) :: z, w, v(n), poly, arg
real :: t, e(3)
integer :: m, at, lots(2), i1, i2, i3, i4
logical :: q
type(record) :: swapped
character(*), intent(in) :: name
character(5) :: word
character :: letter
logical, save :: first = .true.
real(8), save :: eps
real(8) :: pair(2), held(3)
integer :: words(4), many
real :: small
common /gas/ small, held, many
equivalence (pair, words)
poly(arg) = arg*(arg - 2) + w
if (first) then
first = .false.
eps = 1
do while (1 + eps > 1)
eps = eps/2
end do
end if
z = 1.5d0
pair = [x, 2d0]
w = x
v = a*0.5d0
t = 2
e = [1.0, s, 3.5]
m = 2
lots = [4, j]
word = name
letter = 'Q'
at = 1
q = .false.
k = 1
i1 = 1
i2 = 2
i3 = 3
i4 = 4
if (n < 2) return
swapped = r`, "\n") {
		g.add("%s", l)
	}
	g.block(6 + g.IntN(10))
	g.add("x = x + z")
	g.add("y = y*w + t")
	g.add("b = b + v")
	g.add("s = s + e(2)")
	g.add("l = l .neqv. q")
	g.add("k = k + m")
	g.add("end subroutine")
}

// text lays the statements out in one of the forms.
func (g *generator) text() string {
	var b strings.Builder
	for _, r := range g.rows {
		if !g.fixed {
			line := strings.TrimSpace(r.label + " " + r.text)
			for len(line) > 100 {
				cut := strings.LastIndex(line[:100], " ")
				b.WriteString(line[:cut] + " &\n  ")
				line = line[cut:]
			}
			b.WriteString(line + "\n")
			continue
		}
		head, line := fmt.Sprintf("%-5s ", r.label), r.text
		for len(line) > 66 {
			b.WriteString(head + line[:66] + "\n")
			head, line = "     &", line[66:]
		}
		b.WriteString(head + line + "\n")
	}
	return b.String()
}
