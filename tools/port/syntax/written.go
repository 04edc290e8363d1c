package syntax

import "strings"

// String writes an expression in one form only, so that equal expressions give equal texts.
func (e *Expr) String() string {
	if e == nil {
		return ""
	}
	list := make([]string, len(e.Of))
	for i, x := range e.Of {
		list[i] = x.String()
	}
	switch e.Kind {
	case Constant, Variable:
		return e.Text
	case Text:
		return "'" + e.Text + "'"
	case Call:
		return e.Text + "(" + strings.Join(list, ",") + ")"
	case Component:
		s := list[0] + "%" + e.Text
		if len(list) > 1 {
			s += "(" + strings.Join(list[1:], ",") + ")"
		}
		return s
	case Unary:
		return e.Text + list[0]
	case Binary:
		return "{" + list[0] + e.Text + list[1] + "}"
	case Bracket, Complex:
		return "(" + strings.Join(list, ",") + ")"
	case Array:
		head := ""
		if e.Text != "" {
			head = strings.ReplaceAll(e.Text, " ", "") + "::"
		}
		return "[" + head + strings.Join(list, ",") + "]"
	case Range:
		return strings.Join(list, ":")
	case Keyword:
		return e.Text + "=" + list[0]
	case Implied:
		return "(" + e.Text + "=" + strings.Join(list, ",") + ")"
	}
	return "*"
}

// Source is the expression as it is written. Brackets of the text are in the tree, so that nothing else needs any.
func (e *Expr) Source() string { return strings.NewReplacer("{", "", "}", "").Replace(e.String()) }

// Walk calls f for an expression and all below it; f answers false to stay above.
func (e *Expr) Walk(f func(*Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, x := range e.Of {
		x.Walk(f)
	}
}
