package source

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	definedName    = regexp.MustCompile(`\bdefined(?:\s*\(\s*([A-Za-z_]\w*)\s*\)|\s+([A-Za-z_]\w*))`)
	wholeNumber    = regexp.MustCompile(`^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)(?:([uU])?(?:[lL]|ll|LL)?|(?:[lL]|ll|LL)([uU]))$`)
	conditionToken = regexp.MustCompile(`^\s*(?:(\d\w*)|([A-Za-z_]\w*)|(&&|\|\||==|!=|<=|>=|<<|>>|[-+*/%<>!~&|^()?:]))`)
)

// holds computes the condition of #if and #elif.
func (p *preprocessor) holds(text string) (bool, error) {
	var wrong error
	plain := definedName.ReplaceAllStringFunc(text, func(s string) string {
		m := definedName.FindStringSubmatch(s)
		is, err := p.defined(m[1] + m[2])
		if wrong == nil {
			wrong = err
		}
		return fmt.Sprint(" ", truth(is), " ")
	})
	if wrong != nil {
		return false, wrong
	}
	plain, err := p.expand(plain, false)
	if err != nil {
		return false, err
	}
	c := &computed{p: p}
	for rest := strings.TrimSpace(plain); rest != ""; rest = strings.TrimSpace(rest) {
		m := conditionToken.FindStringSubmatch(rest)
		if m == nil || m[2] == "defined" {
			return false, p.fail("write whole numbers, names and operators", "the condition #if %s", text)
		}
		c.tokens = append(c.tokens, m[1]+m[2]+m[3])
		if number := wholeNumber.FindStringSubmatch(m[1]); number != nil {
			c.unsigned = c.unsigned || number[2]+number[3] != ""
		} else {
			c.bad = c.bad || m[1] != ""
		}
		rest = rest[len(m[0]):]
	}
	v := c.choice()
	if c.bad || c.at < len(c.tokens) {
		cure := "write whole numbers, names and operators"
		if c.unsigned {
			cure += ", and no number with U next to a negative one"
		}
		return false, p.fail(cure, "the condition #if %s", text)
	}
	return v != 0, nil
}

// computed reads the tokens of a condition.
type computed struct {
	p      *preprocessor
	tokens []string
	at     int
	bad    bool
	idle   int // parts around whose value does not count
	depth  int

	unsigned bool // a number has the suffix U
}

func (c *computed) take(list ...string) string {
	if c.at < len(c.tokens) && slices.Contains(list, c.tokens[c.at]) {
		c.at++
		return c.tokens[c.at-1]
	}
	return ""
}

// without computes a part whose value does not count where unused is true.
func (c *computed) without(unused bool, f func() int64) int64 {
	if unused {
		c.idle++
		defer func() { c.idle-- }()
	}
	return f()
}

// choice is a ? b : c.
func (c *computed) choice() int64 {
	if c.depth++; c.depth > deepest*10 {
		c.bad = true
		return 0
	}
	defer func() { c.depth-- }()
	test := c.binary(0)
	if c.take("?") == "" {
		return test
	}
	yes := c.without(test == 0, c.choice)
	c.bad = c.bad || c.take(":") == ""
	no := c.without(test != 0, c.choice)
	if test != 0 {
		return yes
	}
	return no
}

// levels of the operators, from those that bind least.
var levels = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

func (c *computed) binary(level int) int64 {
	if level == len(levels) {
		return c.unary()
	}
	left := c.binary(level + 1)
	for !c.bad {
		op := c.take(levels[level]...)
		if op == "" {
			break
		}
		unused := op == "||" && left != 0 || op == "&&" && left == 0
		left = c.operation(op, left, c.without(unused, func() int64 { return c.binary(level + 1) }))
	}
	return left
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// operators are those that have a value for all numbers.
var operators = map[string]func(a, b int64) int64{
	"||": func(a, b int64) int64 { return truth(a != 0 || b != 0) },
	"&&": func(a, b int64) int64 { return truth(a != 0 && b != 0) },
	"|":  func(a, b int64) int64 { return a | b },
	"^":  func(a, b int64) int64 { return a ^ b },
	"&":  func(a, b int64) int64 { return a & b },
	"==": func(a, b int64) int64 { return truth(a == b) },
	"!=": func(a, b int64) int64 { return truth(a != b) },
	"<":  func(a, b int64) int64 { return truth(a < b) },
	"<=": func(a, b int64) int64 { return truth(a <= b) },
	">":  func(a, b int64) int64 { return truth(a > b) },
	">=": func(a, b int64) int64 { return truth(a >= b) },
	"+":  func(a, b int64) int64 { return a + b },
	"-":  func(a, b int64) int64 { return a - b },
	"*":  func(a, b int64) int64 { return a * b },
}

func (c *computed) operation(op string, a, b int64) int64 {
	if c.unsigned && c.idle == 0 && (a < 0 || b < 0) && slices.Contains([]string{"<", "<=", ">", ">=", "/", "%", ">>"}, op) {
		c.bad = true // the types of both decide
	}
	if f := operators[op]; f != nil {
		return f(a, b)
	}
	if op == "<<" || op == ">>" {
		if b < 0 || b > 63 {
			c.bad = c.bad || c.idle == 0
			return 0
		}
		if op == "<<" {
			return a << b
		}
		return a >> b
	}
	if b == 0 || b == -1 {
		c.bad = c.bad || b == 0 && c.idle == 0
		return map[bool]int64{true: -a * b * b}[op == "/" && b == -1]
	}
	if op == "/" {
		return a / b
	}
	return a % b
}

func (c *computed) unary() int64 {
	if c.depth++; c.depth > deepest*10 || c.at >= len(c.tokens) {
		c.bad = true
		return 0
	}
	defer func() { c.depth-- }()
	t := c.tokens[c.at]
	c.at++
	switch {
	case t == "(":
		v := c.choice()
		c.bad = c.bad || c.take(")") == ""
		return v
	case t == "!":
		return truth(c.unary() == 0)
	case t == "-":
		return -c.unary()
	case t == "+":
		return c.unary()
	case t == "~":
		return ^c.unary()
	case '0' <= t[0] && t[0] <= '9':
		v, err := strconv.ParseInt(strings.TrimRight(t, "uUlL"), 0, 64)
		c.bad = c.bad || err != nil
		return v
	case wordStart(t[0]):
		_, err := c.p.defined(t)
		c.bad = c.bad || err != nil
		return 0
	}
	c.bad = true
	return 0
}
