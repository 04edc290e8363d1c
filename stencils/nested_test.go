package stencils

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"drawbridge/status"
)

// nested are expressions of n operators and functions inside one another.
func nested(n int) map[string]string {
	around := func(before, after string, n int) string {
		return strings.Repeat(before, n) + "u" + strings.Repeat(after, n)
	}
	return map[string]string{
		"minus":   around("-", "", n),
		"sum":     "u" + strings.Repeat("+u", n),
		"pairs":   around("((", "))+u", n),
		"root":    around("sqrt(", ")", n),
		"least":   around("min(", ",u)", n),
		"powers":  around("(", ")**u", n),
		"choices": around("(", ">1?u:2)", n/2),
		"truths":  around("merge(u,2,", ">1)", n/2),
		"not":     "merge(u,2," + strings.Repeat("not ", n-2) + "(u>1))",
		"and":     "merge(u,2,u>1" + strings.Repeat(" and u>1", n-3) + ")",
	}
}

// The deepest expression runs on a host and compiles for a GPU; a deeper one is refused, and so are thousands.
func TestTheDeepestExpressionCompiles(t *testing.T) {
	known := func(string) error { return nil }
	for name, text := range nested(mostNested) {
		e, err := readExpression(text, nil, known)
		if err == nil {
			_, err = programOf(e, strides{}, 0)
		}
		if err != nil {
			t.Errorf("%s: %.200v", name, err)
		}
	}
	for name, text := range nested(mostNested + 4) {
		if _, err := readExpression(text, nil, known); status.CodeOf(err) != status.Argument {
			t.Errorf("%s: %.200v", name, err)
		}
	}
	for _, before := range []string{"-", "+", "!", "not ", "u+", "(", "(u+", "u**", "1?u:", "sin(", "u>1?u:", "u/"} {
		text := strings.Repeat(before, mostExpression/len(before)-2) + "u"
		text += strings.Repeat(")", min(strings.Count(text, "("), mostExpression-len(text)))
		if e, err := readExpression(text, nil, known); status.CodeOf(err) != status.Argument {
			t.Errorf("%s...: %v, %.200v", before, e, err)
		}
	}
}

func TestTheDeepestTextCompilesForGPU(t *testing.T) {
	library := os.Getenv("DRAWBRIDGE_NVRTC")
	if library == "" {
		t.Skip("DRAWBRIDGE_NVRTC is not set: the deepest expressions were not compiled for a GPU")
	}
	compile := gpuCompiler(t, library)
	for name, text := range nested(mostNested) {
		if name != "minus" && name != "pairs" && os.Getenv("DRAWBRIDGE_NVRTC_ALL") == "" {
			continue
		}
		if out, err := compile("sm_90", pointwiseText(t, text)); err != nil || strings.Contains(out, "error") {
			t.Errorf("%s: %v\n%.2000s", name, err, out)
		}
	}
}

// pointwiseText is the text for a GPU of u = an expression.
func pointwiseText(t *testing.T, expression string) string {
	t.Helper()
	s, p := onPaper(t)
	if err := s.fields.Create("u", []int{40, 30}, 4, "double", 1); err != nil {
		t.Fatal(err)
	}
	q := s.NewSequence("own")
	if err := first(q.Apply("pointwise", expression, "u", nil, ""), q.Run(1)); err != nil {
		t.Fatalf("%.200v", err)
	}
	return p.sweeps[0].Program.Variants[0].Unit
}

// A number that changes from call to call is no new program.
func TestNumbersOfAProgram(t *testing.T) {
	known := func(string) error { return nil }
	e, err := readExpression("u + 2*dt", []string{"dt"}, known)
	if err != nil {
		t.Fatal(err)
	}
	one, err := programOf(e, strides{}, 1)
	if err != nil || one[0] != words(1, 1, 0, 1) {
		t.Errorf("%v, %v", one, err)
	}
	zeros := &program{}
	if zeros.constant(0) == zeros.constant(math.Copysign(0, -1)) {
		t.Error("0 and -0 share a place")
	}
	s, _ := onPaper(t)
	s.about.Compiles = false
	if err := s.fields.Create("u", []int{4, 4, 4}, 1, "double", 1); err != nil {
		t.Fatal(err)
	}
	for step := range 3 {
		q := s.NewSequence("own")
		if err := first(q.Apply("pointwise", "u + dt", "u", []float64{float64(step)}, "names=dt"), q.Run(1)); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.programs) != 1 {
		t.Errorf("%d programs of one expression", len(s.programs))
	}
}

// Programs that no sequence uses do not gather without end; one that a sequence uses stays.
func TestEverNewExpressions(t *testing.T) {
	s, _ := onPaper(t)
	s.about.Compiles = false
	if err := s.fields.Create("u", []int{4, 4, 4}, 1, "double", 1); err != nil {
		t.Fatal(err)
	}
	held := s.NewSequence("held")
	if err := first(held.Apply("pointwise", "u + 0.5", "u", nil, ""), held.Run(1)); err != nil {
		t.Fatal(err)
	}
	for step := range 3 * mostIdle {
		q := s.NewSequence("own")
		if err := first(q.Apply("pointwise", fmt.Sprintf("u + %d", step), "u", nil, ""), q.Run(1)); err != nil {
			t.Fatal(err)
		}
		q.Close()
		if len(s.programs) > mostIdle+1 {
			t.Fatalf("%d programs after %d texts", len(s.programs), step+1)
		}
	}
	program := held.requests[0].program
	if program.users != 1 || !slices.Contains(slices.Collect(maps.Values(s.programs)), program) {
		t.Error("the program of a sequence that may run again was given back")
	}
	held.Close()
	if program.users != 0 || held.Run(1) != nil {
		t.Error("a closed sequence has nothing to run, and holds nothing")
	}
}

// A pass over all planes has no second round: where a launch has too few blocks it is no candidate.
func TestFusedColoursCoverTheField(t *testing.T) {
	s, _ := onPaper(t)
	for _, shape := range [][]int{{2, 2, 8388608}, {2, 8388608, 2}} {
		if err := first(s.fields.Create("u", shape, 1, "double", 1), s.fields.Create("f", shape, 1, "double", 1)); err != nil {
			t.Fatal(err)
		}
		names, err := s.VariantNames("gauss_seidel", "f", "u", []float64{1, 1, 1}, "")
		if err != nil || len(names) == 0 || strings.Contains(strings.Join(names, " "), "fused") {
			t.Errorf("%v: %v, %v", shape, names, err)
		}
		_ = first(s.fields.Destroy("u"), s.fields.Destroy("f"))
	}
}
