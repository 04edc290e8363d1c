package stencils

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// valueOf is a term's value at a point, operation by operation.
func valueOf(t *term, fields, named []float64) float64 {
	switch t.op {
	case "field":
		return fields[t.index]
	case "number":
		return t.value
	case "named":
		return named[t.index]
	}
	var v []float64
	for _, a := range t.args {
		v = append(v, valueOf(a, fields, named))
	}
	switch t.op {
	case "+":
		return v[0] + v[1]
	case "-":
		return v[0] - v[1]
	case "*":
		return v[0] * v[1]
	case "/":
		return v[0] / v[1]
	case "negate":
		return -v[0]
	case "and":
		return v[0] * v[1]
	case "or":
		return math.Max(v[0], v[1])
	case "not":
		return 1 - v[0]
	case "select":
		if v[0] != 0 {
			return v[1]
		}
		return v[2]
	case "power":
		return powerOf(v[0], int(t.value))
	case "pow":
		return math.Pow(v[0], v[1])
	case "min", "max":
		return extreme(t.op == "min", v[0], v[1])
	}
	if f, ok := functions[t.op]; ok {
		return f(v[0])
	}
	return compared(t.op, v[0], v[1])
}

var functions = map[string]func(float64) float64{"abs": math.Abs, "sqrt": math.Sqrt, "exp": math.Exp, "log": math.Log, "sin": math.Sin, "cos": math.Cos, "tanh": math.Tanh}

func compared(op string, x, y float64) float64 {
	if map[string]bool{"<": x < y, "<=": x <= y, "==": x == y, "!=": x != y}[op] {
		return 1
	}
	return 0
}

func extreme(least bool, x, y float64) float64 {
	if least && x < y || !least && x > y {
		return x
	}
	return y
}

func powerOf(x float64, n int) float64 {
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

// interpreted runs a program at one point.
func interpreted(t *testing.T, program []uint64, fields, named []float64) float64 {
	t.Helper()
	var a float64
	kept := make([]float64, program[0]>>32&0xffff)
	for _, line := range instructions(t, program) {
		words := strings.Fields(line)
		var o [4]float64
		for i, word := range words[1:] {
			k, _ := strconv.Atoi(word[1:])
			switch word[0] {
			case 'f', 'p':
				o[i] = fields[k]
			case 't':
				o[i] = kept[k]
			case 'n':
				if o[i] = 0; k < len(named) {
					o[i] = named[k]
				} else {
					o[i] = math.Float64frombits(program[constantsFrom(program)+k-len(named)])
				}
			default: // the number of an instruction itself
				n, _ := strconv.Atoi(word)
				o[i] = float64(n)
			}
		}
		switch words[0] {
		case "keep":
			k, _ := strconv.Atoi(words[1][1:])
			kept[k] = a
		default:
			f, ok := meaning[words[0]]
			if !ok {
				t.Fatalf("instruction %s has no meaning here", words[0])
			}
			a = f(a, o[0], o[1], o[2], o[3])
		}
	}
	return a
}

// meaning is what each form of expression_forms.h computes.
var meaning = map[string]func(a, x, y, z, w float64) float64{
	"load":                       func(a, x, y, z, w float64) float64 { return x },
	"negated":                    func(a, x, y, z, w float64) float64 { return -x },
	"squared":                    func(a, x, y, z, w float64) float64 { return x * x },
	"sum":                        func(a, x, y, z, w float64) float64 { return x + y },
	"difference":                 func(a, x, y, z, w float64) float64 { return x - y },
	"product":                    func(a, x, y, z, w float64) float64 { return x * y },
	"quotient":                   func(a, x, y, z, w float64) float64 { return x / y },
	"add":                        func(a, x, y, z, w float64) float64 { return a + x },
	"subtract":                   func(a, x, y, z, w float64) float64 { return a - x },
	"subtract_from":              func(a, x, y, z, w float64) float64 { return x - a },
	"multiply":                   func(a, x, y, z, w float64) float64 { return a * x },
	"divide":                     func(a, x, y, z, w float64) float64 { return a / x },
	"divide_into":                func(a, x, y, z, w float64) float64 { return x / a },
	"product_plus":               func(a, x, y, z, w float64) float64 { return float64(x*y) + z },
	"product_minus":              func(a, x, y, z, w float64) float64 { return float64(x*y) - z },
	"minus_product":              func(a, x, y, z, w float64) float64 { return z - float64(x*y) },
	"add_product":                func(a, x, y, z, w float64) float64 { return a + float64(x*y) },
	"subtract_product":           func(a, x, y, z, w float64) float64 { return a - float64(x*y) },
	"subtract_from_product":      func(a, x, y, z, w float64) float64 { return float64(x*y) - a },
	"multiply_plus":              func(a, x, y, z, w float64) float64 { return float64(a*x) + y },
	"multiply_minus":             func(a, x, y, z, w float64) float64 { return float64(a*x) - y },
	"minus_multiply":             func(a, x, y, z, w float64) float64 { return y - float64(a*x) },
	"products_sum":               func(a, x, y, z, w float64) float64 { return float64(x*y) + float64(z*w) },
	"products_difference":        func(a, x, y, z, w float64) float64 { return float64(x*y) - float64(z*w) },
	"product_plus_add":           func(a, x, y, z, w float64) float64 { return float64(x*y) + z + a },
	"product_minus_add":          func(a, x, y, z, w float64) float64 { return float64(x*y) - z + a },
	"product_plus_subtract":      func(a, x, y, z, w float64) float64 { return float64(x*y) + z - a },
	"accumulate":                 func(a, x, y, z, w float64) float64 { return math.FMA(x, y, a) },
	"scale_onto":                 func(a, x, y, z, w float64) float64 { return math.FMA(x, a, y) },
	"scale_onto_product":         func(a, x, y, z, w float64) float64 { return math.FMA(x, a, float64(y*z)) },
	"combined":                   func(a, x, y, z, w float64) float64 { return math.FMA(x, y, float64(z*w)) },
	"scaled_sum":                 func(a, x, y, z, w float64) float64 { return x * (y + z) },
	"add_scaled_sum":             func(a, x, y, z, w float64) float64 { return a + float64(x*(y+z)) },
	"subtract_scaled_sum":        func(a, x, y, z, w float64) float64 { return a - float64(x*(y+z)) },
	"scaled_difference":          func(a, x, y, z, w float64) float64 { return x * (y - z) },
	"add_scaled_difference":      func(a, x, y, z, w float64) float64 { return a + float64(x*(y-z)) },
	"subtract_scaled_difference": func(a, x, y, z, w float64) float64 { return a - float64(x*(y-z)) },
	"least":                      func(a, x, y, z, w float64) float64 { return extreme(true, a, x) },
	"least_of":                   func(a, x, y, z, w float64) float64 { return extreme(true, x, a) },
	"greatest":                   func(a, x, y, z, w float64) float64 { return extreme(false, a, x) },
	"greatest_of":                func(a, x, y, z, w float64) float64 { return extreme(false, x, a) },
	"less":                       func(a, x, y, z, w float64) float64 { return compared("<", a, x) },
	"greater":                    func(a, x, y, z, w float64) float64 { return compared("<", x, a) },
	"less_equal":                 func(a, x, y, z, w float64) float64 { return compared("<=", a, x) },
	"greater_equal":              func(a, x, y, z, w float64) float64 { return compared("<=", x, a) },
	"equal":                      func(a, x, y, z, w float64) float64 { return compared("==", a, x) },
	"unequal":                    func(a, x, y, z, w float64) float64 { return compared("!=", a, x) },
	"both":                       func(a, x, y, z, w float64) float64 { return a * x },
	"either":                     func(a, x, y, z, w float64) float64 { return math.Max(a, x) },
	"is_not":                     func(a, x, y, z, w float64) float64 { return 1 - a },
	"choose":                     func(a, x, y, z, w float64) float64 { return chosen(a != 0, x, y) },
	"choose_if_less":             func(a, x, y, z, w float64) float64 { return chosen(x < y, z, w) },
	"choose_if_less_equal":       func(a, x, y, z, w float64) float64 { return chosen(x <= y, z, w) },
	"negate":                     func(a, x, y, z, w float64) float64 { return -a },
	"size":                       func(a, x, y, z, w float64) float64 { return math.Abs(a) },
	"square":                     func(a, x, y, z, w float64) float64 { return a * a },
	"power":                      func(a, x, y, z, w float64) float64 { return powerOf(a, int(x)) },
	"root":                       func(a, x, y, z, w float64) float64 { return math.Sqrt(a) },
	"exponential":                func(a, x, y, z, w float64) float64 { return math.Exp(a) },
	"logarithm":                  func(a, x, y, z, w float64) float64 { return math.Log(a) },
	"sine":                       func(a, x, y, z, w float64) float64 { return math.Sin(a) },
	"cosine":                     func(a, x, y, z, w float64) float64 { return math.Cos(a) },
	"hyperbolic_tangent":         func(a, x, y, z, w float64) float64 { return math.Tanh(a) },
	"raised":                     func(a, x, y, z, w float64) float64 { return math.Pow(a, x) },
	"raises":                     func(a, x, y, z, w float64) float64 { return math.Pow(x, a) },
}

func chosen(condition bool, yes, no float64) float64 {
	if condition {
		return yes
	}
	return no
}
