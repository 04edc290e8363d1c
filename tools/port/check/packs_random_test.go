package check

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// Random routines whose lanes part have the bits of gfortran as packs: they leave ifs, select cases, loops and the routine by name
// and by label, read tables of all kinds and of derived types, and assign arrays to parts of themselves. They add, subtract,
// multiply and divide alone, which packs round as gfortran does.
func TestRandomPacksHaveTheBitsOfFortran(t *testing.T) {
	compilers(t)
	const batch = 4
	points := 0
	for k := 0; k*batch < max(*programs/25, batch); k++ {
		g := &lanesGenerator{Rand: rand.New(rand.NewPCG(*seed*1000003+uint64(k), 9))}
		f := written(t, t.TempDir()+"/lanes.f90", g.module(batch))
		world := tree.Resolve([]*source.File{f})
		list := translate.All(world)
		for _, p := range world.Procedures {
			if p.Fault != nil {
				t.Fatalf("batch %d, %s: %v", k, p.Name, p.Fault)
			}
		}
		results, err := Run([]*source.File{f}, list, Options{Points: 40, Seed: 1, Limit: time.Minute, Packs: true, Widest: 256 << (k % 2)})
		if err != nil {
			t.Fatalf("batch %d: %v", k, err)
		}
		for _, r := range results {
			points += r.Packs.Points
			if r.Different > 0 || r.Trouble != "" || r.Packs.Reason != "" || r.Packs.Beyond > 0 || r.Packs.Worst > 0 {
				t.Errorf("batch %d: %+v", k, r)
			}
		}
	}
	if points < 1000 {
		t.Errorf("%d points", points)
	}
	t.Logf("%d points as packs", points)
}

// lanesTables are the data of the routines, and what they call.
const lanesTables = `module lanes
implicit none
type part_t
integer :: n
real(8) :: c(3)
end type
type kind_t
real(8) :: w
real(8) :: cp(4)
real(4) :: r
integer :: id
logical :: gas
type(part_t) :: in(2)
end type
type(kind_t) :: sp(4), lone
real(4) :: tab4(4) = [1.1, 2.2, -3.3, 0.7]
real(8) :: tab8(0:3) = [1.1d0, -2.2d0, 3.3d0, 0.3d0]
integer(8) :: long(4) = [12345678901_8, 5_8, -3_8, 8_8]
logical :: on(4) = [.true., .false., .true., .false.]
integer :: whole(2, 4) = reshape([4, 5, 6, 7, 8, 9, -2, -3], [2, 4])
real(4), parameter :: fix4(4) = [1.7, 0.1, -2.3, 9.1]
integer(8), parameter :: fix8(4) = [7_8, -8_8, 9_8, 2_8]
logical, parameter :: fixl(4) = [.false., .false., .true., .true.]
integer :: same = 3
contains
real(8) function pick(list, k)
integer, intent(in) :: list(4), k
pick = list(k) - 0.5d0*sum(list)
end function
subroutine twist(list, k, values, x)
integer, intent(inout) :: list(4), k
real(8), intent(inout) :: values(4)
real(8), intent(in) :: x
if (x > 0.5d0) return
list(2:4) = list(1:3)
k = modulo(k + list(2), 13)
if (list(1) > 3) values(1) = -values(1)
end subroutine
real(8) function weigh(table, x)
real(8), intent(in) :: table(4), x
weigh = sum(table)*x - table(2)
end function
`

// lanesGenerator writes such routines.
type lanesGenerator struct {
	*rand.Rand
	text   strings.Builder
	around []string // statements that leave what is around
	loops  []string // variables of loops around
	depth  int
	names  int
}

func (g *lanesGenerator) module(size int) string {
	g.text.WriteString(lanesTables)
	for k := range size {
		g.names = 0
		g.add("subroutine r%d(x, n, flag, y, k, q)", k)
		g.text.WriteString(`real(8), intent(in) :: x(4)
integer, intent(in) :: n
logical, intent(in) :: flag
real(8), intent(out) :: y(4)
integer, intent(out) :: k(4)
logical, intent(out) :: q
integer :: i1, i2, i3, j, u, list(4), flat(4), c1, c2, c3
logical :: set(4), even(4)
real(8) :: w, work(4)
y = [1d0, 2d0, 3d0, 4d0]
k = [4, 3, 2, 1]
q = .false.
j = 2
u = 1
list = k
flat = whole(1, :)
set = [.true., .false., .true., .true.]
even = set
w = x(1)
work = x
`)
		g.around = []string{"return"}
		g.block(4)
		g.around = nil
		g.text.WriteString("y(4) = w + sum(work) + u\nk(4) = j + sum(list) + sum(flat) + count(set)\nq = q .neqv. any(even)\nend subroutine\n")
	}
	g.add("end module")
	return g.text.String()
}

func (g *lanesGenerator) add(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	for len(text) > 100 {
		at := strings.LastIndex(text[:100], " ")
		g.text.WriteString(text[:at] + " &\n")
		text = text[at:]
	}
	g.text.WriteString(text + "\n")
}
func (g *lanesGenerator) one(list ...string) string { return list[g.IntN(len(list))] }

// at is an index from 1 to 4, of one value for all lanes or not.
func (g *lanesGenerator) at() string {
	return g.one("1", "2", "3", "4", "1 + modulo("+g.same()+", 4)", "1 + modulo("+g.count(1)+", 4)", "1 + modulo("+g.count(0)+", 4)")
}

// same is an integer that may have one value for all lanes.
func (g *lanesGenerator) same() string {
	return g.one(append([]string{"2", "5", "u", "same", "whole(2, 3)", "flat(2)", "maxval(whole)", "count(on)", "lone%id", "sp(2)%in(1)%n", "int(long(2))", "dot_product(flat, flat)"}, g.loops...)...)
}

// count is an integer.
func (g *lanesGenerator) count(d int) string {
	if d <= 0 || g.IntN(4) == 0 {
		return g.one(append([]string{"3", "n", "j", "u", "list(2)", "k(1)", "same", "flat(3)"}, g.loops...)...)
	}
	p := func() string { return "modulo(" + g.count(d-1) + ", 50)" }
	switch g.IntN(9) {
	case 0:
		return "list(" + g.at() + ")"
	case 1:
		return "whole(" + g.one("1", "2", "1 + modulo(n, 2)") + ", " + g.at() + ")"
	case 2:
		return "int(fix8(" + g.at() + "))"
	case 3:
		return g.one("sp(", "sp(1 + 0*") + g.at() + ")%id"
	case 4:
		return "merge(" + p() + ", " + p() + ", " + g.truth(d-1) + ")"
	case 5:
		return g.one("count(set)", "sum(list)", "count(on)", "sum(flat)", "flat("+g.at()+")", "count(set(1:3))")
	case 6:
		return p() + " - " + p()
	case 7:
		return p() + "*" + p()
	}
	return "(" + p() + " + " + g.same() + ")"
}

func (g *lanesGenerator) number(d int) string {
	if d <= 0 || g.IntN(4) == 0 {
		return g.one("x(1)", "x(2)", "w", "y(1)", "work(3)", "0.75d0", "tab8(2)", "lone%w")
	}
	p := func() string { return g.number(d - 1) }
	switch g.IntN(14) {
	case 0:
		return p() + " + tab4(" + g.at() + ")"
	case 1:
		return "(" + p() + ")*fix4(" + g.at() + ")"
	case 2:
		return "tab8(" + g.at() + " - 1)"
	case 3:
		return p() + " - long(" + g.at() + ")"
	case 4:
		return "sp(" + g.at() + ")%" + g.one("w", "cp(2)", "r*1d0", "cp("+g.at()+")", "in(2)%c(1)", "in(1 + modulo(j, 2))%c(3)")
	case 5:
		return "merge(" + p() + ", " + p() + ", " + g.truth(d-1) + ")"
	case 6:
		return "work(" + g.at() + ")"
	case 7:
		return "pick(" + g.one("list", "flat", "list + 1", "flat*2", "whole(1, :)") + ", " + g.at() + ")"
	case 8:
		return "weigh(" + g.one("work", "x", "tab8", "sp(2)%cp", "x - work", "tab8*2") + ", " + p() + ")"
	case 9:
		return g.one("sum(tab8)", "sum(work(1:2))", "maxval(tab8)", "sum(sp(3)%cp)", "dot_product(x, work)", "sum(sp("+g.at()+")%cp)", "dble(tab4(2))*dble(tab4(3))")
	case 10:
		return g.count(d-1) + "*" + p()
	case 11:
		return "(" + p() + ")/" + g.one("4", "(1 + abs(x(3)))")
	}
	return p() + g.one(" + ", " - ", "*") + "(" + p() + ")"
}

func (g *lanesGenerator) truth(d int) string {
	switch g.IntN(11) {
	case 0:
		return g.same() + g.one(" == ", " > ", " /= ") + g.same()
	case 1:
		return "on(" + g.at() + ")"
	case 2:
		return "set(" + g.at() + ")"
	case 3:
		return g.one("fixl(", "even(") + g.at() + ")"
	case 4:
		return g.one("long(", "fix8(") + g.at() + ") > 4_8"
	case 5:
		return "sp(" + g.at() + ")%gas"
	case 6:
		if d > 0 {
			return "(" + g.truth(d-1) + g.one(" .and. ", " .or. ", " .eqv. ") + g.truth(d-1) + ")"
		}
	case 7:
		return g.count(1) + g.one(" > ", " == ", " <= ") + g.count(1)
	case 8:
		return g.one("flag", "q", "any(set)", "all(on)", "any(flat > 5)", "tab4("+g.at()+") > 1")
	}
	return "x(" + g.at() + ") > " + g.one("0.5d0", "-0.3d0", "w")
}

// block writes statements; now and then those ahead of a label may jump to it.
func (g *lanesGenerator) block(count int) {
	g.depth++
	around := len(g.around)
	label := ""
	if g.IntN(3) == 0 {
		g.names++
		label = fmt.Sprint(10 * g.names)
		g.around = append(g.around, "goto "+label)
	}
	for range count {
		g.statement()
	}
	if label != "" {
		g.add("%s continue", label)
		g.around = g.around[:around]
		g.statement()
	}
	g.depth--
}

// inside writes a block of a construct, which exit may leave.
func (g *lanesGenerator) inside(name string, loop bool) {
	around := len(g.around)
	g.around = append(g.around, "exit "+name)
	if loop {
		g.around = append(g.around, "cycle "+name, "exit", "cycle")
	} else if len(g.loops) == 0 {
		g.around = append(g.around, "exit "+name)
	}
	g.block(1 + g.IntN(2))
	g.around = g.around[:around]
}

func (g *lanesGenerator) statement() {
	choice := g.IntN(24)
	if g.depth > 3 && choice > 13 {
		choice -= 10
	}
	switch choice {
	case 0, 1, 2:
		g.add("%s = %s", g.one("w", "y(1)", "y("+g.at()+")", "work("+g.at()+")"), g.number(3))
	case 3, 4:
		g.add("%s = modulo(%s, 17)", g.one("j", "k(1)", "k("+g.at()+")", "list("+g.at()+")"), g.count(2))
	case 5:
		g.add("%s", g.one("u = modulo("+g.same()+", 9)", "u = whole(1, 2) - u", "flat(2) = u", "flat(1 + modulo(u, 4)) = "+g.same()))
	case 6:
		g.add("%s = %s", g.one("q", "set("+g.at()+")", "set(2)"), g.truth(2))
	case 7, 8:
		g.add("%s", g.one("list(2:4) = list(1:3)", "list = list(4:1:-1)", "flat(2:4) = flat(1:3)", "flat(1:3) = flat(2:4) - flat(1:3)", "set(2:4) = set(1:3)",
			"even(1:3) = even(2:4)", "work(2:4) = work(1:3)*work(2:4)", "list(1:2) = list(3:4) + flat(1:2)", "list = modulo(list(4:1:-1)*list, 11)"))
	case 9:
		g.add("%s", g.one("list = ["+g.count(1)+", 3, "+g.same()+", 1]", "flat = [u, 2, same, 4]", "set = [.true., "+g.truth(1)+", flag, .false.]", "work = [w, 1d0, x(2), tab8(1)]",
			"even = [on(2), .true., fixl(3), on(1)]", "flat = whole(2, :)", "list = flat", "list = modulo(list, 23)"))
	case 10:
		g.add("call twist(list, j, work, %s)", g.one("x(2)", "w", "tab8(2)", "sp("+g.at()+")%w"))
	case 11, 12, 13:
		if len(g.around) == 1 && g.IntN(4) > 0 { // a return of all lanes leaves little to compare
			return
		}
		g.add("if (%s) %s", g.truth(2), g.around[g.IntN(len(g.around))])
	case 14, 15, 16, 17:
		g.branch()
	case 18:
		g.choose()
	case 19:
		name := g.name()
		g.add("%s: block\nreal(8) :: w\ninteger :: j\nw = %s\nj = modulo(%s, 7)", name, g.number(1), g.count(1))
		g.inside(name, false)
		g.add("y(2) = w + j\nend block %s", name)
	default:
		g.loop()
	}
}

func (g *lanesGenerator) name() string {
	g.names++
	return fmt.Sprintf("s%d", g.names)
}

func (g *lanesGenerator) branch() {
	name := g.name()
	g.add("%s: if (%s) then", name, g.truth(2))
	g.inside(name, false)
	if g.IntN(2) == 0 {
		g.add("else if (%s) then", g.truth(1))
		g.inside(name, false)
	}
	if g.IntN(2) == 0 {
		g.add("else")
		g.inside(name, false)
	}
	g.add("end if %s", name)
}

func (g *lanesGenerator) choose() {
	name := g.name()
	g.add("%s: select case (%s)", name, g.one(g.same(), g.count(1), "long("+g.at()+")"))
	for _, c := range []string{"case (:1)", "case (2, 5)", "case default"}[:2+g.IntN(2)] {
		g.add("%s", c)
		g.inside(name, false)
	}
	g.add("end select %s", name)
}

func (g *lanesGenerator) loop() {
	if len(g.loops) == 3 {
		g.branch()
		return
	}
	name, v := g.name(), fmt.Sprintf("%d", len(g.loops)+1)
	if g.IntN(4) == 0 {
		g.add("c%s = 0", v)
		g.add("%s: do while (%s)", name, g.one("c"+v+" < 3", "c"+v+" < 5 .and. "+g.truth(1)))
		g.add("c%s = c%s + 1", v, v)
		g.loops = append(g.loops, "c"+v)
	} else {
		g.add("%s: do i%s = %s", name, v, g.one("1, 3", "1, 3", "u, 4", "4, 1, -1", "1, modulo(n, 4)", "modulo(n, 3), 3", "3, j, -1", "1, 4, 2"))
		g.loops = append(g.loops, "i"+v)
	}
	g.inside(name, true)
	g.loops = g.loops[:len(g.loops)-1]
	g.add("end do %s", name)
	g.add("j = modulo(j + %d, 19)", g.IntN(5))
}
