package compare

import (
	"fmt"
	"math"
	"testing"
)

// The pieces of any region cover each element once, in storage order, and stay small.
func TestPiecesCover(t *testing.T) {
	for _, shape := range [][]int{{}, {1}, {17}, {4, 5}, {3, 4, 5}, {2, 3, 4, 5}, {100, 1, 1}, {1, 1, 100}} {
		for _, most := range []int{1, 3, 7, 20, 1000} {
			for _, chunk := range [][]int{nil, []int{2, 2, 2, 2}[:len(shape)]} {
				for halo := range 2 {
					r := whole(shape, halo)
					next := int64(0)
					for _, p := range r.pieces(most, chunk) {
						if first := fmt.Sprint(r.index(next)); first != fmt.Sprint(p.start) {
							t.Fatalf("%v by %d, chunk %v: a piece begins at %v, expected %s", shape, most, chunk, p.start, first)
						}
						if p.elements() > max(most, 2) && chunk == nil {
							t.Errorf("%v: a piece of %d, expected at most %d", shape, p.elements(), most)
						}
						next += int64(p.elements())
					}
					if next != int64(r.elements()) {
						t.Errorf("%v by %d, chunk %v: %d elements of %d", shape, most, chunk, next, r.elements())
					}
				}
			}
		}
	}
	if p := whole([]int{3, 0}, 0).pieces(5, nil); p != nil {
		t.Errorf("an empty dataset has pieces %v", p)
	}
}

func TestULP(t *testing.T) {
	j := &judge{}
	for _, c := range []struct {
		a, b float64
		want uint64
	}{{1, 1, 0}, {1, math.Nextafter(1, 2), 1}, {0, math.Copysign(0, -1), 0}, {0, 5e-324, 1}, {-5e-324, 5e-324, 2}, {-1, -2, 1 << 52}} {
		if got := j.distance(c.a, c.b, math.Abs(c.b-c.a)); got != c.want {
			t.Errorf("%g to %g: %d, expected %d", c.a, c.b, got, c.want)
		}
	}
	j.narrow = true
	if got := j.distance(1, float64(math.Nextafter32(1, 2)), 1e-7); got != 1 {
		t.Errorf("float32: %d", got)
	}
}

func TestFigureAsJSON(t *testing.T) {
	for f, want := range map[Figure]string{1.5: "1.5", Figure(math.Inf(1)): `"inf"`, Figure(math.Inf(-1)): `"-inf"`} {
		if got, _ := f.MarshalJSON(); string(got) != want {
			t.Errorf("%g is %s, expected %s", float64(f), got, want)
		}
	}
}
