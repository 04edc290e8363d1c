package translate

import (
	"fmt"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// This file writes elements whose place differs from lane to lane.

// far answers the first element of an array, and how many bytes the one at hand lies behind it in each lane; where all lanes have the
// same, the element and "".
func (e *emitter) far(at place, subs []*syntax.Expr) (code, bytes string) {
	code = e.elementHere(at, subs)
	if at.far == "" && !e.varies(subs...) {
		return code, ""
	}
	bytes = fmt.Sprintf("f_whole(%s) * f_whole((long)sizeof(%s[0]))", e.offset(at, code), at.base)
	if at.far != "" {
		bytes = at.far + " + " + bytes
	}
	return at.base + "[0]", bytes
}

// offset is what stands in the brackets of an element.
func (e *emitter) offset(at place, code string) string {
	inside, is := strings.CutPrefix(code, at.base+"[")
	if !is {
		e.fail("", "the element of %s", at.symbol.Name)
	}
	inside = inside[:len(inside)-1]
	if checked, is := strings.CutPrefix(inside, "F_A("+at.base+", "); is {
		inside = checked[:len(checked)-1]
	}
	return inside
}

// gathered is an element whose place differs from lane to lane; "" if it does not.
func (e *emitter) gathered(at place, subs []*syntax.Expr) string {
	if e.packs.differs(at.symbol) {
		if !e.varies(subs...) {
			return ""
		}
		return fmt.Sprintf("f_at(f_on, %s, %s)", at.base, e.offset(at, e.elementHere(at, subs)))
	}
	code, bytes := e.far(at, subs)
	if bytes == "" {
		return ""
	}
	return e.fetched(at.t, code, bytes)
}

// fetched is a number of a table, which lies elsewhere for each lane.
func (e *emitter) fetched(t tree.Type, code, bytes string) string {
	if t.Base > tree.Logical {
		e.fail("", "the %s, whose place differs from point to point", t)
	}
	if t.Base == tree.Logical {
		return fmt.Sprintf("(f_far<f_whole>(f_on, &%s, %s) != f_whole(0))", code, bytes)
	}
	return fmt.Sprintf("f_far<%s>(f_on, &%s, %s)", e.kindOf(t, true), code, bytes)
}
