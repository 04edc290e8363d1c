package stencils

import (
	"fmt"
	"math"

	"drawbridge/device"
	"drawbridge/kernels/stencils/gpu"
)

// computing is a launch that computes an expression of numbers in a cell of a GPU.
func (s *Stencils) computing(t *term, cells device.Memory, cell int) device.Sweep {
	if !s.about.Compiles {
		return device.Sweep{}
	}
	w := device.Sweep{Extent: [3]int{1, 1, 1}, Cells: cells}
	own := gpu.Shape{Across: 32, Threads: 32, Own: fmt.Sprintf("struct users_own {\n    typedef double T;\n    static member T value(const T *a, const T *) { %s }\n};\n", t.written())}
	for k := range t.numbers() {
		own.Cells = append(own.Cells, k)
		w.Number = append(w.Number, float64(k))
	}
	w.Option[0] = int64(cell)
	return textual(w, "compute", "compute_cell<users_own>(s)", own, 1, 0)
}

// numbers is one more than the highest named number of an expression.
func (t *term) numbers() int {
	n := 0
	if t.op == "named" {
		n = t.index + 1
	}
	for _, a := range t.args {
		n = max(n, a.numbers())
	}
	return n
}

// number is the value of an expression of named numbers.
func (t *term) number(named []float64) float64 {
	v := make([]float64, len(t.args))
	for i, a := range t.args {
		v[i] = a.number(named)
	}
	truth := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	switch t.op {
	case "number":
		return t.value
	case "named":
		return named[t.index]
	case "negate":
		return -v[0]
	case "+":
		return v[0] + v[1]
	case "-":
		return v[0] - v[1]
	case "*":
		return v[0] * v[1]
	case "/":
		return v[0] / v[1]
	case "pow":
		return math.Pow(v[0], v[1])
	case "power":
		return powered(v[0], int(t.value))
	case "<":
		return truth(v[0] < v[1])
	case "<=":
		return truth(v[0] <= v[1])
	case ">":
		return truth(v[0] > v[1])
	case ">=":
		return truth(v[0] >= v[1])
	case "==":
		return truth(v[0] == v[1])
	case "!=":
		return truth(v[0] != v[1])
	case "and":
		return truth(v[0] != 0 && v[1] != 0)
	case "or":
		return truth(v[0] != 0 || v[1] != 0)
	case "not":
		return truth(v[0] == 0)
	case "select":
		if v[0] != 0 {
			return v[1]
		}
		return v[2]
	case "min":
		if v[0] < v[1] {
			return v[0]
		}
		return v[1]
	case "max":
		if v[0] > v[1] {
			return v[0]
		}
		return v[1]
	}
	return ofNumbers[t.op](v[0])
}

var ofNumbers = map[string]func(float64) float64{"sqrt": math.Sqrt, "exp": math.Exp, "log": math.Log, "sin": math.Sin, "cos": math.Cos, "tanh": math.Tanh, "abs": math.Abs}

// powered is a whole power above 0 by squaring, in the order of the kernels.
func powered(x float64, n int) float64 {
	for ; n%2 == 0; n /= 2 {
		x *= x
	}
	r := x
	for n /= 2; n > 0; n /= 2 {
		x *= x
		if n%2 == 1 {
			r *= x
		}
	}
	return r
}
