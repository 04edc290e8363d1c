package translate

import (
	"fmt"
	"strings"
	"testing"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/tree"
)

// of translates a text of free form.
func of(t *testing.T, text string) ([]*Routine, *tree.Program) {
	t.Helper()
	f, err := source.Parse("large.f90", text)
	if err != nil {
		t.Fatal(err)
	}
	world := tree.Resolve([]*source.File{f})
	return All(world), world
}

// Elements that int cannot count are counted in long, and no local array is larger than a stack.
func TestLargeArrays(t *testing.T) {
	list, world := of(t, "subroutine s(w, y)\nreal(8), intent(in) :: w(65536,65536)\nreal(8), intent(out) :: y\ny = w(3,65000)\nend\n"+
		"subroutine l(y)\nreal(8), intent(out) :: y\nreal(8) :: w(65536,65536)\nw(1,1) = 1\ny = w(1,1)\nend\n")
	if len(list) != 1 || !strings.Contains(list[0].Text, "65536L*F_I(65000") || !strings.Contains(list[0].Sizes, "4294967296L") {
		t.Errorf("%+v", list)
	}
	if fault := world.Procedures[1].Fault; fault == nil || fault.Reason != "the local array w of 4294967296 values" {
		t.Error(fault)
	}
}

// A text of half a million terms, and a chain of calls, are read in a time that grows with their length; an expression that is too
// deep is refused by name.
func TestLongTexts(t *testing.T) {
	head := "subroutine s(x, y)\nreal(8), intent(in) :: x\nreal(8), intent(out) :: y\ny = x"
	for terms, want := range map[int]string{900: "", 500000: "an expression of more than 1000 terms"} {
		_, world := of(t, head+strings.Repeat(" + &\n x", terms)+"\nend\n")
		if fault := world.Procedures[0].Fault; (fault == nil) != (want == "") || fault != nil && fault.Reason != want {
			t.Errorf("%d terms: %v", terms, fault)
		}
	}
	const length = 5000
	var b strings.Builder
	for i := range length {
		fmt.Fprintf(&b, "subroutine c%d(x)\nreal(8) x\n", i)
		if i < length-1 {
			fmt.Fprintf(&b, "call c%d(x)\n", i+1)
		} else {
			b.WriteString("x = x + 1\n")
		}
		b.WriteString("end\n")
	}
	list, world := of(t, b.String())
	if len(list) != length || !world.Procedures[0].Writes(0) {
		t.Errorf("%d of %d translated", len(list), length)
	}
	_, world = of(t, "subroutine a(x)\nreal(8) x\ncall b(x)\nend\nsubroutine b(x)\nreal(8) x\ncall a(x)\nend\nsubroutine c(x)\nreal(8) x\ncall a(x)\nend\n")
	for _, p := range world.Procedures {
		if p.Fault == nil || p.Name != "c" && p.Fault.Reason != "recursion" {
			t.Errorf("%s: %v", p.Name, p.Fault)
		}
	}
}
