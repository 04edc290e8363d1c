package syntax

import (
	"fmt"
	"slices"
	"strings"
)

// This file reads BLOCK and ASSOCIATE as constructs that always run. A variable of a BLOCK becomes one of the routine, with a capital
// letter in its name, which no other name has. A name of an ASSOCIATE is what it stands for, written out in each expression.

// scope is one of them around the statement at hand.
type scope struct {
	word   string
	names  map[string]*Expr // what stands for a name
	closed map[string]bool  // names that take no subscripts: they stand for elements, sections and expressions
	fixed  []string         // names that must keep their values: others depend on them
	roots  []string         // elements of arrays, or functions with arguments, that names stand for
}

// longest is how many parts a statement may have in which names of ASSOCIATE are written out.
const longest = 10000

// OfBlock is the name of a variable of a BLOCK.
func OfBlock(name string, block int) string { return fmt.Sprintf("%s_B%d", name, block) }

// declares gives the variables of a BLOCK their own names. Other declarations are not read there.
func (b *body) declares(d *Declaration) {
	if len(b.scopes) == 0 {
		return
	}
	inner := b.scopes[len(b.scopes)-1]
	if inner.word != "block" || d.Kind != "type" {
		panic(trouble("declare it at the top of the routine", "%s inside of %s", d.Kind, inner.word))
	}
	for _, e := range d.Entities {
		inner.names[e.Name] = &Expr{Kind: Variable, Text: OfBlock(e.Name, b.blocks)}
	}
	w := &writer{scopes: b.scopes}
	d.Spec.Kind, d.Spec.Len, d.Dims = w.expr(d.Spec.Kind), w.expr(d.Spec.Len), w.list(d.Dims)
	for i := range d.Entities {
		e := &d.Entities[i]
		e.Name, e.Dims, e.Init, e.Len = OfBlock(e.Name, b.blocks), w.list(e.Dims), w.expr(e.Init), w.expr(e.Len)
	}
}

// writer writes the names of one statement out that a BLOCK or an ASSOCIATE around gives a meaning.
type writer struct {
	scopes []*scope
	parts  int
}

func (w *writer) list(list []*Expr) (all []*Expr) {
	for _, e := range list {
		all = append(all, w.expr(e))
	}
	return all
}

func (w *writer) expr(e *Expr) *Expr {
	if e == nil || len(w.scopes) == 0 {
		return e
	}
	c := &Expr{e.Kind, e.Text, w.list(e.Of)}
	switch e.Kind {
	case Constant:
		if _, kind, _ := strings.Cut(e.Text, "_"); w.means(kind) != nil {
			panic(trouble("write the kind as a number", "the constant %s, whose kind a BLOCK declares", e.Text))
		}
	case Array:
		if slices.ContainsFunc(strings.Fields(e.Text), func(word string) bool { return w.means(word) != nil }) {
			panic(trouble("write the kind as a number", "the type %s in an array constructor, which a BLOCK declares", strings.TrimSpace(e.Text)))
		}
	case Implied:
		if w.means(e.Text) != nil {
			panic(trouble("write a loop", "an implied loop over %s, which is a name of a BLOCK or an ASSOCIATE", e.Text))
		}
	case Variable, Call:
		if s := w.means(e.Text); s != nil {
			return w.given(s, c)
		}
	}
	return c
}

// means answers the innermost scope that gives a name a meaning, or nil.
func (w *writer) means(name string) *scope {
	for _, s := range slices.Backward(w.scopes) {
		if s.names[name] != nil {
			return s
		}
	}
	return nil
}

// given is what stands for a name, with the subscripts of the name.
func (w *writer) given(s *scope, e *Expr) *Expr {
	c := w.copy(s.names[e.Text])
	if e.Kind == Variable {
		return c
	}
	if s.closed[e.Text] {
		panic(trouble("write it out", "subscripts of %s, which ASSOCIATE gives an element, a section or an expression", e.Text))
	}
	if c.Kind == Variable {
		c.Kind = Call
	}
	c.Of = append(c.Of, e.Of...)
	return c
}

func (w *writer) copy(e *Expr) *Expr {
	if w.parts++; w.parts > longest {
		panic(trouble("write parts of it into variables", "a statement of more than %d words, with the names of ASSOCIATE written out", longest))
	}
	return e.With(w.copy)
}

// statement writes the names of a statement out. Names of constructs, procedures, components and keywords are none of them.
func (w *writer) statement(s *Stmt) {
	s.On = w.list(s.On)
	if s.Action == Point && len(w.scopes) > 0 { // a selector may depend on it
		s.Action, s.Bad = Unknown, trouble("write the names out", "a pointer assignment inside of BLOCK or ASSOCIATE")
	}
	if s.Action == Do || s.Action == AssignLabel || s.Action == GotoAssigned {
		e := w.expr(&Expr{Kind: Variable, Text: s.Target})
		if e.Kind != Variable {
			panic(trouble("use a variable of its own", "the variable %s of a loop or of ASSIGN, which ASSOCIATE gives something else than a variable", s.Target))
		}
		s.Target = e.Text
	}
	for _, b := range s.Blocks {
		b.Tests = w.list(b.Tests)
		for _, inner := range b.Body {
			w.statement(inner)
		}
	}
}

// scoping reads the statement that begins a BLOCK or an ASSOCIATE; nil: it is none.
func (b *body) scoping(t []Token, line int) *Stmt {
	s := &Stmt{Action: If, Line: line, Blocks: []*Block{{Line: line}}}
	if len(t) > 2 && t[0].Class == Name && t[1].Class == Operator && t[1].Text == ":" {
		s.Name, t = t[0].Text, t[2:]
	}
	if assignment(t) != "" || t[0].Class != Name {
		return nil
	}
	at := &scope{word: t[0].Text, names: map[string]*Expr{}, closed: map[string]bool{}}
	switch {
	case at.word == "block" && len(t) == 1:
		b.blocks++
	case at.word == "associate" && len(t) > 3:
		p, w := &parser{tokens: t, at: 1}, &writer{scopes: b.scopes}
		p.need("(")
		for more := true; more; more = p.take(",") {
			name := p.name()
			p.need("=>")
			at.associate(name, w.expr(p.expr(0)))
		}
		p.need(")")
		p.end()
	default:
		return nil
	}
	s.scope = at
	b.scopes = append(b.scopes, at)
	return s
}

// associate enters name => selector.
func (s *scope) associate(name string, selector *Expr) {
	note := func(e *Expr) {
		e.Walk(func(y *Expr) bool {
			if y.Named() && !slices.Contains(s.fixed, y.Text) {
				s.fixed = append(s.fixed, y.Text)
			}
			return true
		})
	}
	subscripts := selector.Of
	switch selector.Kind {
	case Component:
		subscripts = selector.Of[1:]
	case Variable, Call:
	default:
		note(selector)
		s.names[name], s.closed[name] = &Expr{Kind: Bracket, Of: []*Expr{selector}}, true
		return
	}
	s.names[name], s.closed[name] = selector, len(subscripts) > 0
	for e := selector; ; e = e.Of[0] {
		subscripts := e.Of
		if e.Kind == Component {
			subscripts = e.Of[1:]
		}
		for _, x := range subscripts {
			note(x)
		}
		if e.Kind == Call {
			s.roots = append(s.roots, e.Text)
		}
		if e.Kind != Component {
			return
		}
	}
}

// leaves ends a BLOCK or an ASSOCIATE. What stands for a name must not change within it.
func (b *body) leaves(s *Stmt) {
	b.scopes = b.scopes[:len(b.scopes)-1]
	s.Fixed, s.Roots = s.scope.fixed, s.scope.roots
	for _, name := range s.scope.fixed {
		if changes(s.Blocks[0].Body, name) {
			b.bad(s.Line, trouble("write the names out", "an ASSOCIATE whose selector depends on %s, which may change within it", name))
		}
	}
}

// changes says whether statements may give a variable another value; functions are looked at when all files are read.
func changes(list []*Stmt, name string) bool {
	is := func(e *Expr) bool { // the variable, or a part of it
		for e.Kind == Component {
			e = e.Of[0]
		}
		return e.Named() && e.Text == name
	}
	passed := func(e *Expr) bool { return e.Any(is) }
	for _, s := range list {
		switch {
		case (s.Action == Do || s.Action == AssignLabel) && s.Target == name,
			s.Action == Assign && is(s.On[0]),
			s.Action == CallOf && slices.ContainsFunc(s.On, passed):
			return true
		}
		for _, b := range s.Blocks {
			if changes(b.Body, name) {
				return true
			}
		}
	}
	return false
}
