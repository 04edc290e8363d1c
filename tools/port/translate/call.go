package translate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// call is f(...): an element, a statement function, a procedure of the files, or an intrinsic.
func (e *emitter) call(x *syntax.Expr) value {
	if s := e.p.Scope.Known(x.Text); s != nil && s.Array() {
		return e.read(x)
	}
	if e.isText(x) {
		return e.part(x)
	}
	if s := e.functions[x.Text]; s != nil {
		return e.statementFunction(s, x)
	}
	if q := e.p.Called(e.world, x.Text); q != nil {
		if q.Filled {
			return e.elementOfResult(x, q)
		}
		if q.Result == nil {
			e.fail("call it with call", "the subroutine %s as a function", q.Name)
		}
		if (q.Effects() || owning(q)) && e.alone != x && (owning(q) || !e.harmless(x, q)) { // Fortran leaves open when, and whether, it is called
			e.fail("call it alone: variable = function(...)", "the function %s, which changes more than its result, inside of an expression", q.Name)
		}
		if q.Module == "" && q.Host == nil { // what the caller takes the result for counts, not what it is
			here, bad := e.p.Scope.Lookup(x.Text)
			e.check(bad)
			if here.Type != q.Result.Type {
				e.fail("declare it with its type", "the function %s, which is %s here and %s in its file", q.Name, here.Type, q.Result.Type)
			}
		}
		return value{t: q.Result.Type, code: e.invoke(q, x.Of, true)}
	}
	if e.p.IsIntrinsic(x.Text) {
		return e.intrinsic(x)
	}
	e.unknown(x.Text)
	return value{}
}

// filling is the array that a function has filled before the statement at hand.
type filling struct {
	name, line string
	extents    []string
}

// filled calls a function whose result is an array, once for each place in a statement.
func (e *emitter) filled(x *syntax.Expr, q *tree.Procedure) filling {
	if f, known := e.results[x]; known && slices.Contains(e.pre, f.line) {
		return f
	}
	result := q.Arguments[len(q.Arguments)-1]
	paired, bad := q.Actual(x.Of)
	e.check(bad)
	switch {
	case q.Fault != nil:
		panic(refusedCall{q})
	case e.packs != nil:
		e.fail("", "the function %s, whose result is an array", q.Name)
	case q.Effects() || owning(q):
		e.fail("write a subroutine", "the function %s, whose result is an array, and which changes more than that", q.Name)
	}
	index := e.index
	e.index = nil
	f := filling{name: fmt.Sprintf("w_%d", e.next())}
	for _, d := range result.Dims {
		low := value{code: "1"}
		if d.Low != nil {
			low = e.integer(e.actualOf(q, paired, d.Low))
		}
		n := e.counter()
		e.before("%s = f_extent(%s, %s);", n, low.code, e.integer(e.actualOf(q, paired, d.High)).code)
		f.extents = append(f.extents, n)
	}
	e.before("%s", local(CType(result.Type), f.name, product(f.extents...)))
	call := e.invoke(q, x.Of, true)
	if !strings.HasSuffix(call, "nullptr)") {
		e.fail("write a subroutine", "the call of %s", q.Name)
	}
	f.line = strings.TrimSuffix(call, "nullptr)") + f.name + ");"
	e.before("%s", f.line)
	e.index = index
	if e.results == nil {
		e.results = map[*syntax.Expr]filling{}
	}
	e.results[x] = f
	return f
}

// actualOf is an expression of a procedure, such as an extent, with the actual arguments of a call.
func (e *emitter) actualOf(q *tree.Procedure, paired []*syntax.Expr, x *syntax.Expr) *syntax.Expr {
	if v, ok := q.Scope.Constant(x); ok {
		return &syntax.Expr{Kind: syntax.Constant, Text: fmt.Sprint(v.I)}
	}
	c := *x
	if x.Kind == syntax.Variable || x.Kind == syntax.Call && !q.IsIntrinsic(x.Text) {
		i := slices.IndexFunc(q.Arguments, func(a *tree.Symbol) bool { return a.Name == x.Text })
		if i < 0 || paired[i] == nil || x.Kind == syntax.Call {
			e.fail("give the result constant extents, or those of arguments", "the extent %s of the result of %s", x, q.Name)
		}
		return &syntax.Expr{Kind: syntax.Bracket, Of: []*syntax.Expr{paired[i]}}
	}
	if x.Kind == syntax.Component {
		e.fail("give the result constant extents, or those of arguments", "the extent %s of the result of %s", x, q.Name)
	}
	c.Of = nil
	for _, y := range x.Of {
		if y != nil {
			y = e.actualOf(q, paired, y)
		}
		if y != nil && y.Kind == syntax.Bracket && x.Kind == syntax.Call { // size of a name
			y = y.Of[0]
		}
		c.Of = append(c.Of, y)
	}
	return &c
}

// elementOfResult is an element of what a function has filled.
func (e *emitter) elementOfResult(x *syntax.Expr, q *tree.Procedure) value {
	f := e.filled(x, q)
	if len(e.index) != len(f.extents) {
		e.fail("write a loop over the elements", "an array where a number is expected")
	}
	return value{t: q.Arguments[len(q.Arguments)-1].Type, code: f.name + "[" + linear(e.index, f.extents) + "]"}
}

// unknown refuses a name that is called and that no file has.
func (e *emitter) unknown(name string) {
	if s := e.p.Scope.Known(name); s != nil {
		switch {
		case s.Argument:
			e.fail("call the procedure by its name", "the procedure argument %s", name)
		case s.Generic:
			e.fail("call the specific procedure", "the generic procedure %s", name)
		case s.Def != nil:
			e.fail("set the components one by one", "a constructor of the type %s", name)
		case s.Bad != nil:
			panic(s.Bad)
		}
	}
	e.fail("give the file that has it", "the unknown procedure %s", name)
}

// statementFunction writes its expression in place, with the arguments computed once.
func (e *emitter) statementFunction(s *syntax.Stmt, x *syntax.Expr) value {
	if len(x.Of) != len(s.On[0].Of) {
		e.fail("correct the call", "the arguments of the statement function %s", x.Text)
	}
	if e.inside > 20 {
		e.fail("write a function", "statement functions nested this deep")
	}
	name, bad := e.p.Scope.Lookup(x.Text)
	e.check(bad)
	var parameters, actual []string
	inner := maps.Clone(e.shadow)
	id := e.next()
	for i, d := range s.On[0].Of {
		dummy, bad := e.p.Scope.Lookup(d.Text)
		e.check(bad)
		v := e.elementOf(x.Of[i])
		if v.t != dummy.Type {
			e.fail("give it the type of the dummy argument", "%s for the argument %s of %s", v.t, d.Text, x.Text)
		}
		code := fmt.Sprintf("a_%d_%s", id, d.Text)
		parameters = append(parameters, CType(v.t)+" "+code)
		actual = append(actual, v.code)
		inner[d.Text] = value{t: v.t, code: code}
	}
	outer, index := e.shadow, e.index
	e.shadow, e.index = inner, nil
	e.inside++
	v := e.scalar(s.On[1])
	e.inside--
	e.shadow, e.index = outer, index
	v = e.convert(v, name.Type)
	return value{t: v.t, code: fmt.Sprintf("[&](%s) -> %s { return %s; }(%s)", strings.Join(parameters, ", "), CType(v.t), v.code, strings.Join(actual, ", "))}
}

// refusedCall ends the translation of a statement that calls a procedure which is refused.
type refusedCall struct{ of *tree.Procedure }

// invoke writes the call of a procedure.
func (e *emitter) invoke(q *tree.Procedure, list []*syntax.Expr, function bool) string {
	if q.Fault != nil {
		panic(refusedCall{q})
	}
	paired, bad := q.Actual(list)
	e.check(bad)
	var codes []string
	e.apartTargets(q, paired)
	for i, d := range q.Arguments {
		a := paired[i]
		if a == nil {
			codes = append(codes, "nullptr")
			for _, k := range d.Dims {
				if k.Assumed {
					codes = append(codes, "0")
				}
			}
			continue
		}
		if d.Type.Base == tree.Character {
			codes = append(codes, e.actualText(q, i, a))
			continue
		}
		codes = append(codes, e.actual(q, i, a, function)...)
	}
	if owning(q) {
		e.owns()
		return "o_" + Name(q) + "(" + strings.Join(append([]string{"own"}, codes...), ", ") + ")"
	}
	if e.packs != nil {
		return packName(q) + "(" + strings.Join(append([]string{"f_on"}, codes...), ", ") + ")"
	}
	return Name(q) + "(" + strings.Join(codes, ", ") + ")"
}
