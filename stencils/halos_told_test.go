package stencils

import (
	"strings"
	"testing"

	"drawbridge/device"
	"drawbridge/views"
)

// idle is a task that does nothing.
type idle struct{}

func (idle) Prepare() (bool, error)  { return false, nil }
func (idle) Ready() (int, error)     { return 0, nil }
func (idle) Run(device.Stream) error { return nil }
func (idle) Done(int, bool) error    { return nil }
func (idle) Close()                  {}

// A list warns of faces beyond which an operator reads what neither a fill nor an exchange has written, of what a fill has put over an
// exchange, and of what is older than the interior; and of no others.
func TestAListWarnsOfHalosThatDoNotHoldTheGrid(t *testing.T) {
	// of a rank at the upper end of z, with rank 1 beyond x+ and itself around y
	domain := [3][2]int{{3, 1}, {views.Around, views.Around}, {0, views.Outside}}
	type step = func(q *Sequence) error
	on := func(operator, reads, writes, options string, numbers ...float64) step {
		return func(q *Sequence) error { return q.Apply(operator, reads, writes, numbers, options) }
	}
	fill := func(options string) step { return on("fill", "", "u", options, 0) }
	exchanges := func(layers int) step {
		return func(q *Sequence) error {
			u, err := q.stencils.fields.Find("u")
			h := views.Access{Field: u, Mode: views.Exchanges}
			for axis, sides := range domain {
				for side, rank := range sides {
					if rank != views.Outside {
						h.Layers[axis][side] = layers
					}
				}
			}
			return first(err, q.Append("exchange", idle{}, []views.Access{h}, nil, 0, 0))
		}
	}
	exchange, edges := exchanges(2), fill("kind=mirror faces=edges")
	laplacian := on("laplacian", "u", "v", "", 1, 1, 1)
	derivative := func(axis string) step { return on("derivative_"+axis, "u", "v", "", -1, 0, 1) }
	pointwise := func(text, to string) step { return on("pointwise", text, to, "") }
	swap := on("swap", "", "u v", "")
	type list []step
	for name, c := range map[string]struct {
		steps list
		place bool // on the domain
		times int
		want  []string // none: no warning
	}{
		"nothing filled":             {list{laplacian}, false, 1, []string{"laplacian reads the halo of field u, which nothing has filled: it holds zeros. Put a fill of u before it, or"}},
		"exchange leaves a wall":     {list{exchange, laplacian}, false, 1, []string{"field u beyond z+, which nothing has filled: it holds zeros. Put a fill of u with faces='z+' before it"}},
		"some faces":                 {list{fill("kind=mirror faces=x/y"), laplacian}, false, 1, []string{"beyond z- z+, which nothing has filled: it holds zeros. Put a fill of u with faces='z-/z+'"}},
		"the faces that are read":    {list{fill("kind=mirror faces=x"), derivative("x")}, false, 1, nil},
		"a copy of nothing":          {list{on("copy", "v", "u", ""), laplacian}, false, 1, []string{"which nothing has filled"}},
		"a copy of a filled halo":    {list{on("fill", "", "v", "kind=mirror", 0), on("copy", "v", "u", ""), laplacian}, false, 1, nil},
		"too few layers":             {list{fill("kind=mirror layers=1"), pointwise("u[2,0,0]", "v")}, false, 1, []string{"reads the halo of field u, which nothing"}},
		"filled too late":            {list{laplacian, fill("kind=mirror")}, false, 1, []string{"which nothing has filled"}},
		"walls filled once":          {list{fill("kind=mirror"), laplacian, swap, fill("kind=mirror"), laplacian, swap, laplacian, swap, laplacian}, false, 1, nil},
		"the wall forgotten":         {list{exchange, laplacian}, true, 1, []string{"beyond z+, which nothing has filled: it holds zeros. Put a fill of u with faces='edges'"}},
		"the exchange forgotten":     {list{edges, laplacian}, true, 1, []string{"laplacian reads the halo of field u beyond x- (rank 3) x+ (rank 1) y- (around the periodic axis) y+ (around the periodic axis) z- (rank 0), which no exchange has brought: it holds zeros, or too few layers are exchanged. Put step%exchange(domain, 'u') before it"}},
		"both forgotten":             {list{laplacian}, true, 1, []string{"which nothing has filled", "no exchange has brought"}},
		"both there":                 {list{exchange, edges, laplacian, swap}, true, 5, nil},
		"filled before the exchange": {list{fill("kind=constant"), exchange, laplacian}, true, 3, nil},
		"filled after the exchange":  {list{exchange, fill("kind=constant faces=all"), derivative("x")}, true, 1, []string{"beyond x- (rank 3) x+ (rank 1), which a fill has written last"}},
		"another axis is read":       {list{exchange, fill("kind=constant faces=x/z+"), derivative("z")}, true, 1, nil},
		"a fill around the axis":     {list{fill("kind=periodic faces=y"), derivative("y")}, true, 1, nil},
		"a second read":              {list{exchange, edges, pointwise("u[1,0,0]", "v"), swap, exchange, edges, pointwise("u[1,0,0]", "v"), swap}, true, 3, nil},
		"two reads, one exchange":    {list{exchange, edges, exchange, pointwise("u[1,0,0]", "v"), pointwise("v", "u"), pointwise("u[-1,0,0]", "v")}, true, 1, []string{"pointwise reads the halo of field u beyond x- (rank 3), which is older than the interior: u was written after its halo. Put step%exchange(domain, 'u') between"}},
		"written and not read":       {list{exchange, edges, laplacian, pointwise("v", "u")}, true, 3, nil},
		"exchanged in the first run": {list{edges, pointwise("u[0,0,-1]", "v"), pointwise("v", "u"), exchange}, true, 2, []string{"z- (rank 0), which no exchange has brought"}},
		"swapped without exchange":   {list{pointwise("u[0,1,0]", "v"), swap}, true, 1, []string{"y+ (around the periodic axis), which no exchange"}},
		"one layer of two":           {list{exchanges(1), pointwise("u[2,0,0]", "v")}, true, 1, []string{"beyond x+ (rank 1), which no exchange has brought: it holds zeros, or too few layers"}},
		"the core reads no halo":     {list{on("laplacian", "u", "v", "region=core:1", 1, 1, 1)}, true, 1, nil},
		"the rim does":               {list{edges, on("derivative_x", "u", "v", "region=rim:1", -1, 0, 1)}, true, 1, []string{"derivative_x reads the halo of field u beyond x- (rank 3) x+ (rank 1)"}},
		"points of a wall":           {list{exchange, edges, on("constant", "", "u", "region=1:1/1:16/1:16", 7), laplacian}, true, 3, nil},
	} {
		s, _ := onPaper(t)
		var said []string
		s.Warn = func(text string) { said = append(said, text) }
		for _, field := range []string{"u", "v"} {
			if err := s.fields.Create(field, []int{16, 16, 16}, 2, "double", 1); err != nil {
				t.Fatal(err)
			}
			if f, _ := s.fields.Find(field); c.place {
				f.PutOn(1, f.Shape, 1, domain)
			}
		}
		q := s.NewSequence("step")
		for _, append := range c.steps {
			if err := append(q); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		q.followHalos(c.times)
		q.followHalos(c.times)
		if len(said) != len(c.want) {
			t.Errorf("%s: warned %q, %q expected", name, said, c.want)
		}
		for i, text := range said {
			if i < len(c.want) && !strings.Contains(text, c.want[i]) {
				t.Errorf("%s: warned %q, %q expected", name, text, c.want[i])
			}
		}
		q.Close()
		s.Close()
	}
}

// Writing the interior between two lists makes the halo old, and so does an upload without it.
func TestHalosBetweenLists(t *testing.T) {
	s, _ := onPaper(t)
	defer s.Close()
	var said []string
	s.Warn = func(text string) { said = append(said, text) }
	for _, field := range []string{"u", "v"} {
		if err := s.fields.Create(field, []int{16, 16, 16}, 1, "double", 3); err != nil {
			t.Fatal(err)
		}
	}
	u, _ := s.fields.Find("u")
	u.PutOn(1, u.Shape, 1, [3][2]int{{1, 1}, {views.Outside, views.Outside}, {views.Outside, views.Outside}})
	reader, writer := s.NewSequence("reader"), s.NewSequence("writer")
	defer reader.Close()
	defer writer.Close()
	if err := reader.Apply("pointwise", "u(2)[1,0,0]", "v(1)", nil, ""); err != nil {
		t.Fatal(err)
	}
	if err := writer.Apply("constant", "", "u(1)", []float64{1}, ""); err != nil {
		t.Fatal(err)
	}
	u.HaloFetched(u.AllAround(1), true)
	writer.followHalos(1) // another component
	if reader.followHalos(3); len(said) > 0 {
		t.Errorf("warned %q, nothing expected", said)
	}
	u.InteriorChanges()
	if reader.followHalos(3); len(said) != 1 || !strings.Contains(said[0], "u was written after its halo") {
		t.Errorf("warned %q, one warning expected", said)
	}
}

// A periodic fill would wrap each part of a divided axis in itself.
func TestAPeriodicFillOfADividedAxisIsRefused(t *testing.T) {
	s, _ := onPaper(t)
	defer s.Close()
	if err := s.fields.Create("u", []int{16, 16, 16}, 1, "double", 1); err != nil {
		t.Fatal(err)
	}
	u, _ := s.fields.Find("u")
	u.PutOn(1, u.Shape, 1, [3][2]int{{views.Outside, 1}, {views.Around, views.Around}, {views.Outside, views.Outside}})
	q := s.NewSequence("step")
	defer q.Close()
	for faces, want := range map[string]string{"y": "", "z": "", "x": "rank 1", "x-": "rank 1", "all": "rank 1"} {
		err := q.Apply("fill", "", "u", nil, "kind=periodic faces="+faces)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), "kind periodic along x, which is divided: beyond this box lies one of "+want) {
			t.Errorf("faces %s: %v, %q expected", faces, err, want)
		}
	}
}
