package stencils

import (
	"testing"

	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
)

// withNumbers is a list of expressions on a paper device, each with its own value of the number a.
func withNumbers(t *testing.T, values ...float64) (*paper, *Sequence) {
	t.Helper()
	d := &paper{}
	s, err := New(d, kernels.ISAs()[0], "first", silent{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"u", "v"} {
		if err := s.fields.Create(name, []int{20, 20, 20}, 1, "double", 1); err != nil {
			t.Fatal(err)
		}
	}
	q := s.NewSequence("step")
	for _, value := range values {
		if err := q.Apply("pointwise", "a*u", "v", []float64{value}, "names=a"); err != nil {
			t.Fatal(err)
		}
	}
	return d, q
}

// A number that an entry computes reaches an operator that has run with a given one.
func TestAnOperatorThatRanTakesTheNumberThatIsComputed(t *testing.T) {
	d, q := withNumbers(t, 2)
	if err := q.Run(1); err != nil {
		t.Fatal(err)
	}
	if err := q.Reduce("max", "u", "a"); err != nil {
		t.Fatal(err)
	}
	d.sweeps = nil
	if err := q.Run(1); err != nil {
		t.Fatal(err)
	}
	if w := d.sweeps[0]; w.Fields[1].Name != "v" || w.Cells == nil {
		t.Errorf("the kernel that writes %s takes no numbers that the device computes", w.Fields[1].Name)
	}
}

// An entry that is refused computes nothing: its number stays one that is given.
func TestARefusedEntryComputesNoNumber(t *testing.T) {
	_, q := withNumbers(t, 2, 1)
	if err := q.Reduce("max", "u", "a"); status.CodeOf(err) != status.Argument {
		t.Fatalf("two values of one number: %v", err)
	}
	if _, err := q.Get("a"); status.CodeOf(err) != status.UnknownName {
		t.Errorf("get of a number that no entry computes: %v", err)
	}
	if err := q.Set("a", 5); err != nil || q.requests[0].numbers[0] != 5 || q.requests[1].numbers[0] != 5 {
		t.Errorf("set: %v, the operators have %v and %v", err, q.requests[0].numbers, q.requests[1].numbers)
	}
}
