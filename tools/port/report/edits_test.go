package report

import (
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
