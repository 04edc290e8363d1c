package frame

import (
	"slices"
	"testing"
)

func TestStripesRiseAndFall(t *testing.T) {
	if got, want := graded(120, 4, 40), []int{4, 8, 16, 32, 32, 16, 8, 4}; !slices.Equal(got, want) {
		t.Errorf("%v, %v expected", got, want)
	}
	for total := range 200 {
		for most := 1; most < 60; most++ {
			for first := 1; first <= most; first++ {
				sum := 0
				for _, size := range graded(total, first, most) {
					if sum += size; size < 1 || size > most {
						t.Fatalf("%d points, stripes from %d to %d: one of %d", total, first, most, size)
					}
				}
				if sum != total {
					t.Fatalf("%d points, stripes from %d to %d: %d points", total, first, most, sum)
				}
			}
		}
	}
}
