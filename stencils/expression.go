package stencils

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/parser/operator"

	"drawbridge/status"
)

// term is a node of an expression. op is a kind of symbols, "field", "number", "named", "power" (value is the exponent, a whole number
// above 0), or a function's name.
type term struct {
	op      string
	args    []*term
	value   float64 // of a number
	index   int     // of a field among those read, of a named number
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

// The parser ranks not above everything else; here it is weaker than comparisons, as in Fortran.
func init() {
	operator.Unary["not"] = operator.Operator{Precedence: operator.Binary["<"].Precedence, Associativity: operator.Left}
}

// The longest expression, in characters, and the most operators and functions inside one another, of which a sum of n terms
// has n-1: what recurses stays within a thread's stack.
const (
	mostExpression = 4000
	mostNested     = 200
)

// reading turns a syntax tree into terms, and finds the fields.
type reading struct {
	text   []rune
	names  []string // of numbers
	fields []string // in the order in which they appear
	nested int      // operators and functions around the node at hand
	known  func(name string) error
}

// readExpression parses an expression of fields and named numbers; known refuses a name that is no field. Numbers may be
// written as in Fortran. What is wrong is told with its column, counted from 1, and the word there.
func readExpression(text string, names []string, known func(name string) error) (*term, []string, error) {
	if n := utf8.RuneCountInString(text); n > mostExpression {
		return nil, nil, status.Errorf(status.Argument, "pointwise: the expression has %d characters, at most %d expected", n, mostExpression)
	}
	r := &reading{text: []rune(text), names: names, known: known}
	plain := ""
	at, wrong := ofFortran(text)
	if wrong == "" {
		plain, at, wrong = plainNumbers(text)
	}
	if wrong == "" {
		at, wrong = strange(text)
	}
	if wrong != "" {
		return nil, nil, r.wrong(at, wrong)
	}
	tree, err := parser.Parse(plain)
	if err != nil {
		var at *file.Error
		if errors.As(err, &at) {
			if strings.Contains(at.Message, "EOF") {
				return nil, nil, r.wrong(len(r.text), "more is expected")
			}
			return nil, nil, r.wrong(at.From, "not expected here")
		}
		return nil, nil, r.wrong(0, "this cannot be read")
	}
	t, err := r.term(tree.Node)
	if err == nil && t.logical {
		err = r.wrong(0, "the expression is true or false, a number expected")
	}
	return t, r.fields, err
}

// wrong refuses the expression at a column, counted from 0.
func (r *reading) wrong(at int, why string) error {
	return status.Errorf(status.Argument, "pointwise: column %d, %s: %s, in '%s'", min(at, len(r.text))+1, r.word(at), why, string(r.text))
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

func (r *reading) term(n ast.Node) (*term, error) {
	at := n.Location().From
	if r.nested > mostNested {
		return nil, r.wrong(at, fmt.Sprintf("more than %d operators and functions inside one another; make two expressions of it", mostNested))
	}
	r.nested++
	defer func() { r.nested-- }()
	switch n := n.(type) {
	case *ast.IntegerNode:
		return &term{op: "number", value: float64(n.Value)}, nil
	case *ast.FloatNode:
		if math.IsInf(n.Value, 0) {
			return nil, r.wrong(at, "a finite number expected")
		}
		return &term{op: "number", value: n.Value}, nil
	case *ast.IdentifierNode:
		return r.named(at, n.Value)
	case *ast.UnaryNode:
		return r.unary(at, n)
	case *ast.BinaryNode:
		return r.binary(at, n)
	case *ast.ConditionalNode:
		return r.choice(at, n.Cond, n.Exp1, n.Exp2)
	case *ast.BuiltinNode:
		return r.call(at, n.Name, n.Arguments)
	case *ast.CallNode:
		if callee, ok := n.Callee.(*ast.IdentifierNode); ok {
			return r.call(callee.Location().From, callee.Value, n.Arguments)
		}
	}
	if _, several := n.(*ast.SequenceNode); several {
		at = max(slices.Index(r.text, ';'), at)
	}
	return nil, r.wrong(at, "fields, numbers, + - * / **, comparisons, and, or, not, c ? a : b, and functions expected")
}

func (r *reading) named(at int, name string) (*term, error) {
	if i := slices.Index(r.names, name); i >= 0 {
		return &term{op: "named", index: i}, nil
	}
	if err := r.known(name); err != nil {
		return nil, status.Errorf(status.CodeOf(err), "pointwise: column %d: %v", at+1, err)
	}
	if !slices.Contains(r.fields, name) {
		r.fields = append(r.fields, name)
	}
	return &term{op: "field", index: slices.Index(r.fields, name)}, nil
}

// all reads arguments, which must be true or false, or numbers.
func (r *reading) all(nodes []ast.Node, logical bool) ([]*term, error) {
	var list []*term
	for _, n := range nodes {
		t, err := r.term(n)
		if err != nil {
			return nil, err
		}
		if t.logical != logical {
			if logical {
				return nil, r.wrong(n.Location().From, "a comparison expected, this is a number")
			}
			return nil, r.wrong(n.Location().From, "a number expected, this is true or false")
		}
		list = append(list, t)
	}
	return list, nil
}

func (r *reading) unary(at int, n *ast.UnaryNode) (*term, error) {
	truth := n.Operator == "not"
	args, err := r.all([]ast.Node{n.Node}, truth)
	switch {
	case err != nil:
		return nil, err
	case truth:
		return &term{op: "not", args: args, logical: true}, nil
	case n.Operator == "-":
		return &term{op: "negate", args: args}, nil
	case n.Operator == "+":
		return args[0], nil
	}
	return nil, r.wrong(at, "no operator of an expression")
}

func (r *reading) binary(at int, n *ast.BinaryNode) (*term, error) {
	op := n.Operator
	if op == "&&" { // of the parser, for a < b < c
		return nil, r.wrong(n.Right.Location().From, "a second comparison of the same; write a < b and b < c")
	}
	kind, ok := symbols[op]
	if !ok {
		return nil, r.wrong(at, "no operator of an expression")
	}
	args, err := r.all([]ast.Node{n.Left, n.Right}, kind.takesTruth)
	if err != nil {
		return nil, err
	}
	switch op {
	case ">", ">=": // the other way round
		op, args[0], args[1] = map[string]string{">": "<", ">=": "<="}[op], args[1], args[0]
	case "**":
		return raised(args[0], args[1]), nil
	}
	return &term{op: op, args: args, logical: kind.givesTruth}, nil
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

func (r *reading) call(at int, name string, nodes []ast.Node) (*term, error) {
	count, ok := calls[name]
	if !ok {
		return nil, r.wrong(at, "no function of an expression; functions are abs cos exp log max merge min sin sqrt tanh")
	}
	if len(nodes) != count {
		return nil, status.Errorf(status.Argument, "pointwise: column %d, '%s': %d arguments given, %d expected", at+1, name, len(nodes), count)
	}
	if name == "merge" {
		return r.choice(at, nodes[2], nodes[0], nodes[1])
	}
	args, err := r.all(nodes, false)
	return &term{op: name, args: args}, err
}

func (r *reading) choice(at int, condition, yes, no ast.Node) (*term, error) {
	c, err := r.all([]ast.Node{condition}, true)
	if err != nil {
		return nil, err
	}
	args, err := r.all([]ast.Node{yes, no}, false)
	if err != nil {
		return nil, err
	}
	return &term{op: "select", args: append(c, args...)}, nil
}
