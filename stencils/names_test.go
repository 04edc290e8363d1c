package stencils

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/host"
	"drawbridge/kernels/stencils/rows"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
	"drawbridge/views"
)

// A mistyped name is answered with the nearest one.
func TestFacesMayHaveCommas(t *testing.T) {
	for given, want := range map[string]string{
		"kind=mirror faces=y-,y+,z-":        "kind=mirror,faces=y-/y+/z-",
		"kind=mirror faces=y-,/y+ layers=2": "kind=mirror,faces=y-/y+,layers=2",
		"faces=x-/x+,kind=constant":         "faces=x-/x+,kind=constant",
		"kind=constant layers=1 stray":      "kind=constant,layers=1,stray",
	} {
		if got := joinedFaces(given); got != want {
			t.Errorf("%s: %s, expected %s", given, got, want)
		}
	}
}

func TestMistypedNames(t *testing.T) {
	s, _ := onPaper(t)
	if err := s.fields.Create("pressure", []int{8, 8}, 1, "double", 1); err != nil {
		t.Fatal(err)
	}
	_, operator := Find("laplacain")
	_, field := s.fields.Find("presure")
	_, reduction := s.Reduce("nrom2", "pressure", "")
	for want, err := range map[string]error{
		"laplacian": operator, "pressure": field, "norm2": reduction,
		"periodic": s.NewSequence("q").Apply("fill", "", "pressure", nil, "kind=perodic faces=all"),
		"variant":  s.NewSequence("q").Apply("combine", "pressure", "pressure", []float64{1}, "varient=quad:32"),
		"dtt":      s.NewSequence("q").Apply("pointwise", "pressure + dt", "pressure", []float64{1}, "names=dtt"),
		"quad:64":  s.NewSequence("q").Apply("combine", "pressure", "pressure", []float64{1}, "variant=quad64"),
	} {
		if err == nil || !strings.Contains(err.Error(), "; did you mean '"+want+"'?") {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// A variant that is gone is refused by one sentence: since when, why, and what to do.
func TestRemovedVariants(t *testing.T) {
	s, _ := onPaper(t)
	if err := s.fields.Create("u", []int{8, 8, 8}, 1, "double", 1); err != nil {
		t.Fatal(err)
	}
	_, picked := pick("laplacian", nil, "tiled:32:512")
	for _, err := range []error{picked, s.selectable("gauss_seidel", "fused:16")} {
		if err == nil || !strings.Contains(err.Error(), "was removed in 0.3.0, because it was never the fastest; select another one") {
			t.Errorf("%v", err)
		}
	}
	u, _ := s.fields.Find("u")
	list := s.texts(&request{op: mustFind("gray_scott"), steps: 1, writes: []*views.Field{u, u}})
	if n := len(list); len(measurable(list)) != n-2 {
		t.Errorf("of %d variants of gray_scott, the two in shared memory are measured too", n)
	}
}

// A component in an expression is one of a field; a function's name stays a function, and what is no component says so.
func TestComponentsInExpressions(t *testing.T) {
	s, _ := onPaper(t)
	if err := first(s.fields.Create("Y", []int{8, 8}, 1, "double", 3), s.fields.Create("u", []int{8, 8}, 1, "double", 1)); err != nil {
		t.Fatal(err)
	}
	tree, err := s.read("Y( 2 )*u + sqrt(4) - Y(3)", nil)
	if err != nil || strings.Join(tree.fields, " ") != "Y(2) u Y(3)" || tree.written() != "return minus(plus(times(p[0], p[1]), T(sqrt(T(4)))), p[2]);" {
		t.Errorf("%v, %v", tree, err)
	}
	for expression, want := range map[string]string{"Y(4)": "components of Y are Y(1) to Y(3)", "u(1)": "field u has one component", "Y(1.5)": "no function", "sinh(3)": "no function", "Y(1": "no function"} {
		if _, err := s.read(expression, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", expression, err)
		}
	}
}

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

// device and kernels never meet: the structure between them stands twice.
func TestTheBlockOfASweepIsTheSameInGoAndC(t *testing.T) {
	if size := int(unsafe.Sizeof(device.Block{})); size != kernels.BlockBytes {
		t.Errorf("device.Block has %d bytes, struct sweep %d", size, kernels.BlockBytes)
	}
}

// Ranges of components of one field that overlap give what a plain loop over copies of them gives, or are refused.
func TestRangesThatOverlap(t *testing.T) {
	d, err := host.Open(1, kernels.ISAs()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s, err := New(d, kernels.ISAs()[0], "first", silent{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := first(s.fields.Create("q", []int{1, 1}, 1, "double", 4), s.fields.Create("v", []int{1, 1}, 1, "double", 3)); err != nil {
		t.Fatal(err)
	}
	q := make([]float64, 4)
	lent := views.HostArray{Address: uintptr(unsafe.Pointer(&q[0])), Shape: [4]int{1, 1, 1, 4}, Interior: [6]int{1, 1, 1, 1, 1, 1}, Var: 1}
	for _, c := range []struct {
		operator, reads, writes string
		numbers, want           []float64 // nil: refused
	}{
		{"combine", "q(1:3)", "q(2:4)", []float64{1}, nil},
		{"combine", "q(2:4)", "q(1:3)", []float64{1}, nil},
		{"combine", "v q(4)", "q(2:4)", []float64{1, 1}, nil},
		{"combine", "q(2)", "q", []float64{1}, nil},
		{"laplacian", "q(1:3)", "q(2:4)", []float64{1, 1}, nil},
		{"pointwise", "2*q(2)", "q(1:3)", nil, nil},
		{"gray_scott", "v v", "q(1:3) q(2:4)", make([]float64, 5), nil},
		{"combine", "q(1:2)", "q(3:4)", []float64{1}, []float64{1, 2, 1, 2}},
		{"combine", "q(1:3)", "q(1:3)", []float64{2}, []float64{2, 4, 6, 4}},
		{"pointwise", "2*q(4)", "q(1:3)", nil, []float64{8, 8, 8, 4}},
		{"pointwise", "2*q(1); 3*q(1)", "q(1:1) q(2:4)", nil, []float64{2, 6, 6, 6}},
	} {
		copy(q, []float64{1, 2, 3, 4})
		list := s.NewSequence("list")
		err := first(s.fields.Upload("q", lent, 0), list.Apply(c.operator, c.reads, c.writes, c.numbers, ""), list.Run(1), s.fields.Download("q", lent, 0))
		if c.want == nil && (err == nil || !strings.Contains(err.Error(), "components in common")) || c.want != nil && (err != nil || !slices.Equal(q, c.want)) {
			t.Errorf("%s %s -> %s: %v, %v, expected %v", c.operator, c.reads, c.writes, q, err, c.want)
		}
		list.Close()
	}
}

// Advice about a range names a component of its field.
func TestAdviceNamesAComponent(t *testing.T) {
	s, _ := onPaper(t)
	if err := first(s.fields.Create("q", []int{8, 8}, 1, "double", 4), s.fields.Create("u", []int{8, 8}, 1, "double", 1)); err != nil {
		t.Fatal(err)
	}
	q := s.NewSequence("list")
	_, single := s.fields.Single("q(2:4)")
	for want, err := range map[string]error{
		"name a component, as q(2)":      q.Apply("combine", "q(2:4)", "u", []float64{1}, ""),
		"name one component, as q(2)":    q.Reduce("sum", "q(2:4)", "total"),
		"name one of them: q(2) to q(4)": single,
	} {
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
}
