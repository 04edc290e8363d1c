package stencils

import (
	"math"
	"slices"
	"unicode/utf8"

	"drawbridge/status"
)

// expression is what a caller wrote: terms, the fields that they read in the order in which they appear, and where.
type expression struct {
	*term
	fields   []string
	accesses []access
	axes     []int // whose coordinates it names
}

// access is a field read at the point, or at a neighbour of it so many points away. axes is how many were written, 0: none.
type access struct {
	field int
	at    [3]int
	axes  int
}

// coordinates are the names of a point's place in the global grid, counted from 1. A number or a field of such a name comes first.
var coordinates = []string{"i", "j", "k"}

// term is a node of an expression. op is a kind of symbols, "field", "number", "named", "coordinate", "power" (value is the exponent, a whole number
// above 0), or a function's name.
type term struct {
	op      string
	args    []*term
	value   float64 // of a number
	index   int     // of an access, of a named number, of an axis
	logical bool
}

// symbols are the operators between two terms; logical ones take and give truth.
var symbols = map[string]struct{ takesTruth, givesTruth bool }{
	"+": {}, "-": {}, "*": {}, "/": {}, "**": {},
	"<": {false, true}, "<=": {false, true}, ">": {false, true}, ">=": {false, true}, "==": {false, true}, "!=": {false, true},
	"and": {true, true}, "or": {true, true},
}

// calls are the functions of an expression and how many arguments they take; merge is Fortran's.
var calls = map[string]int{"sqrt": 1, "exp": 1, "log": 1, "sin": 1, "cos": 1, "tanh": 1, "abs": 1, "min": 2, "max": 2, "merge": 3}

// Word tells whether a name has a meaning of its own in expressions.
func Word(name string) bool {
	_, call := calls[name]
	return call || slices.Contains(coordinates, name) || slices.Contains([]string{"and", "or", "not"}, name)
}

// The longest expression, in characters, and the most operators and functions inside one another, of which a sum of n terms
// has n-1: what recurses stays within a thread's stack.
const (
	mostExpression = 4000
	mostNested     = 200
)

// reading turns an expression into terms, and finds the fields.
type reading struct {
	text   []rune
	tokens []token  // that are not yet read, the end last
	names  []string // of numbers
	found  expression
	entry  string // pointwise, or compute, which has no fields
	known  func(name string) error
}

// readExpression parses an expression of fields and named numbers; known refuses a name that is no field. Numbers may be
// written as in Fortran. What is wrong is told with its column, counted from 1, and the word there.
func readExpression(text string, names []string, known func(name string) error) (*expression, error) {
	return readFor("pointwise", text, names, known)
}

// readFor is readExpression for an entry, which messages name.
func readFor(entry, text string, names []string, known func(name string) error) (*expression, error) {
	if n := utf8.RuneCountInString(text); n > mostExpression {
		return nil, status.Errorf(status.Argument, "%s: the expression has %d characters, at most %d expected", entry, n, mostExpression)
	}
	r := &reading{text: []rune(text), names: names, known: known, entry: entry}
	tokens, at, wrong := scan(text)
	if wrong != "" {
		return nil, r.wrong(at, wrong)
	}
	r.tokens = tokens
	n, err := r.choice()
	switch {
	case err != nil:
		return nil, err
	case r.next().kind != theEnd:
		return nil, r.unexpected(r.next())
	case n.logical:
		return nil, r.wrong(0, "the expression is true or false, a number expected")
	}
	r.found.term = n.term
	return &r.found, nil
}

// wrong refuses the expression at a column, counted from 0.
func (r *reading) wrong(at int, why string) error {
	return status.Errorf(status.Argument, "%s: column %d, %s: %s, in '%s'", r.entry, min(at, len(r.text))+1, r.word(at), why, string(r.text))
}

// word is what stands at a column: a name, a number, or one sign.
func (r *reading) word(at int) string {
	if at >= len(r.text) {
		return "the end"
	}
	inName := func(c rune) bool {
		return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	end := at + 1
	for inName(r.text[at]) && end < len(r.text) && inName(r.text[end]) {
		end++
	}
	return "'" + string(r.text[at:end]) + "'"
}

// raised is x ** y: whole powers are products, a half is a root.
func raised(x, y *term) *term {
	value, sign := y.value, 1.0
	if y.op == "negate" && y.args[0].op == "number" {
		value, sign = y.args[0].value, -1
	} else if y.op != "number" {
		return &term{op: "pow", args: []*term{x, y}}
	}
	var p *term
	switch {
	case value == 0:
		return &term{op: "number", value: 1}
	case value == 0.5:
		p = &term{op: "sqrt", args: []*term{x}}
	case value == math.Trunc(value) && value <= 64:
		p = &term{op: "power", args: []*term{x}, value: value}
	default:
		return &term{op: "pow", args: []*term{x, y}}
	}
	if sign > 0 {
		return p
	}
	return &term{op: "/", args: []*term{{op: "number", value: 1}, p}}
}
