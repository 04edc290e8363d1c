package syntax

import (
	"strings"
	"testing"

	"drawbridge/tools/port/source"
)

// expression reads an expression that stands alone.
func expression(text string) (e *Expr, bad *Trouble) {
	tokens, bad := Tokens(text)
	if bad != nil {
		return nil, bad
	}
	bad = Try(func() {
		p := &parser{tokens: tokens}
		e = p.expr(0)
		p.end()
	})
	return e, bad
}

func TestOperatorsBindAsInFortran(t *testing.T) {
	for text, want := range map[string]string{
		"a+b*c":             "{a+{b*c}}",
		"a-b-c":             "{{a-b}-c}",
		"a**b**c":           "{a**{b**c}}",
		"-a**2":             "-{a**2}",
		"-a*b":              "-{a*b}",
		"-a+b":              "{-a+b}",
		"a/b*c":             "{{a/b}*c}",
		".not. a .and. b":   "{.not.a.and.b}",
		"a.or.b.and.c":      "{a.or.{b.and.c}}",
		"a.eq.1.and.b<2.":   "{{a==1}.and.{b<2.}}",
		"1.e5+1.d-3_8":      "",
		"a.eqv.b.or.c":      "{a.eqv.{b.or.c}}",
		"f(a, b=2)%x(:, 1)": "f(a,b=2)%x(::,1)",
		"(/1, 2/)":          "[1,2]",
		"[(i*2, i=1, 3)]":   "[(i=1,3,,{i*2})]",
		"x(1:n:2)":          "x(1:n:2)",
		"a**(-b)":           "{a**(-b)}",
		"1.0_wp":            "1.0_wp",
	} {
		e, bad := expression(text)
		if want == "" {
			continue
		}
		if bad != nil || e.String() != want {
			t.Errorf("%s: %v %v, expected %s", text, e, bad, want)
		}
	}
	if e, bad := expression("(1.0, 2.0)"); bad != nil || e.Kind != Complex { // refused where it is used
		t.Error(e, bad)
	}
	for _, text := range []string{"a+", "a**-b", "a*-b", "(a", "a b", "a .foo. b", "(1.0, 2.0", "", "--a", strings.Repeat("(", 600) + "a" + strings.Repeat(")", 600),
		"a" + strings.Repeat("+a", 500000), "a" + strings.Repeat("%b", 500000), "[" + strings.Repeat("(", 100000), "a" + strings.Repeat("**a", 100000)} {
		if e, bad := expression(text); bad == nil {
			t.Errorf("%.100s is read as %.100s", text, e)
		}
	}
}

// units reads a text of free form.
func units(t *testing.T, text string) []*Unit {
	t.Helper()
	f, err := source.Parse("a.f90", text)
	if err != nil {
		t.Fatal(err)
	}
	return Units(f)
}

func TestUnitsAndBlocks(t *testing.T) {
	list := units(t, `module m
  implicit none
contains
  pure real(8) function f(x) result(y)
    real(8), intent(in) :: x
    integer i
    y = x
    do 10 i = 1, 3
      if (x > 1) then
        y = y + 1
      else if (x < 0) then
        y = y - 1
      else
        y = 0
      end if
10  continue
  end function f
end module
subroutine s
end
`)
	if len(list) != 2 || list[0].Name != "m" || len(list[0].Contains) != 1 || list[1].Name != "s" {
		t.Fatalf("%+v", list)
	}
	f := list[0].Contains[0]
	if f.Name != "f" || f.Result != "y" || !f.Has("pure") || f.Type == nil || len(f.Bad) > 0 || len(f.Body) != 2 {
		t.Fatalf("%+v", f)
	}
	loop := f.Body[1]
	if loop.Action != Do || len(loop.Blocks[0].Body) != 2 || len(loop.Blocks[0].Body[0].Blocks) != 3 || loop.Blocks[0].Body[1].Label != "10" {
		t.Errorf("%+v", loop)
	}
}

func TestWhatIsNotReadIsKept(t *testing.T) {
	for text, want := range map[string]string{
		"subroutine s\nwrite (*, *) 1\nend":                "I/O (write)",
		"subroutine s\nif (.true.) stop\nend":              "STOP",
		"subroutine s\nif (a) then\nend":                   "a construct without its end",
		"subroutine s\nend do\nend":                        "end do without its beginning",
		"subroutine s\nx == 1\nend":                        "the statement \"x\"",
		"subroutine s\ndo concurrent (i=1:3)\nend do\nend": "DO CONCURRENT",
		"subroutine s(*)\nend":                             "an alternate return",
		"subroutine s\nx = 1":                              "a unit without its end",
	} {
		found := ""
		for _, u := range units(t, text) {
			for _, f := range u.Bad {
				found += f.Reason + "|"
			}
			var look func(list []*Stmt)
			look = func(list []*Stmt) {
				for _, s := range list {
					if s.Bad != nil {
						found += s.Bad.Reason + "|"
					}
					for _, b := range s.Blocks {
						look(b.Body)
					}
				}
			}
			look(u.Body)
		}
		if !strings.Contains(found, want) {
			t.Errorf("%q: %q, expected %q", text, found, want)
		}
	}
}
