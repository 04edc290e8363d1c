package stencils

import (
	"strings"
	"testing"

	"drawbridge/steps"
	"drawbridge/views"
)

// A list warns of the faces of a field beyond which an operator reads what neither a fill nor an exchange has written, and of no others.
func TestAListWarnsOfFacesThatNothingFills(t *testing.T) {
	walls := [3][2]bool{{true, true}, {true, true}, {true, false}} // what an exchange fills of a block at the upper end of z
	fill := func(faces string) func(q *Sequence) error {
		return func(q *Sequence) error {
			return q.Apply("fill", "", "u", []float64{0}, "kind=constant faces="+faces)
		}
	}
	exchange := func(q *Sequence) error {
		u, err := q.stencils.fields.Find("u")
		q.Append(&steps.Work{Name: "exchange", Fields: []*views.Field{u}, Filling: []views.Halo{{Field: u, Faces: walls}}, Run: func() error { return nil }})
		return err
	}
	apply := func(operator string, numbers ...float64) func(q *Sequence) error {
		return func(q *Sequence) error { return q.Apply(operator, "u", "v", numbers, "") }
	}
	pointwise := func(text string) func(q *Sequence) error {
		return func(q *Sequence) error { return q.Apply("pointwise", text, "v", nil, "") }
	}
	laplacian := apply("laplacian", 1, 1, 1)
	type entries []func(q *Sequence) error
	for name, c := range map[string]struct {
		entries entries
		open    [3][2]bool
		want    string // "": no warning
	}{
		"nothing filled":                {entries{laplacian}, [3][2]bool{}, "laplacian reads the halo of field u, which nothing has filled: it holds zeros. Put a fill of u before it, or"},
		"an exchange leaves a wall":     {entries{exchange, laplacian}, [3][2]bool{}, "field u beyond z+, which nothing has filled: it holds zeros. Put a fill of u with faces='z+' before it"},
		"of a field on a domain":        {entries{exchange, laplacian}, [3][2]bool{2: {false, true}}, "Put a fill of u with faces='edges' before it"},
		"the wall is filled":            {entries{exchange, fill("z+"), laplacian}, [3][2]bool{}, ""},
		"filled before the exchange":    {entries{fill("z"), exchange, laplacian}, [3][2]bool{}, ""},
		"filled too late":               {entries{exchange, laplacian, fill("z")}, [3][2]bool{}, "beyond z+"},
		"another axis is read":          {entries{exchange, apply("derivative_y", -1, 0, 1)}, [3][2]bool{}, ""},
		"the axis is read":              {entries{exchange, apply("derivative_z", -1, 0, 1)}, [3][2]bool{}, "derivative_z reads the halo of field u beyond z+"},
		"an expression looks away":      {entries{exchange, pointwise("u - u[0,0,-1] + u[1,0,0]")}, [3][2]bool{}, ""},
		"an expression looks there":     {entries{exchange, pointwise("u[0,0,1] - u[0,0,-1]")}, [3][2]bool{}, "pointwise reads the halo of field u beyond z+"},
		"some faces of a single domain": {entries{fill("x/y"), laplacian}, [3][2]bool{}, "beyond z- z+, which nothing has filled: it holds zeros. Put a fill of u with faces='z-/z+'"},
		"the faces that are read":       {entries{fill("x"), apply("derivative_x", -1, 0, 1)}, [3][2]bool{}, ""},
		"a copy fills all":              {entries{func(q *Sequence) error { return q.Apply("copy", "v", "u", nil, "") }, laplacian}, [3][2]bool{}, ""},
	} {
		s, _ := onPaper(t)
		var said []string
		s.Warn = func(text string) { said = append(said, text) }
		for _, field := range []string{"u", "v"} {
			if err := s.fields.Create(field, []int{16, 16, 16}, 1, "double", 1); err != nil {
				t.Fatal(err)
			}
		}
		u, _ := s.fields.Find("u")
		u.Open = c.open
		q := s.NewSequence("step")
		for _, entry := range c.entries {
			if err := entry(q); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if _, err := q.Units(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text := strings.Join(said, "\n")
		if len(said) > 1 || (text == "") != (c.want == "") || !strings.Contains(text, c.want) {
			t.Errorf("%s: warned %q, %q expected", name, text, c.want)
		}
		q.Close()
		s.Close()
	}
}
