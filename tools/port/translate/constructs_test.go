package translate

import (
	"strings"
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

// An expression or a subscript that ASSOCIATE names keeps its value while a procedure changes what it depends on, which the text written out does not.
func TestSelectorsThatProceduresChange(t *testing.T) {
	for body, want := range map[string]string{
		"associate (t => acc*2)\n call add(x(1))\n y = t\n end associate":                    "within which add changes acc",
		"associate (t => x(at))\n call through(x(1))\n y = t\n end associate":                "within which through changes acc",
		"associate (t => c + 1)\n call common(x(1))\n y = t\n end associate":                 "within which common changes c",
		"associate (t => bump())\n y = t\n y = y + t\n end associate":                        "within which bump changes acc",
		"associate (t => bump1(1))\n y = t\n y = y + t\n end associate":                      "within which bump1 changes acc",
		"associate (t => acc*2)\n if (bump() > 0) y = t\n end associate":                     "within which bump changes acc",
		"associate (t => acc*2)\n call inner\n y = t\n end associate":                        "",
		"associate (t => x(k))\n call inner\n y = t\n end associate":                         "within which inner changes k",
		"associate (t => x(k))\n y = 1 + 2*take(k)\n y = y + t\n end associate":              "depends on k, which may change",
		"associate (t => x(k))\n if (take(k) > 0) y = t\n end associate":                     "depends on k, which may change",
		"associate (t => e + 1)\n f = 2\n y = t\n end associate":                             "depends on e, which EQUIVALENCE",
		"associate (t => acc*2)\n y = t*pure1(x(1)) + x(2)\n call double(y)\n end associate": "",
		"associate (t => acc)\n call add(x(1))\n y = t\n end associate":                      "the module variable acc is written",
		"associate (t => pure1(x(1)))\n y = t\n end associate":                               "",
	} {
		w, _ := world(t, `module m
real(8) :: acc = 1
integer :: at = 1
contains
subroutine s(x, y)
real(8), intent(in) :: x(3)
real(8), intent(out) :: y
integer :: k
real(8) :: c, e, f
common /cc/ c
equivalence (e, f)
k = 1
e = 1
`+body+`
contains
subroutine inner
k = k + 1
end subroutine
end subroutine
subroutine add(x)
real(8), intent(in) :: x
acc = acc + x
end subroutine
subroutine through(x)
real(8), intent(in) :: x
call add(x)
end subroutine
subroutine common(x)
real(8), intent(in) :: x
real(8) :: c
common /cc/ c
c = x
end subroutine
real(8) function bump()
acc = acc + 1
bump = acc
end function
real(8) function bump1(i)
integer, intent(in) :: i
acc = acc + i
bump1 = acc
end function
integer function take(j)
integer, intent(inout) :: j
j = j + 1
take = j
end function
real(8) function pure1(x)
real(8), intent(in) :: x
pure1 = 2*x
end function
subroutine double(x)
real(8), intent(inout) :: x
x = 2*x
end subroutine
end module
`)
		for _, p := range w.Procedures {
			if p.Name == "s" && (want == "" && p.Fault != nil || want != "" && (p.Fault == nil || !strings.Contains(p.Fault.Reason, want))) {
				t.Errorf("%s: %v, expected %q", body, p.Fault, want)
			}
		}
	}
}
