package stencils

import (
	"slices"
	"strings"
	"testing"

	"drawbridge/status"
)

// A number changed by its name is what the next launch of every operator gets that has it, in sweeps that were made before too.
func TestNumbersByName(t *testing.T) {
	s, p := onPaper(t)
	for _, name := range []string{"u", "v"} {
		if err := s.fields.Create(name, []int{40, 30}, 1, "double", 1); err != nil {
			t.Fatal(err)
		}
	}
	q := s.NewSequence("step")
	if err := first(
		q.Apply("combine", "u v", "v", []float64{1, 2}, "names=one/dt"),
		q.Apply("gauss_seidel", "v", "u", []float64{3, 4}, "names=x/dt"),
		q.Apply("combine", "u v", "v", []float64{5, 6}, ""),
		q.Run(1),
		q.Set("dt", 0.25)); err != nil {
		t.Fatal(err)
	}
	given := func() (all [][]float64) {
		p.sweeps = nil
		if err := q.Run(1); err != nil {
			t.Fatal(err)
		}
		for _, w := range p.sweeps {
			if len(w.Number) > 0 {
				all = append(all, slices.Clone(w.Number))
			}
		}
		return all
	}
	check := func(said string, want ...[]float64) {
		t.Helper()
		got := given()
		for _, numbers := range want {
			if !slices.ContainsFunc(got, func(g []float64) bool { return slices.Equal(g, numbers) }) {
				t.Errorf("%s: launches got %v, %v expected among them", said, got, numbers)
			}
		}
	}
	check("dt = 0.25", []float64{1, 0.25}, []float64{3, 0.25, 0, 0.5 / 3.25}, []float64{5, 6})
	for _, c := range []struct {
		name  string
		value float64
		code  status.Code
		want  string
	}{
		{"DT", 1, status.UnknownName, "sequence step: set: no operator has a number of the name 'DT'; there are dt one x"},
		{"", 1, status.UnknownName, "there are dt one x"},
		{"dt", -3, status.Argument, "sequence step: set dt: gauss_seidel"},
	} {
		err := q.Set(c.name, c.value)
		if status.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.want) {
			t.Errorf("set %q to %g: %v, expected %q", c.name, c.value, err, c.want)
		}
	}
	check("after refusals", []float64{1, 0.25}, []float64{3, 0.25, 0, 0.5 / 3.25})
	if err := s.NewSequence("empty").Set("dt", 1); err == nil || !strings.Contains(err.Error(), "there are none; give them by names=") {
		t.Error(err)
	}
	if err := q.Apply("combine", "u v", "v", []float64{1, 2}, "names=dt"); err == nil || !strings.Contains(err.Error(), "1 names of numbers and 2 numbers") {
		t.Error(err)
	}
	if err := q.Apply("combine", "u v", "v", []float64{1, 2}, "names=a/b names=c/d"); err == nil || !strings.Contains(err.Error(), "option 'names' is given twice") {
		t.Error(err)
	}
	before := len(q.requests)
	if err := q.Apply("combine", "u v", "w", []float64{1, 2}, "names=a/b"); err == nil || len(q.requests) != before {
		t.Errorf("a refused operator stays: %v", err)
	}
}
