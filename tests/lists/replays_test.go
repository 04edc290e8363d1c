package lists

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drawbridge/stencils"
)

// replayed is a list of fills, operators, an expression, a reduction whose result is used, and a swap.
func replayed(t *testing.T, s *stencils.Stencils) *stencils.Sequence {
	t.Helper()
	for _, name := range []string{"a", "b", "c"} {
		if err := s.Fields().Create(name, []int{12, 10, 8}, 1, "double", 1); err != nil {
			t.Fatal(err)
		}
	}
	q := s.NewSequence("step")
	for _, err := range []error{
		q.Apply("fill", "", "a", nil, "kind=periodic faces=all"),
		q.Apply("laplacian", "a", "c", []float64{1, 1, 1}, ""),
		q.Apply("combine", "a b c", "b", []float64{2, -1, 0.1}, "names=x/y/dt"),
		q.Apply("reduce", "c", "size", nil, "norm_inf"),
		q.Apply("pointwise", "b/(1 + size)", "b", nil, ""),
		q.Apply("swap", "", "a b", nil, ""),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return q
}

// A list that is replayed makes no call of the driver but one launch of a graph for many runs, and one wait: it allocates, compiles and
// copies nothing. Numbers that were set are given to the launches, and nothing is recorded again.
func TestReplaysCallTheDriverOnce(t *testing.T) {
	if os.Getenv("DRAWBRIDGE_DEVICE") != "cuda" || !strings.Contains(theGPU(t).About().Description, "fake") {
		t.Skip("the fake driver counts calls: scripts/test.sh -R fake_driver_replays")
	}
	s, done := openWith(t, 1, onGPU, "first", false)
	defer done()
	q := replayed(t, s)
	defer q.Close()
	const times = 40
	for range 4 {
		if err := q.Run(times); err != nil {
			t.Fatal(err)
		}
	}
	trace := filepath.Join(t.TempDir(), "trace")
	calls := func(do func() error) (list []string) {
		t.Helper()
		t.Setenv("FAKE_CUDA_TRACE", trace)
		err := do()
		t.Setenv("FAKE_CUDA_TRACE", "")
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(trace)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		_ = os.Remove(trace)
		return slices.DeleteFunc(strings.Fields(string(text)), func(call string) bool { return strings.HasPrefix(call, "cuCtx") })
	}
	launch, wait := "cuGraphLaunch", "cuStreamSynchronize"
	expect := func(what string, got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: calls of the driver are %v, expected %v", what, got, want)
		}
	}
	expect("run", calls(func() error { return q.Run(times) }), launch, wait)
	expect("start", calls(func() error { return q.Start(times) }), launch)
	expect("start again", calls(func() error { return q.Start(times) }), launch)
	expect("settle", calls(s.Settle), wait)
	expect("set", calls(func() error { return q.Set("dt", 0.2) }))
	renewed := calls(func() error { return q.Run(times) })
	set := slices.Index(renewed, launch)
	if rest := slices.Compact(slices.Clone(renewed[:max(set, 0)])); set < times || !slices.Equal(rest, []string{"cuGraphExecKernelNodeSetParams"}) {
		t.Errorf("a run after set begins with %d calls, which are %v", set, rest)
	}
	expect("a run after set ends", renewed[max(set, 0):], launch, wait)
}
