package translate

import (
	"fmt"
	"strings"

	"drawbridge/port/syntax"
	"drawbridge/port/tree"
)

const textCure = "pass a number that says what is meant"

// text is the value of a string.
func text(s string) value {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		fmt.Fprintf(&b, "\\%03o", s[i])
	}
	return value{t: tree.Type{Base: tree.Character, Kind: len(s)}, code: fmt.Sprintf("f_text{\"%s\", %d}", b.String(), len(s))}
}

// textParameter is the value of a parameter of type character: cut or filled with blanks to its length.
func (e *emitter) textParameter(x *tree.Symbol) place {
	s := x.Init.Text
	if n := x.Type.Kind; n >= 0 {
		s = (s + strings.Repeat(" ", n))[:n]
	}
	v := text(s)
	return place{t: v.t, symbol: x, code: v.code}
}

// compareTexts is == or /= of two texts; the shorter one counts as filled with blanks.
func (e *emitter) compareTexts(op string, a, b value) value {
	if a.t.Base != b.t.Base || op != "==" && op != "/=" {
		e.fail(textCure, "%s of %s and %s", op, a.t, b.t)
	}
	sign := map[string]string{"==": "", "/=": "!"}[op]
	return value{t: logical4, code: fmt.Sprintf("(%sf_sameText(%s, %s))", sign, a.code, b.code)}
}

// characterCode is ichar or iachar of one character.
func (e *emitter) characterCode(x *syntax.Expr) value {
	if len(x.Of) != 1 || x.Of[0].Kind == syntax.Keyword {
		e.fail(textCure, "%s", x)
	}
	v := e.scalar(x.Of[0])
	if v.t.Base != tree.Character || v.t.Kind != 1 {
		e.fail("declare the argument as character(1)", "%s of a text that is not known to have one character", x.Text)
	}
	return value{t: integer4, code: fmt.Sprintf("f_code(%s)", v.code)}
}

// textLength is len of a text.
func (e *emitter) textLength(x *syntax.Expr) value {
	if len(x.Of) != 1 || x.Of[0].Kind == syntax.Keyword {
		e.fail(textCure, "%s", x)
	}
	v := e.scalar(x.Of[0])
	if v.t.Base != tree.Character {
		e.fail("correct the call", "len of a %s", v.t)
	}
	return value{t: integer4, code: fmt.Sprintf("((int)%s.size)", v.code)}
}

// actualText passes a text. A dummy argument may be shorter than what is passed, never longer.
func (e *emitter) actualText(q *tree.Procedure, i int, a *syntax.Expr) string {
	d := q.Arguments[i]
	if q.Writes(i) {
		e.fail(textCure, "the text %s of %s, which is written", d.Name, q.Name)
	}
	v := e.scalar(a)
	if v.t.Base != tree.Character {
		e.fail("give it the type of the dummy argument", "%s for the argument %s of %s", v.t, d.Name, q.Name)
	}
	switch {
	case d.Type.Kind < 0 || d.Type.Kind == v.t.Kind:
		return v.code
	case v.t.Kind >= 0 && v.t.Kind < d.Type.Kind:
		e.fail("pass a longer text", "a text of %d characters for the argument %s of %s, which has %d", v.t.Kind, d.Name, q.Name, d.Type.Kind)
	}
	return fmt.Sprintf("f_cut(%s, %d)", v.code, d.Type.Kind)
}

// Texts answers the strings in a procedure and in what it calls, for the comparison.
func Texts(p *tree.Procedure) []string {
	var list []string
	known, seen := map[string]bool{}, map[*tree.Procedure]bool{}
	look := func(e *syntax.Expr) {
		e.Walk(func(y *syntax.Expr) bool {
			if y.Kind == syntax.Text && !known[y.Text] && y.Text != "" {
				known[y.Text] = true
				list = append(list, y.Text)
			}
			return true
		})
	}
	var take func(p *tree.Procedure)
	take = func(p *tree.Procedure) {
		if seen[p] {
			return
		}
		seen[p] = true
		tree.Each(p.Unit.Body, func(s *syntax.Stmt) {
			for _, e := range s.On {
				look(e)
			}
			for _, b := range s.Blocks {
				for _, e := range b.Tests {
					look(e)
				}
			}
		})
		for q := range p.Calls {
			take(q)
		}
	}
	take(p)
	return list
}
