package stencils

import (
	"strings"
	"testing"

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
	if err != nil || strings.Join(tree.fields, " ") != "Y(2) u Y(3)" || tree.written() != "return ((times(p[0], p[1]) + T(sqrt(T(4)))) - p[2]);" {
		t.Errorf("%v, %v", tree, err)
	}
	for expression, want := range map[string]string{"Y(4)": "components of Y are Y(1) to Y(3)", "u(1)": "field u has one component", "Y(1.5)": "no function", "sinh(3)": "no function", "Y(1": "no function"} {
		if _, err := s.read(expression, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", expression, err)
		}
	}
}
