package lists

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
)

// exact is a random expression of operations that round once.
type exact struct {
	op    string // a form of Sprintf, or a name
	args  []exact
	name  string // of a field or a named number
	given float64
}

var exactForms = map[int][]string{
	1: {"(-(%s))", "abs(%s)", "sqrt(abs(%s))", "(%s)**2", "(%s)**3", "(%s)**(-1)", "(%s)**6"},
	2: {"(%s + %s)", "(%s - %s)", "(%s)*(%s)", "(%s)/(%s)", "(%s + %s)", "(%s - %s)", "(%s)*(%s)", "min(%s, %s)", "max(%s, %s)"},
	4: {"merge(%s, %s, %s < %s)", "merge(%s, %s, %s <= %s)", "merge(%s, %s, %s > %s)", "merge(%s, %s, %s >= %s)", "merge(%s, %s, %s == %s)", "merge(%s, %s, %s != %s)",
		"merge(%s, %s, not %s < %s)"},
	6: {"merge(%s, %s, %s < %s and %s < %s)", "merge(%s, %s, %s < %s or %s == %s)"},
}

func randomExact(r *rand.Rand, depth int) exact {
	if depth == 0 || r.Intn(10) == 0 {
		switch r.Intn(10) {
		case 0:
			return exact{given: []float64{0, 1, 2.5, 0.1, -3, 1e-3}[r.Intn(6)]}
		case 1:
			return exact{name: "p", given: 0.7}
		case 2:
			return exact{name: "q", given: -1.3}
		case 3, 4: // coordinates
			return exact{name: []string{"i", "j"}[r.Intn(2)]}
		}
		return exact{name: sceneFields[r.Intn(5)]}
	}
	count := []int{1, 2, 2, 2, 2, 2, 2, 4, 6}[r.Intn(9)]
	list := exactForms[count]
	e := exact{op: list[r.Intn(len(list))]}
	for i := range count {
		if i == 0 {
			e.args = append(e.args, randomExact(r, depth-1))
		} else {
			e.args = append(e.args, randomExact(r, r.Intn(min(depth, 3))))
		}
	}
	return e
}

func (e exact) text() string {
	switch {
	case e.op == "" && e.name != "":
		return e.name
	case e.op == "":
		return fmt.Sprintf("(%v)", e.given)
	}
	var words []any
	for _, a := range e.args {
		words = append(words, a.text())
	}
	return fmt.Sprintf(e.op, words...)
}

// value rounds each operation to so many bytes; denormal: a number below the smallest normal one was met.
func (e exact) value(bytes int, denormal *bool, field func(name string) float64) float64 {
	round := func(x float64) float64 {
		least := 0x1p-1022
		if bytes == 4 { // a float's operation in doubles, rounded again, is the float's: twice its digits suffice
			x, least = float64(float32(x)), 0x1p-126
		}
		*denormal = *denormal || x != 0 && math.Abs(x) < least
		return x
	}
	switch {
	case e.op == "" && e.name != "" && e.given == 0:
		return field(e.name)
	case e.op == "":
		return round(e.given)
	}
	var v []float64
	for _, a := range e.args {
		v = append(v, a.value(bytes, denormal, field))
	}
	if strings.HasPrefix(e.op, "merge") {
		if e.holds(v) {
			return v[0]
		}
		return v[1]
	}
	return e.computed(v, round)
}

func (e exact) computed(v []float64, round func(float64) float64) float64 {
	x := v[0]
	switch e.op {
	case "(-(%s))":
		return -x
	case "abs(%s)":
		return math.Abs(x)
	case "sqrt(abs(%s))":
		return round(math.Sqrt(math.Abs(x)))
	case "(%s)**2":
		return round(x * x)
	case "(%s)**3":
		return round(x * round(x*x))
	case "(%s)**(-1)":
		return round(1 / x)
	case "(%s)**6":
		square := round(x * x)
		return round(square * round(square*square))
	case "(%s + %s)":
		return round(x + v[1])
	case "(%s - %s)":
		return round(x - v[1])
	case "(%s)*(%s)":
		return round(x * v[1])
	case "(%s)/(%s)":
		return round(x / v[1])
	case "min(%s, %s)":
		if x < v[1] {
			return x
		}
		return v[1]
	}
	if x > v[1] { // max
		return x
	}
	return v[1]
}

// holds is the condition of a merge.
func (e exact) holds(v []float64) bool {
	_, condition, _ := strings.Cut(e.op, "%s, %s, ")
	switch condition {
	case "%s < %s)":
		return v[2] < v[3]
	case "%s <= %s)":
		return v[2] <= v[3]
	case "%s > %s)":
		return v[2] > v[3]
	case "%s >= %s)":
		return v[2] >= v[3]
	case "%s == %s)":
		return v[2] == v[3]
	case "%s != %s)":
		return v[2] != v[3]
	case "not %s < %s)":
		return !(v[2] < v[3])
	case "%s < %s and %s < %s)":
		return v[2] < v[3] && v[4] < v[5]
	}
	return v[2] < v[3] || v[4] == v[5]
}
