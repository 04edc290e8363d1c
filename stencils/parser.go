package stencils

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// node is a term while an expression is read: where it stands, and how many operators and functions are inside one another.
type node struct {
	*term
	at, deep int
}

// rank says how strongly operators between two terms bind; ** binds from the right, the others from the left.
var rank = map[string]int{
	"or": 1, "and": 2,
	"<": 4, "<=": 4, ">": 4, ">=": 4, "==": 4, "!=": 4,
	"+": 5, "-": 5, "*": 6, "/": 6, "**": 8,
}

// What stands before a term: not is weaker than comparisons, as in Fortran, and a sign is weaker than **.
const (
	rankNot  = 3
	rankSign = 7
)

// choice reads a whole expression: condition ? a : b is the weakest of all.
func (r *reading) choice() (node, error) {
	condition, err := r.operators(1)
	if err != nil || r.next().text != "?" {
		return condition, err
	}
	at := r.take().at
	yes, err := r.choice()
	if err != nil {
		return yes, err
	}
	if err := r.expect(":"); err != nil {
		return yes, err
	}
	no, err := r.choice()
	if err != nil {
		return no, err
	}
	return r.selected(at, condition, yes, no)
}

// operators reads terms that are joined by operators of at least a rank.
func (r *reading) operators(least int) (node, error) {
	left, err := r.operand()
	for err == nil {
		op := r.next()
		strength := rank[op.text]
		if strength == 0 || strength < least {
			return left, nil
		}
		r.take()
		if op.text != "**" {
			strength++
		}
		var right node
		if right, err = r.operators(strength); err == nil {
			left, err = r.binary(op, left, right)
		}
		if err == nil && orders(op.text) && orders(r.next().text) {
			err = r.wrong(r.next().at, "a second comparison of the same; write a < b and b < c")
		}
	}
	return left, err
}

// orders says whether an operator puts two numbers into order.
func orders(op string) bool { return op == "<" || op == "<=" || op == ">" || op == ">=" }

// operand reads a number, a name, a call, or a term with a sign or `not` before it, or in parentheses.
func (r *reading) operand() (node, error) {
	t := r.take()
	switch {
	case t.kind == aNumber:
		return node{&term{op: "number", value: t.value}, t.at, 0}, nil
	case t.kind == aName && r.next().text == "(":
		if k, is := r.component(t.text); is {
			r.tokens = r.tokens[3:]
			named, err := r.value(t.at, fmt.Sprintf("%s(%d)", t.text, k))
			return node{named, t.at, 0}, err
		}
		return r.call(t)
	case t.kind == aName:
		named, err := r.value(t.at, t.text)
		return node{named, t.at, 0}, err
	case t.text == "not":
		return r.before(t, rankNot)
	case t.text == "-" || t.text == "+":
		return r.before(t, rankSign)
	case t.text == "(":
		inner, err := r.choice()
		if err != nil {
			return inner, err
		}
		return inner, r.expect(")")
	}
	return node{}, r.unexpected(t)
}

// component tells whether a name, which comes before a parenthesis, is that of a field and not of a function, and what follows is a
// component: (3).
func (r *reading) component(name string) (k int, is bool) {
	if _, function := calls[name]; function || r.known(name) != nil || len(r.tokens) < 3 {
		return 0, false
	}
	inner, end := r.tokens[1], r.tokens[2]
	k = int(inner.value)
	return k, inner.kind == aNumber && float64(k) == inner.value && end.text == ")"
}

// before reads the term behind a sign or `not`.
func (r *reading) before(op token, strength int) (node, error) {
	inner, err := r.operators(strength)
	if err != nil {
		return inner, err
	}
	args, deep, err := r.checked(op.at, op.text == "not", inner)
	switch {
	case err != nil:
		return inner, err
	case op.text == "not":
		return node{&term{op: "not", args: args, logical: true}, op.at, deep}, nil
	case op.text == "-":
		return node{&term{op: "negate", args: args}, op.at, deep}, nil
	}
	return node{args[0], op.at, deep}, nil
}

// call reads the arguments of a function.
func (r *reading) call(name token) (node, error) {
	count, ok := calls[name.text]
	if !ok {
		return node{}, r.wrong(name.at, "no function of an expression"+nearest.Known(name.text, "functions are", slices.Sorted(maps.Keys(calls)), "")+"; a neighbour of the point is u[+1,0,0]")
	}
	r.take()
	var given []node
	for r.next().text != ")" {
		if len(given) > 0 {
			if err := r.expect(","); err != nil {
				return node{}, err
			}
		}
		argument, err := r.choice()
		if err != nil {
			return node{}, err
		}
		given = append(given, argument)
	}
	r.take()
	if len(given) != count {
		return node{}, status.Errorf(status.Argument, "%s: column %d, '%s': %s given, %d expected", r.entry, name.at+1, name.text, status.Count(len(given), "argument"), count)
	}
	if name.text == "merge" {
		return r.selected(name.at, given[2], given[0], given[1])
	}
	args, deep, err := r.checked(name.at, false, given...)
	return node{&term{op: name.text, args: args}, name.at, deep}, err
}

// binary joins two terms.
func (r *reading) binary(op token, left, right node) (node, error) {
	kind := symbols[op.text]
	args, deep, err := r.checked(op.at, kind.takesTruth, left, right)
	if err != nil {
		return left, err
	}
	switch name := op.text; name {
	case ">", ">=": // the other way round
		return node{&term{op: map[string]string{">": "<", ">=": "<="}[name], args: []*term{args[1], args[0]}, logical: true}, op.at, deep}, nil
	case "**":
		return node{raised(args[0], args[1]), op.at, deep}, nil
	default:
		return node{&term{op: name, args: args, logical: kind.givesTruth}, op.at, deep}, nil
	}
}

// selected is a term that is one of two, by a condition.
func (r *reading) selected(at int, condition, yes, no node) (node, error) {
	c, deep, err := r.checked(at, true, condition)
	if err != nil {
		return condition, err
	}
	args, deeper, err := r.checked(at, false, yes, no)
	return node{&term{op: "select", args: append(c, args...)}, at, max(deep, deeper)}, err
}

// checked are arguments of an operator at a column, which must be true or false, or numbers; deep is how deep it then is.
func (r *reading) checked(at int, logical bool, nodes ...node) (args []*term, deep int, err error) {
	for _, n := range nodes {
		if n.logical != logical {
			if logical {
				return nil, 0, r.wrong(n.at, "a comparison expected, this is a number")
			}
			return nil, 0, r.wrong(n.at, "a number expected, this is true or false")
		}
		args, deep = append(args, n.term), max(deep, n.deep+1)
	}
	if deep > mostNested {
		return nil, 0, r.wrong(at, fmt.Sprintf("more than %d operators and functions inside one another; make two expressions of it", mostNested))
	}
	return args, deep, nil
}

// value is what a name stands for: a number, or a field at the point or at a neighbour.
func (r *reading) value(at int, name string) (*term, error) {
	if i := slices.Index(r.names, name); i >= 0 {
		if t := r.next(); t.text == "[" {
			return nil, r.wrong(t.at, "'"+name+"' is a number and has no neighbours")
		}
		return &term{op: "named", index: i}, nil
	}
	if err := r.known(name); err != nil {
		if axis := slices.Index(coordinates, name); axis >= 0 && r.entry == "pointwise" {
			return r.coordinate(axis)
		}
		said := ""
		if len(r.names) > 0 && r.entry == "pointwise" {
			said = nearest.Known(name, "numbers are", r.names, "")
		}
		return nil, status.Wrap(err, "%s: column %d: %v%s", r.entry, at+1, err, said)
	}
	a, err := r.neighbour()
	if err != nil {
		return nil, err
	}
	e := &r.found
	if a.field = slices.Index(e.fields, name); a.field < 0 {
		a.field = len(e.fields)
		e.fields = append(e.fields, name)
	}
	i := slices.IndexFunc(e.accesses, func(other access) bool { return other.field == a.field && other.at == a.at })
	switch {
	case i < 0:
		i = len(e.accesses)
		e.accesses = append(e.accesses, a)
	case a.axes != 0: // u and u[0,0,0] are one
		e.accesses[i].axes = a.axes
	}
	return &term{op: "field", index: i}, nil
}

// coordinate is the place of the point along an axis.
func (r *reading) coordinate(axis int) (*term, error) {
	if t := r.next(); t.text == "[" {
		return nil, r.wrong(t.at, "'"+coordinates[axis]+"' is the point's place in the global grid and has no neighbours; no field has this name")
	}
	if e := &r.found; !slices.Contains(e.axes, axis) {
		e.axes = append(e.axes, axis)
	}
	return &term{op: "coordinate", index: axis}, nil
}

// neighbour reads how far away a field is read: [+1,0,0], or nothing.
func (r *reading) neighbour() (a access, err error) {
	open := r.next()
	if open.text != "[" {
		return a, nil
	}
	for next := open.text; next != "]"; next = r.tokens[0].text {
		r.take()
		if a.axes == 3 {
			return a, r.wrong(open.at, "more than three distances; a neighbour is u[+1,0,0], in two dimensions u[+1,0]")
		}
		sign := 1
		if t := r.next(); t.text == "-" || t.text == "+" {
			if t.text == "-" {
				sign = -1
			}
			r.take()
		}
		t := r.take()
		if t.kind != aNumber || t.value != math.Trunc(t.value) || t.value > views.MostHalo {
			return a, r.wrong(t.at, fmt.Sprintf("a distance of 0 to %d points expected, as in u[+1,0,0]", views.MostHalo))
		}
		a.at[a.axes] = sign * int(t.value)
		a.axes++
		if t := r.next(); t.text != "," && t.text != "]" {
			return a, r.unexpected(t)
		}
	}
	r.take()
	return a, nil
}

// next is the token that comes next, and take goes past it; behind the last one stands the end.
func (r *reading) next() token { return r.tokens[0] }

func (r *reading) take() token {
	t := r.tokens[0]
	if t.kind != theEnd {
		r.tokens = r.tokens[1:]
	}
	return t
}

func (r *reading) expect(sign string) error {
	if t := r.take(); t.text != sign {
		return r.unexpected(t)
	}
	return nil
}

func (r *reading) unexpected(t token) error {
	if t.kind == theEnd {
		return r.wrong(t.at, "more is expected")
	}
	return r.wrong(t.at, "not expected here")
}
