package check

import (
	"fmt"
	"math/rand/v2"
)

// generator writes random routines of the covered subset. All of its variables are set before they are read.
type generator struct {
	*rand.Rand
	fixed  bool
	rows   []row
	loops  []string // variables of the loops around
	label  int
	depth  int
	plain  bool     // inside of where, which takes no calls
	unused []string // loop variables that are free
}

type row struct{ label, text string }

func (g *generator) add(format string, values ...any) {
	g.rows = append(g.rows, row{"", fmt.Sprintf(format, values...)})
}

func (g *generator) one(list ...string) string { return list[g.IntN(len(list))] }

// real8, real4, whole and truth write expressions of their type.
func (g *generator) real8(d int) string {
	if d <= 0 || g.IntN(5) == 0 {
		return g.one("x", "y", "z", "w", "r%a", "r%b(2)", "a("+g.index()+")", "b("+g.index()+")", "v(2)", "1.5d0", "0.1d0", "(-2d0)", "c("+g.index()+", 2)", "shared(2)", "third", "table(2, 1)", "gain", "eps", "held(2)", "pair(1)")
	}
	p, q := func() string { return g.real8(d - 1) }, func() string { return g.mixed(d - 1) }
	switch g.IntN(28) {
	case 27:
		return g.one("scale("+p()+", mod(i, 9))", "fraction("+p()+")", "set_exponent("+p()+", mod(j, 9))", "spacing("+p()+")")
	case 0, 1:
		return p() + " + " + q()
	case 2, 3:
		return p() + " - (" + q() + ")"
	case 4, 5:
		return p() + "*(" + q() + ")"
	case 6, 7:
		return p() + "/(" + q() + ")"
	case 8:
		return "(" + p() + ")**" + g.one("2", "3", "(-2)", "5", "(-1)", "7", "0")
	case 9:
		return "abs(" + p() + ")**" + g.one("0.5d0", "1.3d0", "x", "(1.0d0/3)")
	case 10:
		return "(" + p() + ")**" + g.one("i", "j", "mod(k, 5)")
	case 11:
		return g.one("exp", "sin", "cos", "atan", "tanh", "abs", "aint", "anint", "erf", "sinh", "dsin", "dabs") + "(" + p() + ")"
	case 12:
		return "sqrt(abs(" + p() + "))"
	case 13:
		return "log(abs(" + p() + ") + 1)"
	case 14:
		return g.one("mod", "modulo", "sign", "atan2", "hypot", "dim") + "(" + p() + ", " + p() + ")"
	case 15:
		return "merge(" + p() + ", " + p() + ", " + g.truth(d-1) + ")"
	case 16:
		return "sum(" + g.array(d-1) + ")"
	case 17:
		return g.one("maxval", "minval", "product") + "(" + g.array(d-1) + ")"
	case 18:
		return "dot_product(a, " + g.array(0) + ")"
	case 19:
		return "(-(" + p() + "))"
	case 20:
		return "dble(" + g.mixed(d-1) + ")"
	case 21:
		return "helper(" + p() + ", " + g.whole(d-1) + ")"
	case 22:
		return "stretch(" + p() + ")"
	case 23:
		return "real(" + g.whole(d-1) + ", 8)"
	case 25:
		return "pick(" + g.one("x", "s", "a", "c(:, 1)", "b(1:n)", "v + x", "x*j", "(y - s)", "pick(s)*pick(i)") + ")"
	case 24:
		return "poly(" + p() + ")"
	}
	return "(" + p() + ")"
}

func (g *generator) real4(d int) string {
	if d <= 0 || g.IntN(4) == 0 {
		return g.one("s", "t", "1.1", "0.3", "e(1)", "2.5e-1", "e(3)", "small")
	}
	p := func() string { return g.real4(d - 1) }
	switch g.IntN(8) {
	case 0:
		return p() + " + " + p()
	case 1:
		return p() + "*(" + p() + ")"
	case 2:
		return p() + "/(" + p() + ")"
	case 3:
		return "real(" + g.real8(d-1) + ")"
	case 4:
		return "(" + p() + ")**" + g.one("2", "3", "i")
	case 5:
		return g.one("exp", "sin", "abs", "tanh") + "(" + p() + ")"
	case 6:
		return p() + " - " + g.whole(d-1)
	}
	return "(" + p() + ")"
}

func (g *generator) mixed(d int) string {
	switch g.IntN(6) {
	case 0:
		return g.real4(d)
	case 1:
		return g.whole(d)
	}
	return g.real8(d)
}

func (g *generator) whole(d int) string {
	leaves := append([]string{"i", "j", "k", "m", "3", "7", "1", "n", "size(a)", "lots(2)", "many", "mod(words(3), 99)", "ichar(letter)", "len_trim(word)"}, g.loops...)
	if d <= 0 || g.IntN(4) == 0 {
		return leaves[g.IntN(len(leaves))]
	}
	p := func() string { return g.whole(d - 1) }
	switch g.IntN(17) {
	case 16:
		return g.one("ishftc("+p()+", mod(i, 9))", "ibits("+p()+", 2, 7)", "shiftr("+p()+", 3)", "shifta("+p()+", 2)", "popcnt("+p()+")", "merge_bits("+p()+", i, "+p()+")", "ishftc("+p()+", 3, 11)")
	case 0, 1:
		return p() + " + " + p()
	case 2:
		return p() + " - (" + p() + ")"
	case 3:
		return p() + "*(" + p() + ")"
	case 4, 5:
		return "(" + p() + ")/" + g.one("2", "3", "(-4)", "(i + 7)")
	case 6:
		return g.one("mod", "modulo") + "(" + p() + ", " + g.one("3", "(-5)", "7") + ")"
	case 7:
		return g.one("max", "min", "iand", "ior", "ieor", "sign", "dim") + "(" + p() + ", " + p() + ")"
	case 8:
		return "(" + p() + ")**" + g.one("2", "3", "0")
	case 9:
		return g.one("nint", "int", "floor", "ceiling") + "(min(1d3, max(-1d3, " + g.real8(d-1) + ")))"
	case 10:
		return "count(" + g.array(d-1) + " > " + g.real8(0) + ")"
	case 14:
		return g.one("maxloc", "minloc") + "(" + g.array(d-1) + ", 1)"
	case 11:
		return "abs(" + p() + ")"
	case 13:
		return g.one("pick(j, q=i)", "pick(mod(i, 9) + 2)")
	case 12:
		return g.one("2", "(-1)") + "**mod(abs(" + p() + "), 20)"
	}
	return "(" + p() + ")"
}

func (g *generator) truth(d int) string {
	if d <= 0 || g.IntN(6) == 0 {
		return g.one("l", ".true.", "q", "i > 2", "name == 'ab'", "name /= 'xyz'", "same(name, 'Q')", "word(2:3) == 'ab'", "same(letter, 'A')", "letter // word(1:2) /= 'Qab'")
	}
	relation := g.one("<", "<=", ">", ">=", "==", "/=")
	if g.fixed {
		relation = g.one(".lt.", ".le.", ".gt.", ".ge.", ".eq.", ".ne.")
	}
	switch g.IntN(8) {
	case 0:
		return "(" + g.truth(d-1) + " .and. " + g.truth(d-1) + ")"
	case 1:
		return "(" + g.truth(d-1) + " .or. " + g.truth(d-1) + ")"
	case 2:
		return ".not. (" + g.truth(d-1) + ")"
	case 3:
		return "(" + g.truth(d-1) + g.one(" .eqv. ", " .neqv. ") + g.truth(d-1) + ")"
	case 4:
		return g.whole(d-1) + " " + relation + " " + g.whole(d-1)
	case 5:
		return g.one("any", "all") + "(" + g.array(0) + " > " + g.real8(0) + ")"
	}
	return g.real8(d-1) + " " + relation + " " + g.mixed(d-1)
}

// array is an expression of n values.
func (g *generator) array(d int) string {
	if d <= 0 || g.IntN(4) == 0 {
		return g.one("a", "b", "v", "c(:, 1)", "c(2, :)", "a(n:1:-1)", "c(1:n, n)", "b(:)", "v(1:n)")
	}
	p := func() string { return g.array(d - 1) }
	switch g.IntN(8) {
	case 7:
		if g.plain {
			return "(" + p() + ")"
		}
		return "cshift(" + p() + ", " + g.one("1", "-2", "i", "j") + ")"
	case 0:
		return p() + " + " + p()
	case 1:
		return p() + "*(" + p() + ")"
	case 2:
		return p() + "*" + g.real8(0)
	case 3:
		if g.plain {
			return "sin(" + p() + ")"
		}
		return g.one("sin", "abs", "atan", "stretch") + "(" + p() + ")"
	case 4:
		return "(" + p() + ")**2"
	case 5:
		return "merge(" + p() + ", " + p() + ", " + g.array(0) + " > 0.5d0)"
	}
	return p() + " - " + g.mixed(0)
}

func (g *generator) index() string {
	if len(g.loops) > 0 && g.IntN(2) == 0 {
		return "1 + mod(abs(" + g.loops[g.IntN(len(g.loops))] + "), n)"
	}
	return g.one("1", "2", "n", "n - 1", "1 + mod(abs(i), n)")
}

// block writes statements; inside says how deep it lies.
func (g *generator) block(count int) {
	g.depth++
	for range count {
		g.statement()
	}
	g.depth--
}

func (g *generator) statement() {
	d := 3
	choice := g.IntN(24)
	if g.depth > 3 && choice > 11 {
		choice = g.IntN(12)
	}
	switch choice {
	case 0, 1, 2:
		g.add("%s = %s", g.one("x", "y", "z", "w", "r%a", "a("+g.index()+")", "c("+g.index()+", "+g.index()+")", "v(2)"), g.mixed(d))
	case 3:
		g.add("%s = %s", g.one("s", "t", "e(2)"), g.mixed(d))
	case 4, 5:
		g.add("%s = mod(%s, 1000)", g.one("k", "m", "lots(1)"), g.whole(d))
	case 6:
		if g.IntN(3) == 0 {
			g.add("%s = %s", g.one("words(2)", "words(4)"), g.whole(2))
			g.add("pair(2) = %s", g.real8(2))
		}
		g.add("%s = %s", g.one("l", "q"), g.truth(d))
	case 7, 8:
		g.add("%s = %s", g.one("a", "b", "v", "c(:, 2)", "c(1, :)", "a(n:1:-1)", "b(1:n)"), g.array(d))
	case 9:
		g.plain = true
		g.add("where (%s > %s) %s = %s", g.one("a", "b", "v"), g.real8(0), g.one("a", "b", "v"), g.array(2))
		g.plain = false
	case 10:
		g.add("call change(%s, %s, %s)", g.one("x", "z", "a("+g.index()+")"), g.one("v", "b", "c(1, 1)"), g.one("k", "m"))
	case 11:
		g.add("if (%s) %s = %s", g.truth(d), g.one("x", "y", "w"), g.real8(2))
	case 12, 13:
		g.add("if (%s) then", g.truth(d))
		g.block(1 + g.IntN(3))
		if g.IntN(2) == 0 {
			g.add("else if (%s) then", g.truth(2))
			g.block(1 + g.IntN(2))
		}
		if g.IntN(2) == 0 {
			g.add("else")
			g.block(1)
		}
		g.add("end if")
	case 14, 15, 16:
		g.loop()
	case 17:
		g.add("select case (%s)", g.whole(1))
		g.add("case (1, 3)")
		g.block(1)
		g.add("case (:-1)")
		g.block(1)
		if g.IntN(2) == 0 {
			g.add("case default")
			g.block(1)
		}
		g.add("end select")
	case 18:
		g.label += 10
		label := fmt.Sprint(g.label)
		g.add("if (%s) goto %s", g.truth(2), label)
		g.block(1 + g.IntN(2))
		g.rows = append(g.rows, row{label, "continue"})
	case 19:
		g.add("m = %d", 1+g.IntN(4))
		g.add("do while (m < 8)")
		g.add("m = m + 1")
		g.block(1)
		g.add("m = max(m, 1) + 1")
		g.add("if (%s) exit", g.truth(1))
		g.add("end do")
	case 20:
		g.plain = true
		g.add("where (%s > %s)", g.one("a", "b"), g.real8(0))
		g.add("v = %s", g.array(2))
		g.add("elsewhere (b < 0.3d0)")
		g.add("b = %s", g.array(1))
		g.add("elsewhere")
		g.add("a = %s", g.array(1))
		g.add("end where")
		g.plain = false
	case 23:
		g.add("%s = %s", g.one("x", "w"), g.one("max(counts(y, v), 0.5d0)", "2*counts(y, c(1, 1)) - s", "abs(counts(z, b)) + j", "min(y, counts(z, v(2)))"))
	case 22:
		g.add("at = 1 + mod(abs(%s), 5)", g.whole(1))
		g.add("%s", g.one("word = word(2:4) // letter", "word(2:) = word", "word(:4) = word(2:)", "letter = char(97 + mod(at, 26))", "word(at:at) = letter", "letter = word(at:at)",
			"word = 'b' // word(2:4)", "call mark(word(at:), m)", "call mark(letter, m)"))
	case 21:
		g.add("r = swapped")
		g.add("r%%b = [%s, %s, %s]", g.real8(2), g.real8(0), g.real8(1))
		g.add("swapped%%a = %s", g.real8(2))
	}
}

func (g *generator) loop() {
	if len(g.unused) == 0 {
		g.add("x = y")
		return
	}
	v := g.unused[len(g.unused)-1]
	g.unused = g.unused[:len(g.unused)-1]
	from, to, step := g.one("1", "i", "n", "-2"), g.one("n", "3", "j", "5", "i"), g.one("", "", ", 2", ", -1", ", -2")
	g.label += 10
	label := fmt.Sprint(g.label)
	old := g.IntN(3) == 0
	if old {
		g.add("do %s %s = %s, %s%s", label, v, from, to, step)
	} else {
		g.add("do %s = %s, %s%s", v, from, to, step)
	}
	g.loops = append(g.loops, v)
	if g.IntN(3) == 0 {
		g.add("if (%s) %s", g.truth(2), g.one("cycle", "exit"))
	}
	g.block(1 + g.IntN(3))
	g.loops = g.loops[:len(g.loops)-1]
	if old {
		g.rows = append(g.rows, row{label, "continue"})
	} else {
		g.add("end do")
	}
	if g.IntN(2) == 0 {
		g.add("k = k + %s", v)
	}
	g.unused = append(g.unused, v)
}
