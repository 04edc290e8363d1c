package stencils

import (
	"strings"
	"testing"
)

// A mistyped name is answered with the nearest one.
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
		"quad:64":  s.NewSequence("q").Apply("combine", "pressure", "pressure", []float64{1}, "variant=quad64"),
	} {
		if err == nil || !strings.HasSuffix(err.Error(), "; did you mean '"+want+"'?") {
			t.Errorf("%s: %v", want, err)
		}
	}
}
