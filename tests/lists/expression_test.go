package lists

import (
	"fmt"
	"math"
	"strings"
)

// expression is a random expression of fields and named numbers: its text, and what it is at a point.
type expression struct {
	text string
	at   func(p [3]int) float64
}

// expression makes one with so many operators inside one another. Its values stay of the size of its operands.
func (w *world) expression(depth int, numbers map[string]float64) expression {
	if depth == 0 {
		switch w.Intn(5) {
		case 0:
			v := 0.25 * float64(w.Intn(9)-4)
			return expression{fmt.Sprintf("(%g)", v), func([3]int) float64 { return v }}
		case 1:
			name := string(rune('p' + w.Intn(3)))
			if _, there := numbers[name]; !there {
				numbers[name] = w.number()
			}
			v := numbers[name]
			return expression{name, func([3]int) float64 { return v }}
		case 2:
			axis := w.Intn(w.dims())
			return expression{fmt.Sprintf("(0.015625*%c)", 'i'+rune(axis)), func(p [3]int) float64 { return 0.015625 * float64(w.first[axis]+p[axis]) }}
		}
		if w.Intn(3) == 0 {
			return w.ofThin()
		}
		name := w.field()
		if name != w.written && w.Intn(3) == 0 {
			return w.neighbour(name)
		}
		return expression{name, func(p [3]int) float64 { return w.grids[name].value(p) }}
	}
	x, y := w.expression(depth-1, numbers), w.expression(w.Intn(depth), numbers)
	two := func(form string, value func(a, b float64) float64) expression {
		return expression{fmt.Sprintf(form, x.text, y.text), func(p [3]int) float64 { return value(x.at(p), y.at(p)) }}
	}
	one := func(form string, value func(a float64) float64) expression {
		return expression{fmt.Sprintf(form, x.text), func(p [3]int) float64 { return value(x.at(p)) }}
	}
	switch w.Intn(11) {
	case 0, 1:
		return two("(%s + %s)", func(a, b float64) float64 { return a + b })
	case 2:
		return two("(%s - %s)", func(a, b float64) float64 { return a - b })
	case 3, 4:
		return two("%s*%s", func(a, b float64) float64 { return a * b })
	case 5:
		return two("%s/(2 + abs(%s))", func(a, b float64) float64 { return a / (2 + math.Abs(b)) })
	case 6:
		return two("max(%s, min(%[1]s, %[2]s))", func(a, b float64) float64 { return math.Max(a, math.Min(a, b)) })
	case 7:
		return one("sqrt(1 + (%s)**2)", func(a float64) float64 { return math.Sqrt(1 + a*a) })
	case 8:
		return one("tanh(%s)", math.Tanh)
	case 9:
		return one("exp(-abs(%s))", func(a float64) float64 { return math.Exp(-math.Abs(a)) })
	}
	if w.bytes == 4 { // rounding may move a float over the threshold
		return one("(-(%s))", func(a float64) float64 { return -a })
	}
	return two("merge(%s, %s, %[1]s > 0.1)", func(a, b float64) float64 {
		if a > 0.1 {
			return a
		}
		return b
	})
}

// neighbour is a field so many points away, along every axis that it has.
func (w *world) neighbour(name string) expression {
	var by [3]int
	var words []string
	for axis := range w.dims() {
		h := w.grids[name].h[axis]
		by[axis] = w.Intn(2*h+1) - h
		words = append(words, fmt.Sprint(by[axis]))
	}
	return expression{name + "[" + strings.Join(words, ",") + "]", func(p [3]int) float64 {
		for axis := range by {
			p[axis] += by[axis]
		}
		return w.grids[name].value(p)
	}}
}
