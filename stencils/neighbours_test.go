package stencils

import (
	"strings"
	"testing"
)

// A field with more points than the one that is written is read at a neighbour, also where that lies in its interior: no kernel computes
// such an expression behind another one, and no load takes its points as aligned.
func TestNeighboursInTheInteriorOfALargerField(t *testing.T) {
	s, p := onPaper(t)
	for name, c := range map[string]struct{ shape, first []int }{"c": {[]int{6, 9}, []int{3, 1}}, "d": {[]int{6, 9}, []int{3, 1}}, "thin": {[]int{10, 1}, []int{1, 1}}} {
		if err := s.fields.CreateAt(name, c.shape, c.first, 1, "double", 1); err != nil {
			t.Fatal(err)
		}
	}
	q := s.NewSequence("list")
	if err := first(q.Apply("pointwise", "2*c", "c", nil, ""), q.Apply("pointwise", "c + thin[-1,0]", "d", nil, ""), q.Run(1)); err != nil {
		t.Fatal(err)
	}
	if len(p.sweeps) != 2 {
		t.Fatalf("%d launches, 2 expected", len(p.sweeps))
	}
	if text := p.sweeps[1].Program.Variants[0].Unit; !strings.Contains(text, "member int alone(int k) {\n        switch (k) { case 0: return 1; default: return 0; }") {
		t.Errorf("thin is read as if at the point alone:\n%s", text)
	}
}
