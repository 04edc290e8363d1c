package stencils

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/status"
)

// codes are the operations of kernels/stencils/expression_host.h, in its order, by the op of a term.
var codes = []string{"copy", "negate", "+", "-", "*", "/", "<", "<=", "==", "!=", "and", "or", "not", "select", "min", "max", "abs", "sqrt",
	"power", "pow", "exp", "log", "sin", "cos", "tanh"}

// Places of operands, as in expression_host.h: rows of fields, then blocks, then constants.
const (
	rowPlaces      = 8
	blockPlaces    = 32
	constantPlaces = 64
)

// program is an expression as a host runs it.
type program struct {
	reads     int
	numbers   []float64 // the named ones
	constants []float64
	code      []float64
	used      int // blocks that hold what is still needed; block 0 is the kernel's own
}

// programOf compiles an expression that reads so many fields and writes the next.
func programOf(t *term, reads int, numbers []float64) ([]float64, error) {
	p := &program{reads: reads, numbers: numbers, used: 1}
	at, err := p.compile(t)
	if err != nil {
		return nil, err
	}
	if len(p.code) == 0 {
		p.emit("copy", reads, at, 0, 0)
	}
	p.code[len(p.code)-4] = float64(reads) // the last answer goes into the field
	return slices.Concat([]float64{float64(len(p.code) / 5), float64(len(p.constants))}, p.constants, p.code), nil
}

func (p *program) emit(op string, to int, args ...int) {
	p.code = append(p.code, float64(slices.Index(codes, op)), float64(to))
	for k := range 3 {
		if k < len(args) {
			p.code = append(p.code, float64(args[k]))
		} else {
			p.code = append(p.code, 0)
		}
	}
}

// compile answers where the value of a term is.
func (p *program) compile(t *term) (int, error) {
	switch t.op {
	case "field":
		return t.index, nil
	case "number":
		return p.constant(t.value)
	case "named":
		return p.constant(p.numbers[t.index])
	}
	before := p.used
	var args []int
	for _, a := range t.args {
		at, err := p.compile(a)
		if err != nil {
			return 0, err
		}
		args = append(args, at)
	}
	if p.used = before + 1; p.used > blockPlaces {
		return 0, status.Errorf(status.Argument, "pointwise: more than %d intermediate values at a time; make two expressions of it", blockPlaces-1)
	}
	if t.op == "power" {
		args = append(args, int(t.value))
	}
	p.emit(t.op, rowPlaces+before, args...)
	return rowPlaces + before, nil
}

func (p *program) constant(value float64) (int, error) {
	i := slices.Index(p.constants, value)
	if i < 0 {
		i = len(p.constants)
		p.constants = append(p.constants, value)
	}
	if i >= constantPlaces {
		return 0, status.Errorf(status.Argument, "pointwise: more than %d numbers in one expression", constantPlaces)
	}
	return rowPlaces + blockPlaces + i, nil
}

// written is the term in CUDA C++ over elements of type T: p are the fields' values, named numbers come with the launch.
func (t *term) written() string {
	var args []string
	for _, a := range t.args {
		args = append(args, a.written())
	}
	list := strings.Join(args, ", ")
	switch t.op {
	case "field":
		return fmt.Sprintf("p[%d]", t.index)
	case "number":
		return fmt.Sprintf("T(%.17g)", t.value)
	case "named":
		return fmt.Sprintf("number<T>(s, %d)", t.index)
	case "negate":
		return "(-" + list + ")"
	case "not":
		return "(!" + list + ")"
	case "select":
		return "(" + args[0] + " ? " + args[1] + " : " + args[2] + ")"
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
