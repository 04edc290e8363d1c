package syntax

import (
	"slices"
	"strings"
)

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

// Any says whether f holds for an expression or one in it.
func (e *Expr) Any(f func(*Expr) bool) bool {
	return e != nil && (f(e) || slices.ContainsFunc(e.Of, func(x *Expr) bool { return x.Any(f) }))
}

// Named says whether the expression is a variable, or a name with subscripts or arguments.
func (e *Expr) Named() bool { return e != nil && (e.Kind == Variable || e.Kind == Call) }

// Mentions says whether a name, or another word, stands in an expression.
func (e *Expr) Mentions(name string) bool { return e.Any(func(x *Expr) bool { return x.Text == name }) }

// Value is the value of an argument, without its name.
func (e *Expr) Value() *Expr {
	if e != nil && e.Kind == Keyword {
		return e.Of[0]
	}
	return e
}

// With is a copy of an expression with f of each part right below it.
func (e *Expr) With(f func(*Expr) *Expr) *Expr {
	c := &Expr{Kind: e.Kind, Text: e.Text}
	for _, x := range e.Of {
		if x != nil {
			x = f(x)
		}
		c.Of = append(c.Of, x)
	}
	return c
}
