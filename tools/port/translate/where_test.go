package translate

import (
	"testing"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/tree"
)

// A where that reads other elements of what it assigns is named: gfortran 12 reads some of them behind the assignment.
func TestAWhereThatReadsWhatItAssigns(t *testing.T) {
	for text, want := range map[string]int{
		"where (x > x(1)) x = x(1) + x(3)":                             1,
		"where (x > 1) x = x*2 + y(1)":                                 0,
		"where (y(1:4) > 1) x(2:5) = x(1:4)":                           1,
		"where (x > y)\ny = x\nelsewhere (y < y(2))\ny = 0\nend where": 1,
		"where (x > y)\nx = y\nelsewhere\ny = x\nend where":            0,
	} {
		f, err := source.Parse("a.f90", "subroutine s(x, y)\nreal(8), intent(inout) :: x(5), y(5)\n"+text+"\nend subroutine\n")
		if err != nil {
			t.Fatal(err)
		}
		list := All(tree.Resolve([]*source.File{f}))
		if len(list) != 1 || len(list[0].Unsettled) != want {
			t.Errorf("%s: %+v", text, list)
		}
	}
}
