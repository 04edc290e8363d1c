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
		if got := misread(c.shape, c.given); !strings.Contains(got, c.want) {
			t.Errorf("%v in %v: %q, expected %q in it", c.given, c.shape, got, c.want)
		}
	}
}

func TestARefusalSaysWhatToGive(t *testing.T) {
	a := HostArray{Address: 8, Shape: [4]int{28, 28, 1, 1}, Interior: [6]int{5, 5, 1, 24, 24, 1}, Var: 1, Width: 1}
	if err := a.Check("array"); err == nil || !strings.Contains(err.Error(), "give [5,24, 5,24, 1,1]") {
		t.Errorf("%v", err)
	}
	if (HostArray{Shape: [4]int{28, 28, 1, 1}, Interior: [6]int{5, 29, 5, 24, 1, 1}}).Hint() != "" {
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
						if words := misread(shape, b); words != "" {
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
					if misread(shape, [6]int{x, x, y, end, z, z}) != "" {
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

func misread(shape [3]int, given [6]int) string {
	return HostArray{Shape: [4]int{shape[0], shape[1], shape[2], 1}, Interior: given}.Misread()
}

// What was counted from declared bounds is told in them.
func TestDeclaredBoundsAreTold(t *testing.T) {
	a := HostArray{Address: 8, Shape: [4]int{28, 28, 28, 1}, Interior: [6]int{5, 5, 5, 24, 24, 24}, Shift: [3]int{-4, -4, -4}, Var: 1, Width: 1}
	if words := a.Misread(); !strings.Contains(words, "interior = [1,1, 1,20, 20,20]") || !strings.Contains(words, "give [1,20, 1,20, 1,20]") {
		t.Error(words)
	}
	a.Interior[5] = 29
	if err := a.Check("array"); err == nil || !strings.Contains(err.Error(), "z 20..25 is not within the declared bounds -3..24") {
		t.Error(err)
	}
	if i := (HostArray{Shape: a.Shape, Interior: [6]int{5, 24, 5, 24, 5, 24}, Shift: [3]int{-4, -3, 7}}).Indices(1); i != [3]int{1, 2, 12} {
		t.Error(i)
	}
	b := HostArray{Shape: [4]int{10, 20, 30, 1}, Shift: [3]int{-1, 4, 9}} // 0:9, 5:24, 10:39; its first point and last
	b.Interior = shifted([6]int{1, 6, 11, 8, 23, 38}, [3]int{1, -4, -9})
	if words := b.Misread(); words != "" {
		t.Errorf("an interior that is not valid: %s", words)
	}
	if hint := b.Hint(); !strings.Contains(hint, "give [1,8, 6,23, 11,38]") {
		t.Error(hint)
	}
}

func TestCorneredInteriorsAreNoticed(t *testing.T) {
	one := [3]int{1, 1, 1}
	for _, c := range []struct {
		shape [3]int
		given [6]int
		lower [3]int
		want  string // "": nothing is said
	}{
		{[3]int{28, 28, 28}, [6]int{1, 20, 1, 20, 1, 20}, [3]int{-3, -3, -3}, "declared -3:24, -3:24, -3:24: the run computes x -3..16, y -3..16, z -3..16"},
		{[3]int{28, 28, 28}, [6]int{1, 20, 1, 20, 1, 20}, one, "If the array is declared as -3:24, -3:24, -3:24, give create lbound=[-3,-3,-3]; if"},
		{[3]int{28, 26, 20}, [6]int{1, 20, 1, 20, 1, 20}, one, "-3:24, -2:23, 1:20"},
		{[3]int{28, 1, 1}, [6]int{1, 20, 1, 1, 1, 1}, one, "-3:24, 1:1, 1:1"},
		{[3]int{11, 12, 10}, [6]int{1, 10, 1, 10, 1, 10}, [3]int{0, 0, 1}, "x 1..10, y 1..10, z 1..10 is meant, give create lbound=[0,0,1]"},
		{[3]int{28, 28, 28}, [6]int{5, 24, 5, 24, 5, 24}, [3]int{-3, -3, -3}, ""}, // counted from 1, and meant so
		{[3]int{28, 28, 28}, [6]int{1, 28, 1, 28, 1, 28}, [3]int{-3, -3, -3}, ""}, // all of it
		{[3]int{28, 28, 28}, [6]int{1, 20, 1, 20, 1, 20}, [3]int{10, 10, 10}, ""}, // 1 is not within 10:37
		{[3]int{22, 20, 20}, [6]int{1, 20, 1, 20, 1, 20}, one, ""},                // padded along x
		{[3]int{21, 21, 21}, [6]int{1, 20, 1, 20, 1, 20}, one, ""},                // cells in an array of vertices
		{[3]int{64, 64, 64}, [6]int{1, 32, 1, 32, 1, 32}, one, ""},                // a block of a larger array
		{[3]int{28, 28, 28}, [6]int{1, 20, 1, 20, 5, 24}, one, ""},                // z has its halo
		{[3]int{28, 28, 28}, [6]int{4, 23, 4, 23, 4, 23}, one, "if it was counted from 0, as in C, give [5,24, 5,24, 5,24]"},
		{[3]int{28, 1, 18}, [6]int{4, 23, 1, 1, 4, 13}, one, "3 layers before and 5 behind along each axis. interior counts from 1; if it was counted from 0, as in C, give [5,24, 1,1, 5,14]"},
		{[3]int{28, 1, 1}, [6]int{4, 23, 1, 1, 1, 1}, one, ""},        // one axis
		{[3]int{28, 28, 28}, [6]int{4, 23, 4, 23, 5, 24}, one, ""},    // z has its halo
		{[3]int{28, 26, 28}, [6]int{4, 23, 3, 22, 4, 23}, one, ""},    // other halos
		{[3]int{24, 24, 24}, [6]int{3, 21, 3, 21, 3, 21}, one, ""},    // one layer more behind, as of vertices
		{[3]int{44, 44, 44}, [6]int{12, 31, 12, 31, 12, 31}, one, ""}, // thicker than halos are
	} {
		if got := Cornered(c.shape, c.given, c.lower, Order{}); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%v in %v from %v: %q, expected %q in it", c.given, c.shape, c.lower, got, c.want)
		}
	}
}

func TestCorneredBoundsHaveTheOrderOfTheArray(t *testing.T) {
	if got := Cornered([3]int{28, 26, 20}, [6]int{1, 20, 1, 20, 1, 20}, [3]int{1, 1, 1}, Order{3, 2, 1, 0}); !strings.Contains(got, "lbound=[1,-2,-3]") {
		t.Error(got)
	}
}

func TestCorneredCopiesAreNoticed(t *testing.T) {
	a := HostArray{Shape: [4]int{22, 22, 22, 1}, Interior: [6]int{1, 16, 1, 16, 1, 16}}
	if got := a.Cornered(); !strings.Contains(got, "declared as -2:19, -2:19, -2:19, give lbound=[-2,-2,-2]") {
		t.Error(got)
	}
	a.Interior = [6]int{3, 18, 3, 18, 3, 18}
	if got := a.Cornered(); !strings.Contains(got, "counted from 0, as in C, give [4,19, 4,19, 4,19]") {
		t.Error(got)
	}
	a.Interior = [6]int{4, 19, 4, 19, 4, 19}
	if got := a.Cornered(); got != "" {
		t.Error(got)
	}
}
