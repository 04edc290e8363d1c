package stencils

import (
	"testing"

	"drawbridge/kernels/stencils/rows"
	"drawbridge/views"
)

// A radius that the row names is the operator's; without one the count of the numbers gives it.
func TestRadiusOfARow(t *testing.T) {
	f := &views.Field{Dims: 3}
	f.Bytes = 8
	for _, c := range []struct {
		count   string
		radius  int
		numbers []float64
		want    int
	}{{"1", 0, []float64{1}, 1}, {"1", 2, []float64{1}, 2}, {"one per field", 0, []float64{1}, 0}, {"odd", 0, make([]float64, 7), 3}} {
		op := &Operator{rows.Operator{Name: "slope", Count: c.count, Radius: c.radius}, counts[c.count]}
		if r, err := op.check(c.numbers, nil, f, 1); err != nil || r != c.want {
			t.Errorf("count %s, radius %d: %d, %v; %d expected", c.count, c.radius, r, err, c.want)
		}
	}
}
