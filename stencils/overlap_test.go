package stencils

import (
	"testing"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/steps"
	"drawbridge/views"
)

// twoQueues is a paper device that runs some sweeps beside others.
type twoQueues struct{ paper }

func (d *twoQueues) About() *device.About {
	return &device.About{Name: "paper", Compiles: true, Threads: 1, Fields: d, Beside: d}
}
func (d *twoQueues) Aside(do func() error) error { return do() }
func (d *twoQueues) Join() error                 { return nil }

// updated counts the points of the sweeps that write a field of a name.
func (d *twoQueues) updated(name string) (points int) {
	for _, w := range d.sweeps {
		for _, f := range w.Fields {
			if f.Output && f.Name == name {
				points += w.Extent[0] * w.Extent[1] * w.Extent[2]
			}
		}
	}
	return points
}

// Core and rim together are the interior, once: of work that waits for no halo, too, and where the list ran as a whole before it grew.
func TestCoreAndRimAreEachPointOnce(t *testing.T) {
	for _, expression := range []string{"v + w", "v + u[1,0,0]", "w + u[1,0,0]"} {
		d := &twoQueues{}
		s, err := New(d, kernels.ISAs()[0], "first", silent{})
		if err != nil {
			t.Fatal(err)
		}
		s.Overlap = "always"
		const n = 48
		for _, name := range []string{"u", "v", "w"} {
			if err := s.fields.Create(name, []int{n, n, n}, 1, "double", 1); err != nil {
				t.Fatal(err)
			}
		}
		u, _ := s.fields.Find("u")
		q := s.NewSequence("step")
		nothing := func() error { return nil }
		var late [3][2]bool
		began := 0
		q.Append(&steps.Work{Name: "exchange", Fields: []*views.Field{u}, Filling: []views.Halo{{Field: u, Layers: u.AllAround(1)}}, Run: nothing, Ready: func() (int, error) { return 0, nil },
			Beside: func() (early, beside func() error, _ [3][2]bool) {
				return nothing, func() error { began++; return nil }, late
			}})
		if err := q.Apply("pointwise", expression, "v", nil, ""); err != nil {
			t.Fatal(err)
		}
		for run := 1; run <= 2; run++ {
			d.sweeps = nil
			if err := q.Run(1); err != nil {
				t.Fatal(err)
			}
			if got := d.updated("v"); got != n*n*n || began != run-1 {
				t.Errorf("%s, run %d: %d points of v are written, %d expected; %d exchanges went beside others, %d expected", expression, run, got, n*n*n, began, run-1)
			}
			late[2] = [2]bool{true, true} // now the halos travel
			if err := q.Apply("fill", "", "w", nil, "kind=mirror faces=x"); err != nil {
				t.Fatal(err)
			}
		}
	}
}
