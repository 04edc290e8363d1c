package host

import "testing"

// Arrays whose elements of the same number lie in the same cache sets drive each other out.
func TestArraysBeginAtDifferentLines(t *testing.T) {
	const page, line, n = 4096, 64, 70000
	d := open(t, 1)
	seen := map[uintptr]bool{}
	for range page / line {
		m, values := allocate(t, d, n)
		begin := m.Address() % page
		if begin%line != 0 || seen[begin] {
			t.Errorf("an array begins at byte %d of a page; a line at which no other one begins is expected", begin)
		}
		seen[begin] = true
		for i := range values {
			if values[i] != 0 {
				t.Fatalf("element %d is %g, 0 expected", i, values[i])
			}
			values[i] = 1
		}
	}
}
