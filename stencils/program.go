package stencils

import (
	"math"
	"slices"

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
	named     int // numbers that come with each launch; the first of the constants' places are theirs
	constants []float64
	code      []float64
	used      int // blocks that hold what is still needed; block 0 is the kernel's own
}

// programOf compiles an expression of so many named numbers that reads so many fields and writes the next.
func programOf(t *term, reads, named int) ([]float64, error) {
	p := &program{reads: reads, named: named, used: 1}
	at, err := p.compile(t)
	if err != nil {
		return nil, err
	}
	if len(p.code) == 0 {
		p.emit("copy", reads, at, 0, 0)
	}
	p.code[len(p.code)-4] = float64(reads) // the last answer goes into the field
	return slices.Concat([]float64{float64(len(p.code) / 5), float64(len(p.constants)), float64(named)}, p.constants, p.code), nil
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
		return rowPlaces + blockPlaces + t.index, nil
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
	same := func(c float64) bool { return math.Float64bits(c) == math.Float64bits(value) } // 0 is not -0
	i := slices.IndexFunc(p.constants, same)
	if i < 0 {
		i = len(p.constants)
		p.constants = append(p.constants, value)
	}
	if p.named+i >= constantPlaces {
		return 0, status.Errorf(status.Argument, "pointwise: more than %d numbers in one expression", constantPlaces)
	}
	return rowPlaces + blockPlaces + p.named + i, nil
}
