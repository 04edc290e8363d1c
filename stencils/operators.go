package stencils

import (
	"math"
	"strconv"

	"drawbridge/kernels/stencils/rows"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// MostRadius is the widest stencil.
const MostRadius = rows.MostRadius

// Operator is a row of kernels/stencils/operators, and the rule for its numbers.
type Operator struct {
	rows.Operator
	radius func(numbers []float64, dims, reads int) (int, error) // checks the count of the numbers
}

// Operators is every operator that a sequence may apply.
var Operators = operators()

// counts are the rules that rows name.
var counts = map[string]func(numbers []float64, dims, reads int) (int, error){
	"odd": odd, "one per axis": perAxis, "positive, one per axis": positive, "half": half, "one per field": asRead, "as named": asNamed, "at most 1": atMostOne,
	"0": exactly(0, 0), "1": exactly(1, 1), "2": exactly(2, 2), "3": exactly(3, 3), "5": exactly(5, 5), "3 in 2-D, 4 in 3-D": exactly(3, 4),
}

func operators() []*Operator {
	var list []*Operator
	for _, row := range kernels.Operators {
		list = append(list, &Operator{row, counts[row.Count]})
	}
	return list
}

// host and gpu tell whether the operator has a way to run there.
func (o *Operator) host(way string) bool { return rows.Find(o.Host, way) != nil }
func (o *Operator) gpu(way string) bool  { return rows.Find(o.GPU, way) != nil }

// Find gives an operator by name.
func Find(name string) (*Operator, error) {
	var names []string
	for _, o := range Operators {
		if o.Name == name {
			return o, nil
		}
		names = append(names, o.Name)
	}
	return nil, status.Errorf(status.UnknownName, "operator '%s' is not known%s", name, nearest.Known(name, "operators are", names, "docs/stencils.md lists all"))
}

// check refuses numbers that are not finite in a field's precision or not as many as expected, and answers the radius.
// names are those of the numbers, where they have some.
func (o *Operator) check(numbers []float64, names []string, f *views.Field, reads int) (int, error) {
	dims := f.Dims
	for i, c := range numbers {
		if math.IsNaN(c) || math.IsInf(c, 0) || f.Bytes == 4 && math.Abs(c) > math.MaxFloat32 {
			which, all := strconv.Itoa(i+1), "; its numbers are "+o.Numbers
			if i < len(names) {
				which, all = "'"+names[i]+"'", ""
			}
			return 0, status.Errorf(status.Argument, "%s: number %s is %g, a finite one (%s) expected%s", o.Name, which, c, f.Precision(), all)
		}
	}
	r, err := o.radius(numbers, dims, reads)
	if o.Dims == 2 && dims != 2 {
		err = sentence("2-D fields expected")
	}
	if err != nil {
		return 0, status.Errorf(status.Argument, "%s: numbers given in %d-D: %d; %v: %s", o.Name, dims, len(numbers), err, o.Numbers)
	}
	if o.Radius > 0 {
		r = o.Radius
	}
	if r > MostRadius {
		return 0, status.Errorf(status.Argument, "%s: a radius of %d (numbers given: %d), 1 to %d expected", o.Name, r, len(numbers), MostRadius)
	}
	return r, nil
}

type sentence string

func (s sentence) Error() string { return string(s) }

func odd(numbers []float64, _, _ int) (int, error) {
	if n := len(numbers); n < 3 || n%2 == 0 {
		return 0, sentence("an odd count of at least 3 expected")
	}
	return len(numbers) / 2, nil
}

func perAxis(numbers []float64, dims, _ int) (int, error) {
	if len(numbers) != dims {
		return 0, sentence("one per axis expected")
	}
	return 1, nil
}

// positive is perAxis for an equation that is divided by the sum of its numbers.
func positive(numbers []float64, dims, reads int) (int, error) {
	sum := 0.0
	for _, c := range numbers {
		sum += c
		if c < 0 {
			return 0, sentence("numbers of 0 or more expected")
		}
	}
	if len(numbers) == dims && !(sum > 0) {
		return 0, sentence("numbers whose sum is above 0 expected")
	}
	return perAxis(numbers, dims, reads)
}

func half(numbers []float64, dims, _ int) (int, error) {
	if n := len(numbers); n%dims != 0 || n/dims < 2 {
		return 0, sentence("R+1 per axis, R at least 1, expected")
	}
	return len(numbers)/dims - 1, nil
}

func exactly(flat, deep int) func([]float64, int, int) (int, error) {
	return func(numbers []float64, dims, _ int) (int, error) {
		if want := map[int]int{2: flat, 3: deep}[dims]; len(numbers) != want {
			return 0, sentence("another count expected")
		}
		return 1, nil
	}
}

func asRead(numbers []float64, _, reads int) (int, error) {
	if len(numbers) != reads {
		return 0, sentence("one per field that is read expected")
	}
	return 0, nil
}

// asNamed was compared with the names before.
func asNamed([]float64, int, int) (int, error) { return 0, nil }

func atMostOne(numbers []float64, _, _ int) (int, error) {
	if len(numbers) > 1 {
		return 0, sentence("at most one expected")
	}
	return 0, nil
}
