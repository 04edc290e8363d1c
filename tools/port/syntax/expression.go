package syntax

import "strings"

// Kind is the kind of an expression.
type Kind int

const (
	Constant  Kind = iota // Text: a number, or .true.
	Text                  // Text: a string without its quotes
	Variable              // Text: a name
	Call                  // Text: a name; Of: arguments or subscripts
	Component             // Text: the component; Of[0]: of what; Of[1:]: its subscripts
	Unary                 // Text: + - .not.; Of[0]
	Binary                // Text: the operator; Of[0], Of[1]
	Bracket               // Of[0]: an expression in parentheses
	Array                 // Of: the values of a constructor; Text: their type, or ""
	Range                 // Of: low, high, step, each nil where it is left out
	Keyword               // Text: the name; Of[0]: the value of an argument
	Implied               // Text: the index; Of: from, to, step or nil, values...
	Star                  // an extent that the caller knows
	Complex               // Of: the real and the imaginary part
)

// Expr is an expression.
type Expr struct {
	Kind Kind
	Text string
	Of   []*Expr
}

// strength of the operators that stand between two operands.
var strength = map[string]int{".eqv.": 1, ".neqv.": 1, ".or.": 2, ".and.": 3, "==": 5, "/=": 5, "<": 5, "<=": 5, ">": 5, ">=": 5,
	"//": 6, "+": 7, "-": 7, "*": 8, "/": 8, "**": 10}

// deepest is how deep expressions may nest, and mostTerms how many operators of one strength may stand in a row, which nests as deep.
const deepest, mostTerms = 500, 1000

// parser reads the tokens of one statement.
type parser struct {
	tokens []Token
	at     int
	depth  int
}

func (p *parser) peek() Token {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return Token{}
}

func (p *parser) ahead(n int) Token {
	if p.at+n < len(p.tokens) {
		return p.tokens[p.at+n]
	}
	return Token{}
}

func (p *parser) next() Token {
	t := p.peek()
	p.at++
	return t
}

func (p *parser) is(text string) bool {
	t := p.peek()
	return t.Text == text && (t.Class == Operator || t.Class == Name)
}

func (p *parser) take(text string) bool {
	if p.is(text) {
		p.at++
		return true
	}
	return false
}

func (p *parser) need(text string) {
	if !p.take(text) {
		p.fail("%q where %q is expected", p.peek().Text, text)
	}
}

func (p *parser) done() bool { return p.at >= len(p.tokens) }

func (p *parser) end() {
	if !p.done() {
		p.fail("%q is not expected here", p.peek().Text)
	}
}

func (p *parser) name() string {
	t := p.next()
	if t.Class != Name {
		p.fail("%q where a name is expected", t.Text)
	}
	return t.Text
}

func (p *parser) fail(format string, values ...any) { panic(trouble(plainCure, format, values...)) }

// Try runs a function that ends with a panic at a *Trouble, and answers the trouble that it met.
func Try(f func()) (bad *Trouble) {
	defer func() {
		if r := recover(); r != nil {
			t, ours := r.(*Trouble)
			if !ours {
				panic(r)
			}
			bad = t
		}
	}()
	f()
	return nil
}

// TypeOf reads a type as an array constructor has it.
func TypeOf(text string) (spec *TypeSpec) {
	tokens, _ := Tokens(text)
	_ = Try(func() { spec = (&parser{tokens: tokens}).typeSpec() })
	return spec
}

// expr reads operators that bind stronger than least.
func (p *parser) expr(least int) *Expr {
	if p.depth++; p.depth > deepest {
		p.fail("an expression nested deeper than %d", deepest)
	}
	defer func() { p.depth-- }()
	var left *Expr
	switch t := p.peek(); {
	case t.Class == Operator && (t.Text == "+" || t.Text == "-"):
		p.next()
		left = &Expr{Unary, t.Text, []*Expr{p.expr(7)}} // -a**2 is -(a**2), -a*b is -(a*b), -a+b is (-a)+b
		if least >= 7 {
			p.fail("two operators in a row")
		}
	case t.Class == Operator && t.Text == ".not.":
		p.next()
		left = &Expr{Unary, t.Text, []*Expr{p.expr(4)}}
	default:
		left = p.primary()
	}
	for terms := 1; ; terms++ {
		t := p.peek()
		s, known := strength[t.Text]
		if t.Class == Operator && len(t.Text) > 2 && t.Text[0] == '.' && !known {
			panic(trouble("write a function", "the operator %s", t.Text))
		}
		if t.Class != Operator || !known || s <= least {
			return left
		}
		if p.next(); terms > mostTerms {
			panic(trouble("add up parts of it in variables", "an expression of more than %d terms", mostTerms))
		}
		if t.Text == "**" {
			s-- // a**b**c is a**(b**c)
		}
		left = &Expr{Binary, t.Text, []*Expr{left, p.expr(s)}}
	}
}

func (p *parser) primary() *Expr {
	t := p.next()
	switch {
	case t.Class == Number || t.Class == Logical:
		return &Expr{Kind: Constant, Text: t.Text}
	case t.Class == String:
		return &Expr{Kind: Text, Text: t.Text}
	case t.Class == Name && p.peek().Class == String && len(t.Text) == 1 && strings.Contains("bozx", t.Text):
		return &Expr{Kind: Constant, Text: t.Text + "'" + strings.ToLower(p.next().Text) + "'"}
	case t.Class == Name:
		return p.suffixes(t.Text)
	case t.Text == "(":
		e := p.expr(0)
		if p.is(",") {
			p.next()
			e = &Expr{Kind: Complex, Of: []*Expr{e, p.expr(0)}}
			p.need(")")
			return e
		}
		p.need(")")
		return &Expr{Kind: Bracket, Of: []*Expr{e}}
	case t.Text == "[" || t.Text == "(/":
		closing := map[string]string{"[": "]", "(/": "/)"}[t.Text]
		e := &Expr{Kind: Array}
		if p.hasTypeSpec() {
			start := p.at
			if p.typeSpec() == nil {
				panic(trouble("write the components one by one", "the type %s in an array constructor", p.peek().Text))
			}
			e.Text = written(p.tokens[start:p.at])
			p.need("::")
		}
		for !p.take(closing) {
			e.Of = append(e.Of, p.value())
			if !p.is(closing) {
				p.need(",")
			}
		}
		return e
	}
	if len(t.Text) > 2 && t.Text[0] == '.' {
		panic(trouble("write a function", "the operator %s", t.Text))
	}
	p.fail("%q where an operand is expected", t.Text)
	return nil
}

// hasTypeSpec says whether :: stands at the level of the constructor.
func (p *parser) hasTypeSpec() bool {
	for i, depth := p.at, 0; i < len(p.tokens) && depth >= 0; i++ {
		switch p.tokens[i].Text {
		case "(", "[", "(/":
			depth++
		case ")", "]", "/)":
			depth--
		case "::":
			return depth == 0
		}
	}
	return false
}

// value is an expression, or (values, index = from, to).
func (p *parser) value() *Expr {
	if p.is("(") {
		start := p.at
		var e *Expr
		if Try(func() { e = p.implied() }) == nil {
			return e
		}
		p.at = start
	}
	return p.expr(0)
}

func (p *parser) implied() *Expr {
	if p.depth++; p.depth > deepest {
		p.fail("an expression nested deeper than %d", deepest)
	}
	defer func() { p.depth-- }()
	p.need("(")
	e := &Expr{Kind: Implied, Of: []*Expr{nil, nil, nil}}
	for {
		if len(e.Of) > 3 && p.peek().Class == Name && p.ahead(1).Text == "=" {
			break
		}
		e.Of = append(e.Of, p.value())
		p.need(",")
	}
	e.Text = p.name()
	p.need("=")
	e.Of[0] = p.expr(0)
	p.need(",")
	e.Of[1] = p.expr(0)
	if p.take(",") {
		e.Of[2] = p.expr(0)
	}
	p.need(")")
	return e
}

// suffixes reads what follows a name: (...), %component, and so on.
func (p *parser) suffixes(name string) *Expr {
	e := &Expr{Kind: Variable, Text: name}
	if p.is("(") {
		e.Kind, e.Of = Call, p.arguments()
	}
	if p.is("(") {
		p.fail("a substring or a second list of subscripts")
	}
	for n := 1; p.take("%"); n++ {
		if n > deepest {
			p.fail("components nested deeper than %d", deepest)
		}
		c := &Expr{Component, p.name(), []*Expr{e}}
		if p.is("(") {
			c.Of = append(c.Of, p.arguments()...)
		}
		e = c
	}
	return e
}

// arguments reads (a, b = c, d:e) with its parentheses.
func (p *parser) arguments() []*Expr {
	p.need("(")
	var list []*Expr
	for !p.take(")") {
		switch {
		case p.peek().Class == Name && p.ahead(1).Text == "=" && p.ahead(1).Class == Operator:
			name := p.name()
			p.next()
			list = append(list, &Expr{Keyword, name, []*Expr{p.expr(0)}})
		case p.is("*") && (p.ahead(1).Text == ")" || p.ahead(1).Text == ","):
			p.next()
			list = append(list, &Expr{Kind: Star})
		case p.is("*") && p.ahead(1).Class == Number:
			panic(trouble("return a number, and branch on it", "an alternate return"))
		default:
			list = append(list, p.subscript())
		}
		if !p.is(")") {
			p.need(",")
			if p.is(")") {
				p.fail("a list that ends with a comma")
			}
		}
	}
	return list
}

// subscript reads an expression or a range low:high:step; high may be *.
func (p *parser) subscript() *Expr {
	var low *Expr
	if !p.is(":") && !p.is("::") {
		low = p.expr(0)
	}
	if !p.is(":") && !p.is("::") {
		return low
	}
	r := &Expr{Kind: Range, Of: []*Expr{low, nil, nil}}
	if !p.take("::") {
		p.next()
		if p.is("*") {
			p.next()
			r.Of[1] = &Expr{Kind: Star}
		} else if !p.is(",") && !p.is(")") && !p.is(":") {
			r.Of[1] = p.expr(0)
		}
		if !p.take(":") {
			return r
		}
	}
	r.Of[2] = p.expr(0)
	return r
}
