package translate

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
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
	v := e.textOf(x)
	if v.t.Kind != 1 {
		e.fail("declare the argument as character(1)", "%s of a text that is not known to have one character", x.Text)
	}
	return value{t: integer4, code: fmt.Sprintf("f_code(%s)", v.code)}
}

// textOf is the one argument of a function of a text.
func (e *emitter) textOf(x *syntax.Expr) value {
	if len(x.Of) != 1 || x.Of[0].Kind == syntax.Keyword {
		e.fail(textCure, "%s", x)
	}
	v := e.scalar(x.Of[0])
	if v.t.Base != tree.Character {
		e.fail("correct the call", "%s of a %s", x.Text, v.t)
	}
	return v
}

// textLength is len of a text.
func (e *emitter) textLength(x *syntax.Expr) value {
	code := e.textOf(x).code
	if x.Text == "len_trim" {
		return value{t: integer4, code: fmt.Sprintf("f_trimmed(%s)", code)}
	}
	return value{t: integer4, code: fmt.Sprintf("((int)%s.size)", code)}
}

// character is char or achar of a number.
func (e *emitter) character(x *syntax.Expr) value {
	if len(x.Of) != 1 || x.Of[0].Kind == syntax.Keyword {
		e.fail(textCure, "%s", x)
	}
	v := e.integer(x.Of[0])
	return value{t: tree.Type{Base: tree.Character, Kind: 1}, code: fmt.Sprintf("f_character(%s, (int)%s)", e.characters(1), v.code)}
}

// characters declares memory for a text at the top of the routine.
func (e *emitter) characters(size int) string {
	name := fmt.Sprintf("t_%d", e.next())
	e.top = append(e.top, fmt.Sprintf("char %s[%d];", name, max(1, size)))
	return name
}

// isText says whether an expression is a variable of type character, or a part of one.
func (e *emitter) isText(x *syntax.Expr) bool {
	if x.Kind != syntax.Variable && x.Kind != syntax.Call {
		return false
	}
	s := e.p.Scope.Known(x.Text)
	if s == nil || s.Type.Base != tree.Character || s.Array() || s.Procedure != nil || s.External {
		return false
	}
	return x.Kind == syntax.Variable || len(x.Of) == 1 && x.Of[0].Kind == syntax.Range
}

// part is text(low:high).
func (e *emitter) part(x *syntax.Expr) value {
	at := e.variable(x.Text)
	r := x.Of[0]
	if r.Of[2] != nil {
		e.fail("write low:high", "the part %s of a text", x)
	}
	low, high, size := "1", at.code+".size", -1
	if r.Of[0] != nil {
		low = e.integer(r.Of[0]).code
	}
	if r.Of[1] != nil {
		high = e.integer(r.Of[1]).code
	}
	first, ok1 := e.p.Scope.Constant(orOne(r.Of[0]))
	last, ok2 := e.p.Scope.Constant(r.Of[1])
	switch {
	case ok1 && ok2:
		size = int(max(0, last.I-first.I+1))
	case r.Of[0] != nil && r.Of[0].Kind == syntax.Variable && r.Of[0].String() == r.Of[1].String():
		size = 1
	}
	return value{t: tree.Type{Base: tree.Character, Kind: size}, code: fmt.Sprintf("F_PART(%s, %s, %s)", at.code, low, high)}
}

func orOne(x *syntax.Expr) *syntax.Expr {
	if x == nil {
		return &syntax.Expr{Kind: syntax.Constant, Text: "1"}
	}
	return x
}

// joined is a // b, in memory of its own.
func (e *emitter) joined(x *syntax.Expr) value {
	a, b := e.scalar(x.Of[0]), e.scalar(x.Of[1])
	if a.t.Base != tree.Character || b.t.Base != tree.Character {
		e.fail(textCure, "// of %s and %s", a.t, b.t)
	}
	if a.t.Kind < 0 || b.t.Kind < 0 {
		e.fail("declare both with a length", "%s, whose length is not known", x)
	}
	size := a.t.Kind + b.t.Kind
	return value{t: tree.Type{Base: tree.Character, Kind: size}, code: fmt.Sprintf("f_joined(%s, %s, %s)", e.characters(size), a.code, b.code)}
}

// assignText sets a text, or a part of one: it is cut, or filled with blanks.
func (e *emitter) assignText(target, source *syntax.Expr) {
	v := e.scalar(source)
	if v.t.Base != tree.Character {
		e.fail(textCure, "%s is assigned to the text %s", v.t, target)
	}
	at := e.scalar(target)
	e.flush(func() { e.emit("f_setText(%s, %s);", at.code, v.code) })
}

// actualText passes a text. A dummy argument may be shorter than what is passed, never longer.
func (e *emitter) actualText(q *tree.Procedure, i int, a *syntax.Expr) string {
	d := q.Arguments[i]
	if q.Writes(i) {
		if !e.isText(a) {
			e.fail("pass a variable", "%s for the argument %s of %s, which is written", a, d.Name, q.Name)
		}
		e.writable(tree.Root(a))
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
func Texts(p *tree.Procedure) (list []string) {
	for q := range p.Reached() {
		tree.EachExpr(q.Unit.Body, func(_ *syntax.Stmt, y *syntax.Expr) {
			if y.Kind == syntax.Text && y.Text != "" && !slices.Contains(list, y.Text) {
				list = append(list, y.Text)
			}
		})
	}
	return list
}
