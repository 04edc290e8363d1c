package stencils

import (
	"fmt"
	"strings"
)

// mostHeight is how many terms inside one another stand in one statement of a text: compilers recurse, and NVRTC needs more than 10 kB
// of the calling thread's stack for each function inside another.
const mostHeight = 8

// body is the inside of a function that returns a term, in CUDA C++ over elements of type T: p are the fields' values, named
// numbers come with the launch, at is the point's place in the global grid.
type body struct {
	statements strings.Builder
	values     int
}

// written is the body that returns the term.
func (t *term) written() string {
	b := &body{}
	value, _ := b.write(t)
	return b.statements.String() + "return " + value + ";"
}

// write answers a term's text and its height; what is too high becomes a value of its own.
func (b *body) write(t *term) (string, int) {
	var args []string
	height := 0
	for _, a := range t.args {
		text, h := b.write(a)
		args, height = append(args, text), max(height, h+1)
	}
	text := t.over(args)
	if height < mostHeight {
		return text, height
	}
	kind, name := "T", fmt.Sprintf("v%d", b.values)
	if t.logical {
		kind = "bool"
	}
	b.values++
	fmt.Fprintf(&b.statements, "const %s %s = %s; ", kind, name, text)
	return name, 0
}

// over is the term with its arguments as given.
func (t *term) over(args []string) string {
	list := strings.Join(args, ", ")
	switch t.op {
	case "field":
		return fmt.Sprintf("p[%d]", t.index)
	case "number":
		return fmt.Sprintf("T(%.17g)", t.value)
	case "named":
		return fmt.Sprintf("a[%d]", t.index)
	case "coordinate":
		return fmt.Sprintf("at[%d]", t.index)
	case "negate":
		return "(-" + list + ")"
	case "not":
		return "(!" + list + ")"
	case "select":
		return "(" + args[0] + " ? " + args[1] + " : " + args[2] + ")"
	case "*":
		return "times(" + list + ")"
	case "+":
		return "plus(" + list + ")"
	case "-":
		return "minus(" + list + ")"
	case "power":
		return fmt.Sprintf("power<%d>(%s)", int(t.value), list)
	case "min":
		return "smaller(" + list + ")"
	case "max":
		return "larger(" + list + ")"
	case "abs":
		return "size_of(" + list + ")"
	}
	if sign, ok := map[string]string{"and": "&&", "or": "||"}[t.op]; ok {
		return "(" + args[0] + " " + sign + " " + args[1] + ")"
	}
	if _, ok := symbols[t.op]; ok {
		return "(" + args[0] + " " + t.op + " " + args[1] + ")"
	}
	return "T(" + t.op + "(" + list + "))"
}
