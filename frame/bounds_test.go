package frame

import (
	"strings"
	"testing"

	"drawbridge/views"
)

// Each wrong order is told once, whatever was told before; without a Frame the environment may silence it.
func TestBoundsInTheWrongOrderAreTold(t *testing.T) {
	told := func() (n int) {
		for text := range warned {
			if strings.HasPrefix(text, "plan of bounds test") {
				n++
			}
		}
		return n
	}
	array := func(n int) views.HostArray {
		return views.HostArray{Shape: [4]int{n, n, n, 1}, Interior: [6]int{2, 2, 2, n - 1, n - 1, n - 1}, Var: 1, Width: 1}
	}
	if array(10).Misread() == "" {
		t.Fatal("the bounds of this test are no wrong order")
	}
	t.Setenv("DRAWBRIDGE_LOG", "off")
	mindBounds("plan of bounds test", array(10).Misread())
	if told() != 0 {
		t.Error("DRAWBRIDGE_LOG=off was not heard")
	}
	t.Setenv("DRAWBRIDGE_LOG", "")
	for _, n := range []int{10, 10, 20} {
		mindBounds("plan of bounds test", array(n).Misread())
	}
	if told() != 2 {
		t.Errorf("%d warnings of two arrays", told())
	}
}
