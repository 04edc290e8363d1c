package views

import (
	"strings"
	"testing"
)

func TestBoundsInTheWrongOrderAreNoticed(t *testing.T) {
	for _, c := range []struct {
		shape [3]int
		given [6]int
		want  string
	}{
		{[3]int{28, 28, 28}, [6]int{5, 5, 5, 24, 24, 24}, "x 5..24, y 5..24, z 5..24 (8000 points)"},
		{[3]int{20, 20, 20}, [6]int{1, 1, 1, 20, 20, 20}, "8000 points"},
		{[3]int{28, 38, 48}, [6]int{5, 5, 5, 24, 34, 44}, "give [5,24, 5,34, 5,44]"},
		{[3]int{27, 27, 27}, [6]int{5, 5, 5, 24, 24, 24}, "8000 points"}, // three layers behind
		{[3]int{64, 64, 64}, [6]int{9, 9, 9, 16, 16, 16}, "512 points"},  // a block of a larger array
	} {
		if got := Misread(c.shape, c.given); !strings.Contains(got, c.want) {
			t.Errorf("%v in %v: %q, expected %q in it", c.given, c.shape, got, c.want)
		}
	}
}

func TestARefusalSaysWhatToGive(t *testing.T) {
	a := HostArray{Address: 8, Shape: [4]int{28, 28, 1, 1}, Interior: [6]int{5, 5, 1, 24, 24, 1}, Var: 1, Width: 1}
	if err := a.Check("array"); err == nil || !strings.Contains(err.Error(), "give [5,24, 5,24, 1,1]") {
		t.Errorf("%v", err)
	}
	if Hint([3]int{28, 28, 1}, [6]int{5, 29, 5, 24, 1, 1}) != "" {
		t.Error("a hint where neither order is valid")
	}
}

// Interiors, planes of one cell at each place, pencils and points, and blocks of every size: nothing is said, but of the one
// pencil along each block that has the same six numbers as the block.
func TestBoundsInTheRightOrderAreNot(t *testing.T) {
	calls, said := 0, 0
	for _, shape := range [][3]int{{28, 28, 28}, {10, 10, 10}, {28, 38, 18}, {28, 28, 1}, {28, 1, 1}, {1, 1, 1}, {7, 7, 20}} {
		for halo := range 5 {
			for axis := range 3 {
				for first := 1; first <= shape[axis]; first++ {
					for last := first; last <= shape[axis]; last++ {
						b, valid := interior(shape, halo)
						b[2*axis], b[2*axis+1] = first, last
						if !valid {
							continue
						}
						calls++
						if words := Misread(shape, b); words != "" {
							t.Errorf("%v of %v: %s", b, shape, words)
						}
					}
				}
			}
		}
	}
	shape := [3]int{12, 12, 12}
	for x := 1; x <= 12; x++ {
		for z := 1; z <= 12; z++ {
			for y := 1; y <= 12; y++ {
				for end := y; end <= 12; end++ {
					calls++
					if Misread(shape, [6]int{x, x, y, end, z, z}) != "" {
						said++
						if x != y || z != end {
							t.Errorf("a pencil y %d..%d at x %d, z %d", y, end, x, z)
						}
					}
				}
			}
		}
	}
	if calls < 10000 || said == 0 || said > 100 {
		t.Errorf("%d calls, %d of them remarked on", calls, said)
	}
}

func interior(shape [3]int, halo int) (b [6]int, valid bool) {
	for i, n := range shape {
		layers := halo
		if n == 1 {
			layers = 0
		}
		b[2*i], b[2*i+1] = 1+layers, n-layers
		if b[2*i] > b[2*i+1] {
			return b, false
		}
	}
	return b, true
}
