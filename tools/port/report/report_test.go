package report

import (
	"strings"
	"testing"

	"drawbridge/tools/port/check"
	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

func summary(t *testing.T) Summary {
	t.Helper()
	f, err := source.Parse("a.f90", "real(8) function f(x)\nreal(8), intent(in) :: x\nf = max(x, 1d0)\nif (x > 3) f = 3\nend\nsubroutine s\nstop\nend\n")
	if err != nil {
		t.Fatal(err)
	}
	w := tree.Resolve([]*source.File{f})
	return Summary{Procedures: w.Procedures, Routines: translate.All(w)}
}

func TestTheReportNamesWhatIsRefused(t *testing.T) {
	s := summary(t)
	if short := s.Short(); short != "1 of 2 routines translated\nrefused: s\n  a.f90:7: STOP\n  write instead: return a status argument, and stop in the caller\n" {
		t.Error(short)
	}
	for _, want := range []string{"| `s` | a.f90:7 | STOP |", "| `f` | `p_f` | max with a NaN is open in Fortran", "    kernel p_f; in x:real(8); result :real(8)"} {
		if !strings.Contains(s.Page(), want) {
			t.Errorf("the page lacks %s:\n%s", want, s.Page())
		}
	}
}

func TestTheReportNamesTheWorst(t *testing.T) {
	s := summary(t)
	s.Results = []check.Result{{Routine: "f", Points: 10, Values: 20, Different: 2, Worst: map[string]check.Apart{"the result": {ULP: 3, Trial: 7}}, Branches: [][2]int{{4, 0}}, Lines: []int{4}}}
	if different, failed := s.Wrong(); different != 1 || failed != 0 {
		t.Error(different, failed)
	}
	for _, want := range []string{"18 of 20 values are equal bit for bit", "f: 2 of 20 values differ; worst: the result 3 ULP at point 7", "routines that differ: 1"} {
		if !strings.Contains(s.Short(), want) {
			t.Errorf("%s\nlacks %s", s.Short(), want)
		}
	}
	if want := "1 of 2, not both in line 4"; !strings.Contains(s.Page(), want) {
		t.Error(s.Page())
	}
	s.Routines[0].Unsettled = []string{"the where in line 3"}
	for _, text := range []string{s.Short(), s.Page()} {
		if want := "3 ULP at point 7; this need not be an error of the translation: the where in line 3"; !strings.Contains(text, want) {
			t.Errorf("%s\nlacks %s", text, want)
		}
	}
	s.Results = []check.Result{{Routine: "f", Points: 10, Values: 20, GPU: check.Scaled{Points: 160, Values: 320, Beyond: 1, Worst: 2000, Where: "the result", Outputs: map[string]float64{"x": 3, "the result": 2000}}}}
	if different, _ := s.Wrong(); different != 1 {
		t.Error("a value beyond its bound on the GPU is not wrong")
	}
	for _, want := range []string{"1 of 1 routines on the GPU: 319 of 320 values are within bounds", "f: on the GPU, 1 of 320 values are beyond their bounds; worst: the result, 2e+03 units"} {
		if !strings.Contains(s.Short(), want) {
			t.Errorf("%s\nlacks %s", s.Short(), want)
		}
	}
	if want := "| `f` | 160 | 320 | 1 | the result 2e+03, x 3 |  |"; !strings.Contains(s.Page(), want) {
		t.Errorf("%s\nlacks %s", s.Page(), want)
	}
	s.Results = []check.Result{{Routine: "f", Trouble: "no end after 1m0s"}}
	if different, failed := s.Wrong(); different != 0 || failed != 1 || !strings.Contains(s.Short(), "f: not compared: no end after 1m0s") {
		t.Error(s.Short())
	}
	s.Results = []check.Result{{Routine: "f", Reasons: map[string]int{"an index out of bounds": 9}}}
	if !strings.Contains(s.Short(), "no point lies in its domain (an index out of bounds: 9); give --range") {
		t.Error(s.Short())
	}
}
