package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

const several = `module tab
 real(8) :: table(10), scale = 1
 real(8), pointer :: view(:)
contains
subroutine fill(n)
 integer, intent(in) :: n
 scale = n
 table = scale
end subroutine
subroutine look(i, x)
 integer, intent(in) :: i
 real(8), intent(out) :: x
 x = table(i)
end subroutine
subroutine low(x)
 real(8), intent(inout) :: x
 if (x < 0) then
  write (*, *) x
  x = transfer(1, x)
  if (x < -1) stop
 end if
 x = x + 1
end subroutine
subroutine mid(x)
 real(8), intent(inout) :: x
 call low(x)
end subroutine
subroutine high(x)
 real(8), intent(inout) :: x
 forall (i = 1:2) x = x + 1
 call mid(x)
end subroutine
subroutine seen(x)
 real(8), intent(inout) :: x
 x = view(1)
end subroutine
subroutine seen_too(x)
 real(8), intent(inout) :: x
 x = x*view(2)
 do concurrent (i = 1:2)
  x = x + 1
 end do
end subroutine
subroutine kinds(x)
 use no_file, only: wp
 real(wp), intent(inout) :: x
 x = x + 1
end subroutine
subroutine kinds_too(x)
 use no_file, only: wp
 real(wp), intent(inout) :: x
 if (allocated(x)) x = 1
 x = x + ichar(char(65))
end subroutine
end module
`

// followed are edits as the advice says, by the reason.
var followed = map[string][2]string{
	"I/O (write)": {"write (*, *) x", ""}, "STOP": {"stop", "return"}, "the intrinsic transfer": {"transfer(1, x)", "1"}, "FORALL": {"forall (i = 1:2) x", "do i = 1, 2; end do; x"},
	"the attribute pointer": {", pointer :: view(:)", " :: view(3)"}, "DO CONCURRENT": {"do concurrent (i = 1:2)", "do i = 1, 2"}, "the intrinsic allocated": {"if (allocated(x)) x = 1", ""},
	"wp": {"contains", "end module\nmodule no_file\ninteger, parameter :: wp = 8\nend module\nmodule other\nuse tab\ncontains"},
}

func worldOf(t *testing.T, text string) Summary {
	t.Helper()
	f, err := source.Parse("a.f90", text)
	if err != nil {
		t.Fatal(err)
	}
	w := tree.Resolve([]*source.File{f})
	return Summary{Procedures: w.Procedures, Routines: translate.All(w)}
}

// Each list of edits, followed, frees the routines that it names, and without one of them some stay refused.
func TestEditsFreeWhatTheySay(t *testing.T) {
	list := tree.Edits(worldOf(t, several).hard())
	sizes := map[int]int{}
	for _, x := range list {
		for left := range len(x.Edits) + 1 { // the last one: all are followed
			text := several
			for i, f := range x.Edits {
				key := f.Reason
				for name := range followed {
					if strings.Contains(f.Reason, name) {
						key = name
					}
				}
				if i != left && !strings.Contains(text, followed[key][0]) {
					t.Fatalf("%s is not in the text", f.Reason)
				}
				if i != left {
					text = strings.Replace(text, followed[key][0], followed[key][1], 1)
				}
			}
			free := true
			done := worldOf(t, text).Routines
			for _, p := range x.List {
				free = free && slices.ContainsFunc(done, func(r *translate.Routine) bool { return r.Procedure.Name == p.Name })
			}
			if free != (left == len(x.Edits)) {
				t.Errorf("%s %v: %v without %d", names(x.List), x.Edits, free, left)
			}
		}
		sizes[len(x.Edits)] = max(sizes[len(x.Edits)], len(x.List))
	}
	if len(list) != 3 || sizes[3] != 2 || sizes[2] != 2 {
		t.Errorf("%d lists: %v", len(list), sizes)
	}
}

// All reasons of a routine are given, and a subroutine that only fills what kernels read is no failure.
func TestAllReasonsAreGiven(t *testing.T) {
	s := worldOf(t, several)
	short := s.Short()
	for _, want := range []string{"refused: tab::low\n  a.f90:18: I/O (write)\n", "  a.f90:19: the intrinsic transfer\n", "  a.f90:20: STOP\n", "refused: tab::high\n  a.f90:30: FORALL\n", "the call of mid, which is refused: the call of low",
		"these 3 edits free 2 routines: tab::low, tab::mid\n", "stays Fortran: tab::fill\n  a.f90:7: it fills table, which tab::look reads: call it before the kernels run\n"} {
		if !strings.Contains(short, want) {
			t.Errorf("%s\nlacks %s", short, want)
		}
	}
	if stays := s.Stays(); len(stays) != 1 || stays[0].Name != "fill" {
		t.Error(stays)
	}
	if !strings.Contains(s.Page(), "## Which edits free which routines") || !strings.Contains(s.Page(), "| `tab::low` | a.f90:20 | STOP |") {
		t.Error(s.Page())
	}
}

// The edits of routines that call each other in 60 layers are found at once, and those of circles, too.
func TestEditsOfManyCalls(t *testing.T) {
	var b strings.Builder
	const layers = 60
	for i := range layers + 1 {
		for _, name := range []string{"s", "t"} {
			fmt.Fprintf(&b, "subroutine %s_%d(x)\nreal(8), intent(inout) :: x\n", name, i)
			if i < layers {
				fmt.Fprintf(&b, "call s_%d(x)\ncall t_%d(x)\n", i+1, i+1)
			} else {
				b.WriteString("write (*, *) x\n")
			}
			b.WriteString("end subroutine\n")
		}
	}
	b.WriteString("recursive subroutine ring(x)\nreal(8) x\ncall back(x)\nend\nrecursive subroutine back(x)\nreal(8) x\nif (x > 0) call ring(x)\nstop\nend\n")
	s := worldOf(t, b.String())
	list := tree.Edits(s.hard())
	if len(list) == 0 || len(list[0].Edits) != 2 || len(list[0].List) != 2*layers+2 {
		t.Errorf("%d lists; the first frees %s", len(list), EditLines(list, 1))
	}
	if !slices.ContainsFunc(list, func(x tree.Freed) bool { return names(x.List) == "back, ring" || names(x.List) == "ring, back" }) {
		t.Error(EditLines(list, 9))
	}
}

// Of a routine that has more reasons than are kept, nothing is said.
func TestEditsOfManyReasons(t *testing.T) {
	var b strings.Builder
	for i := range 55 {
		fmt.Fprintf(&b, "subroutine p_%d(x)\nuse no_file, only: wp\nreal(wp), intent(inout) :: x\nx = x + 1\nend subroutine\n", i)
	}
	b.WriteString("subroutine calls(x)\nreal(8), intent(inout) :: x\n")
	for i := range 55 {
		fmt.Fprintf(&b, "call p_%d(x)\n", i)
	}
	b.WriteString("write (*, *) x\nend subroutine\nsubroutine reads(x)\nuse no_file\nreal(8), intent(inout) :: x\n")
	for i := range 55 {
		fmt.Fprintf(&b, "call q_%d(x)\n", i)
	}
	b.WriteString("stop\nend subroutine\n")
	found := false
	for _, x := range tree.Edits(worldOf(t, b.String()).hard()) {
		for _, p := range x.List {
			if p.Name == "calls" && len(x.Edits) < 2 || p.Name == "reads" {
				t.Errorf("%v free %s", x.Edits, p.Name)
			}
		}
		found = found || len(x.List) >= 55
	}
	if !found {
		t.Error("no edit frees the others")
	}
}

// What is called for each point does not count as a subroutine that only fills tables.
func TestWhatOnlyFillsTables(t *testing.T) {
	const head = "module m\nreal(8) :: tab(9), scale, tloc\ninteger :: count\ntype gas\nreal(8) :: t\nend type\ncontains\nreal(8) function rate(i)\ninteger, intent(in) :: i\nrate = exp(-1/tloc)*tab(i)*scale\nend function\n" +
		"subroutine made(n, a)\ninteger, intent(in) :: n\nreal(8), intent(out) :: a(9)\na = n\nend subroutine\nreal(8) function seen()\nseen = tab(1)\nend function\n"
	for text, only := range map[string]bool{
		"subroutine f(n)\ninteger, intent(in) :: n\nscale = n\ntab = scale\nend":                                                                     true,
		"subroutine f(n, c)\ninteger, intent(in) :: n\nreal(8), intent(in) :: c(n)\ntab(1) = c(1)\ndo i = 2, 9\ntab(i) = tab(i-1)*c(1)\nend do\nend": true,
		"subroutine f()\nif (count == 0) then\ntab = 1\ntab(2) = tab(1)\nend if\nend":                                                                true,
		"subroutine f(n)\ninteger n\ncall made(n, tab)\ntab = 2*tab\nend":                                                                            true,
		"subroutine f(t)\nreal(8), intent(in) :: t\ntloc = t\nend":                                                                                   false,
		"subroutine f(g)\ntype(gas), intent(in) :: g\ntloc = g%t\nend":                                                                               false,
		"subroutine f(n)\ninteger n\ntab = tab*n + scale\nend":                                                                                       false,
		"subroutine f(n)\ninteger n\nscale = n\ntab(n) = tab(n) + 1\nend":                                                                            false,
		"subroutine f(n)\ninteger n\nif (n > 1) tab = 1\ntab = 2*tab\nend":                                                                           false,
		"subroutine f(n)\ninteger n\nif (tab(n) > 1) tab = 1\nend":                                                                                   false,
		"subroutine f(n)\ninteger n\ntab = seen()*n\nend":                                                                                            false,
	} {
		s := worldOf(t, head+text+" subroutine\nend module\n")
		if got := slices.ContainsFunc(s.Stays(), func(p *tree.Procedure) bool { return p.Name == "f" }); got != only {
			t.Errorf("%s: only fills: %v, expected %v\n%s", text, got, only, s.Short())
		}
	}
}
