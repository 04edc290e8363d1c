package stencils

import (
	"slices"
	"testing"
)

// TestContestFindsTheFastest gives times for each n and expects which one is taken, and which were tried.
func TestContestFindsTheFastest(t *testing.T) {
	for _, c := range []struct {
		seconds []float64 // of 1, 2, ... runs with one exchange
		best    int
		tried   []int
	}{
		{[]float64{3, 2}, 2, []int{2}},
		{[]float64{2, 3}, 1, []int{2}},
		{[]float64{9, 8, 7, 6, 5}, 5, []int{2, 3, 4, 5}},
		{[]float64{9, 8, 8, 7, 8, 9, 1}, 4, []int{2, 3, 4, 5, 6}}, // two lost one after the other
		{[]float64{5, 6, 4, 6, 6}, 3, []int{2, 3, 4, 5}},
		{[]float64{5, 5, 5, 5}, 1, []int{2, 3}}, // as fast is not faster
	} {
		x := &contest{best: 1, rival: 2, most: len(c.seconds)}
		var tried []int
		for x.rival > 0 {
			tried = append(tried, x.rival)
			x.settle(c.seconds[x.best-1], c.seconds[x.rival-1])
		}
		if x.best != c.best || !slices.Equal(tried, c.tried) {
			t.Errorf("times %v: %d is taken after %v, expected %d after %v", c.seconds, x.best, tried, c.best, c.tried)
		}
	}
}

func TestTurnsAreWholePeriods(t *testing.T) {
	for _, c := range [][3]int{{1, 2, 2}, {2, 3, 6}, {2, 4, 4}, {4, 6, 12}, {7, 8, 56}} {
		if x := (&contest{best: c[0], rival: c[1]}); x.turn() != c[2] {
			t.Errorf("%d against %d: a turn of %d runs, expected %d", c[0], c[1], x.turn(), c[2])
		}
	}
}
