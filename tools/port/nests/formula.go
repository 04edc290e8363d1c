package nests

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// Formula is an assignment of a nest as an expression of Drawbridge.
type Formula struct {
	Field, Text string
	Names       []string // of the numbers
	Values      []string // what the Fortran code passes for them
	Fields      []string
}

// Line is the call for a step, continued in further lines where it is long; the owner puts in the names of the fields.
func (f Formula) Line() string {
	text := fmt.Sprintf("call step%%pointwise('%s', '%s'", f.Field, f.Text)
	if len(f.Names) > 0 {
		text += fmt.Sprintf(", '%s', [%s]", strings.Join(f.Names, " "), strings.Join(f.Values, ", "))
	}
	return folded(text + ")")
}

// folded is a statement in lines that every Fortran compiler takes, cut at blanks. The ampersand that begins a line lets a
// string go on, too.
func folded(statement string) string {
	const most = 100
	var b strings.Builder
	for len(statement) > most {
		at := strings.LastIndex(statement[:most], " ") + 1
		if at == 0 {
			at = most
		}
		b.WriteString(statement[:at] + "&\n    &")
		statement = statement[at:]
	}
	return b.String() + statement
}

// limits of expressions, as docs/stencils.md has them.
const (
	mostFields     = 6
	mostNeighbours = 32
	mostNumbers    = 64
	mostCharacters = 4000
)

// formulas writes the assignments of a point as expressions, where they are arithmetic of one kind only.
func (n *Nest) formulas(q *tree.Procedure) {
	f := &formula{n: n, q: q, known: map[string]*syntax.Expr{}, moved: map[string]place{}}
	bad := syntax.Try(func() {
		for _, s := range n.unit.Body {
			f.statement(s)
		}
	})
	if bad != nil {
		n.Formulas, n.Plain = nil, bad.Reason
	}
}

// statement writes an assignment, or notes what it says of a scalar.
func (f *formula) statement(s *syntax.Stmt) {
	switch n := f.n; {
	case s.Action == syntax.Continue:
	case s.Action != syntax.Assign:
		f.no("the body is more than assignments")
	case s.On[0].Kind == syntax.Variable && slices.Contains(n.before, s): // a number that the caller computes
	case s.On[0].Kind == syntax.Variable && f.shift(s): // ip = i + 1
	case s.On[0].Kind == syntax.Variable:
		f.kindOf(s.On[0].Text)
		f.known[s.On[0].Text] = &syntax.Expr{Kind: syntax.Bracket, Of: []*syntax.Expr{f.filled(s.On[1])}}
	default:
		f.out, f.reads, f.fields = &Formula{}, map[string]bool{}, map[string]bool{}
		f.kindOf(s.On[0].Text)
		f.out.Field, _ = f.field(s.On[0])
		f.out.Text = f.expr(f.filled(s.On[1]), 0)
		f.limits()
		n.Formulas = append(n.Formulas, *f.out)
		for name, e := range f.known { // scalars that hold the old values
			if e.Mentions(s.On[0].Text) {
				f.known[name] = nil
			}
		}
	}
}

type formula struct {
	n      *Nest
	q      *tree.Procedure
	out    *Formula
	known  map[string]*syntax.Expr // scalars of the point, written out
	reads  map[string]bool
	kind   int
	fields map[string]bool
	moved  map[string]place // scalars that are an index and a number
}

// shift notes a scalar that is an index and a number, and that nothing else sets.
func (f *formula) shift(s *syntax.Stmt) bool {
	at, ok := f.n.moved[s.On[0].Text]
	if ok {
		f.moved[s.On[0].Text] = at
	}
	return ok
}

func (f *formula) no(format string, values ...any) { panic(trouble("", format, values...)) }

// filled writes the scalars of the point out.
func (f *formula) filled(e *syntax.Expr) *syntax.Expr {
	if e == nil {
		return nil
	}
	if x, is := f.known[e.Text]; is && e.Kind == syntax.Variable {
		if x == nil {
			f.no("%s holds a value from before an assignment", e.Text)
		}
		return x
	}
	return e.With(f.filled)
}

func (f *formula) limits() {
	for name := range f.fields {
		f.out.Fields = append(f.out.Fields, name)
	}
	slices.Sort(f.out.Fields)
	switch {
	case len(f.fields) > mostFields:
		f.no("an expression reads %d fields, at most %d", len(f.fields), mostFields)
	case len(f.reads) > mostNeighbours:
		f.no("an expression reads %d neighbours, at most %d", len(f.reads), mostNeighbours)
	case len(f.out.Names) > mostNumbers:
		f.no("an expression has %d numbers, at most %d", len(f.out.Names), mostNumbers)
	case len(f.out.Text) > mostCharacters:
		f.no("the expression has %d characters, at most %d", len(f.out.Text), mostCharacters)
	}
}

// kindOf refuses numbers of another kind than the first one.
func (f *formula) kindOf(name string) {
	x, bad := f.q.Scope.Lookup(name)
	if bad != nil || x.Type.Base != tree.Real {
		f.no("%s is not real", name)
	}
	if f.kind == 0 {
		f.kind = x.Type.Kind
	}
	if x.Type.Kind != f.kind {
		f.no("it mixes real(4) and real(8)")
	}
}

// field answers the name of an array with its component, and the offsets of its indices, x first.
func (f *formula) field(e *syntax.Expr) (name string, by []int64) {
	a := &analysis{n: f.n, p: f.q, moved: f.moved}
	last := len(f.n.Indices)
	for k, sub := range e.Of {
		if k >= last {
			v, ok := f.q.Scope.Constant(sub)
			if !ok || k > last || v.Type.Base != tree.Integer || v.I < 1 {
				f.no("%s is no component of a field", e)
			}
			return fmt.Sprintf("%s(%d)", e.Text, v.I), by
		}
		at, ok := a.shifted(sub)
		if !ok || at.index != last-1-k {
			f.no("the subscripts of %s are not the indices in their order", e)
		}
		by = append(by, at.by)
	}
	if len(by) != last {
		f.no("%s has not all indices", e)
	}
	return e.Text, by
}

// number answers a name for a number that the caller passes.
func (f *formula) number(name, value string) string {
	if !slices.Contains(f.out.Names, name) {
		f.out.Names, f.out.Values = append(f.out.Names, name), append(f.out.Values, value)
	}
	return name
}

var ranks = map[string]int{"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}

// expr writes an expression; least is the rank of the operator around it.
func (f *formula) expr(e *syntax.Expr, least int) string {
	if v, ok := f.q.Scope.Constant(e); ok {
		return f.constant(v)
	}
	wrap := func(rank int, text string) string {
		if rank < least {
			return "(" + text + ")"
		}
		return text
	}
	switch e.Kind {
	case syntax.Bracket:
		return "(" + f.expr(e.Of[0], 0) + ")"
	case syntax.Variable:
		if x := f.q.Scope.Known(e.Text); x == nil || x.Array() {
			f.no("all of %s", e.Text)
		}
		f.kindOf(e.Text)
		return f.number(e.Text, e.Text)
	case syntax.Unary:
		if e.Text == ".not." {
			f.no("it has logical values")
		}
		return wrap(3, e.Text+f.expr(e.Of[0], 3))
	case syntax.Binary:
		return f.binary(e, wrap)
	case syntax.Call:
		return f.call(e)
	}
	f.no("%s", e)
	return ""
}

func (f *formula) binary(e *syntax.Expr, wrap func(int, string) string) string {
	r, plain := ranks[e.Text]
	if !plain {
		f.no("it has the operator %s", e.Text)
	}
	if e.Text == "**" {
		v, ok := f.q.Scope.Constant(e.Of[1])
		if !ok || v.Type.Base != tree.Integer || v.I < 0 {
			f.no("it has the power %s", e)
		}
		return wrap(r, fmt.Sprintf("%s**%d", f.expr(e.Of[0], r+1), v.I))
	}
	sign := " " + e.Text + " "
	if r > 1 {
		sign = e.Text
	}
	return wrap(r, f.expr(e.Of[0], r)+sign+f.expr(e.Of[1], r+1))
}

// constant writes a number so that it is read back bit for bit.
func (f *formula) constant(v tree.Value) string {
	switch v.Type.Base {
	case tree.Integer:
		if v.I < 0 {
			return fmt.Sprintf("(%d)", v.I)
		}
		return fmt.Sprint(v.I)
	case tree.Real:
		if f.kind == 0 {
			f.kind = v.Type.Kind
		}
		if v.Type.Kind > f.kind {
			f.no("it mixes real(4) and real(8)")
		}
		text := fmt.Sprint(v.F)
		if v.F < 0 {
			text = "(" + text + ")"
		}
		return text
	}
	f.no("it has logical values")
	return ""
}

func (f *formula) call(e *syntax.Expr) string {
	if x := f.q.Scope.Known(e.Text); x != nil && x.Array() {
		f.kindOf(e.Text)
		if !slices.ContainsFunc(e.Of, func(sub *syntax.Expr) bool {
			return sub.Any(func(y *syntax.Expr) bool {
				return y.Kind == syntax.Variable && slices.ContainsFunc(f.n.Indices, func(i Index) bool { return i.Name == y.Text })
			})
		}) {
			return f.element(e)
		}
		name, by := f.field(e)
		f.fields[name] = true
		f.reads[name+fmt.Sprint(by)] = true
		if !slices.ContainsFunc(by, func(n int64) bool { return n != 0 }) {
			return name
		}
		var list []string
		for _, n := range by {
			list = append(list, strings.Replace(fmt.Sprintf("%+d", n), "+0", "0", 1))
		}
		return name + "[" + strings.Join(list, ",") + "]"
	}
	generic := strings.TrimPrefix(e.Text, "d")
	if !slices.Contains([]string{"abs", "cos", "exp", "log", "sin", "sqrt", "tanh"}, generic) || !f.q.IsIntrinsic(e.Text) || len(e.Of) != 1 {
		f.no("it calls %s", e.Text)
	}
	return generic + "(" + f.expr(e.Of[0], 0) + ")"
}

// element is an element of a small array, which becomes a number with a name.
func (f *formula) element(e *syntax.Expr) string {
	name := e.Text
	for _, sub := range e.Of {
		v, ok := f.q.Scope.Constant(sub)
		if !ok || v.Type.Base != tree.Integer || v.I < 0 {
			f.no("%s is not a number that is known before the loops", e)
		}
		name += fmt.Sprintf("_%d", v.I)
	}
	return f.number(name, strings.ReplaceAll(e.String(), "{", "("))
}
