package syntax

import (
	"fmt"
	"slices"
	"strings"
)

// This file reads BLOCK and ASSOCIATE as constructs that always run. A variable of a BLOCK becomes one of the routine, with a capital
// letter in its name, which no other name has. A name of an ASSOCIATE is what it stands for, written out.

// scope is one of them around the statement at hand.
type scope struct {
	word   string
	names  map[string][]Token // what stands for a name
	closed map[string]bool    // names that take no subscripts: they stand for elements, sections and expressions
	fixed  []string           // names that must keep their values: others depend on them
	roots  []string           // elements of arrays, or functions with arguments, that names stand for
}

// longest is how many words a statement may have in which names of ASSOCIATE are written out.
const longest = 10000

// scoped reads the declarations of a BLOCK, and writes names out.
func (b *body) scoped(t []Token, line int) ([]Token, *Trouble) {
	if len(b.scopes) == 0 || len(t) == 0 {
		return t, nil
	}
	inner := b.scopes[len(b.scopes)-1]
	var d *Declaration
	if bad := read(func() { d = declaration(t, line) }); bad == nil && d != nil {
		if inner.word != "block" || d.Kind != "type" {
			return t, trouble("declare it at the top of the routine", "%s inside of %s", t[0].Text, inner.word)
		}
		for _, x := range d.Entities {
			inner.names[x.Name] = []Token{{Name, OfBlock(x.Name, b.blocks)}}
		}
	}
	t, bad := b.renamed(t)
	if bad != nil { // a declaration, too, refuses the routine: other names stand where it is used
		b.bad(line, bad)
	}
	return t, bad
}

// OfBlock is the name of a variable of a BLOCK.
func OfBlock(name string, block int) string { return fmt.Sprintf("%s_B%d", name, block) }

// renamed writes names out that a BLOCK or an ASSOCIATE around gives a meaning.
func (b *body) renamed(t []Token) (list []Token, bad *Trouble) {
	depth := 0
	for i, x := range t {
		after := Token{}
		if i+1 < len(t) {
			after = t[i+1]
		}
		keyword := depth > 0 && after.Class == Operator && (after.Text == "=" || after.Text == "=>")
		component := i > 0 && t[i-1].Class == Operator && t[i-1].Text == "%"
		if x.Class == Operator {
			depth += map[string]int{"(": 1, ")": -1}[x.Text]
		}
		if x.Class == Number || x.Class == Logical {
			if _, kind, _ := strings.Cut(x.Text, "_"); slices.ContainsFunc(b.scopes, func(s *scope) bool { return s.names[kind] != nil }) {
				return t, trouble("write the kind as a number", "the constant %s, whose kind a BLOCK declares", x.Text)
			}
		}
		if x.Class != Name || keyword || component || i == 0 && assignment(t) == "" {
			list = append(list, x)
			continue
		}
		given := []Token{x}
		for _, s := range slices.Backward(b.scopes) {
			if other, is := s.names[x.Text]; is {
				if given = other; s.closed[x.Text] && after.Class == Operator && after.Text == "(" {
					bad = trouble("write it out", "subscripts of %s, which ASSOCIATE gives an element, a section or an expression", x.Text)
				}
				break
			}
		}
		if list = append(list, given...); len(given) > 1 && len(list) > longest {
			return t, trouble("write parts of it into variables", "a statement of more than %d words, with the names of ASSOCIATE written out", longest)
		}
	}
	return list, bad
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
	at := &scope{word: t[0].Text, names: map[string][]Token{}, closed: map[string]bool{}}
	switch {
	case at.word == "block" && len(t) == 1:
		b.blocks++
	case at.word == "associate" && len(t) > 3 && t[1].Text == "(" && closed(t, 1) == len(t)-1:
		for first, i := 2, 2; i < len(t); i++ {
			switch {
			case t[i].Class == Operator && t[i].Text == "(" || t[i].Class == Operator && t[i].Text == "[":
				i = closed(t, i)
			case i == len(t)-1 || t[i].Class == Operator && t[i].Text == ",":
				at.associate(t[first:i])
				first = i + 1
			}
		}
	default:
		return nil
	}
	s.scope = at
	b.scopes = append(b.scopes, at)
	return s
}

// associate reads name => selector.
func (s *scope) associate(t []Token) {
	if len(t) < 3 || t[0].Class != Name || t[1].Text != "=>" {
		panic(trouble("write name => variable", "an ASSOCIATE that is not read"))
	}
	name, selector := t[0].Text, t[2:]
	chain, i := true, 0
	for chain && i < len(selector) {
		chain = selector[i].Class == Name
		if i++; i < len(selector) && selector[i].Class == Operator && selector[i].Text == "(" {
			i = closed(selector, i) + 1
		}
		if i < len(selector) {
			chain = chain && selector[i].Text == "%"
			i++
		}
	}
	depth := 0
	for k, x := range selector {
		if x.Class == Operator {
			depth += map[string]int{"(": 1, ")": -1}[x.Text]
		}
		if x.Class == Name && (depth > 0 || !chain) && (k == 0 || selector[k-1].Text != "%") && !slices.Contains(s.fixed, x.Text) {
			s.fixed = append(s.fixed, x.Text)
		}
	}
	if chain && len(selector) > 1 && selector[1].Text == "(" {
		s.roots = append(s.roots, selector[0].Text)
	}
	if s.closed[name] = !chain || selector[len(selector)-1].Text == ")"; !chain {
		selector = slices.Concat([]Token{{Operator, "("}}, selector, []Token{{Operator, ")"}})
	}
	s.names[name] = selector
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
		for e != nil && e.Kind == Component {
			e = e.Of[0]
		}
		return e != nil && (e.Kind == Variable || e.Kind == Call) && e.Text == name
	}
	passed := func(e *Expr) bool {
		found := false
		e.Walk(func(y *Expr) bool { found = found || is(y); return !found })
		return found
	}
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
