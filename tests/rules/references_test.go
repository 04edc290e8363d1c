package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	kernels "drawbridge/kernels/set"
	"drawbridge/stencils"
)

// routine is one of fortran/reference_*.f90. That every kernel and operator has one is checked by tools/generate/tables.
type routine struct {
	place string   // file:line
	of    []string // whose reference it is: of its name, and those that the comment above it lists
	calls []string // other routines
}

// side is how references of one kind are written: how a routine begins, the line that lists what it stands for, and how it is called.
type side struct{ begin, listed, used *regexp.Regexp }

var (
	routineEnd = regexp.MustCompile(`^  end (?:subroutine|function)`)
	kernelSide = side{regexp.MustCompile(`^\s*(?:(?:pure|elemental|recursive|real\(wp\)|integer)\s+)*(?:subroutine|function) reference_(\w+)`),
		regexp.MustCompile(`^\s*!> Kernels: ([\w ]+)\.$`), regexp.MustCompile(`\breference_(\w+)\s*\(`)}
	operatorSide = side{regexp.MustCompile(`^\s*subroutine (\w+)`), regexp.MustCompile(`^\s*! Operators: ([\w ]+)\.$`), regexp.MustCompile(`\bcall (\w+)\s*\(`)}
)

// routinesOf reads the reference routines of a Fortran text.
func (s side) routinesOf(path, text string) map[string]*routine {
	list := map[string]*routine{}
	var now *routine
	var said []string
	for i, line := range strings.Split(text, "\n") {
		code, _, _ := strings.Cut(line, "!")
		if m := s.listed.FindStringSubmatch(line); m != nil {
			said = append(said, strings.Fields(m[1])...)
		} else if m := s.begin.FindStringSubmatch(line); m != nil {
			now = &routine{place: fmt.Sprintf("%s:%d", path, i+1), of: append(said, m[1])}
			list[m[1]], said = now, nil
		} else if routineEnd.MatchString(line) {
			now = nil
		} else if now != nil {
			for _, used := range s.used.FindAllStringSubmatch(code, -1) {
				now.calls = append(now.calls, used[1])
			}
		}
	}
	return list
}

// idle are those whose references no test calls, not even through another one.
func (s side) idle(all []string, routines map[string]*routine, tests string) (list []string) {
	called := map[string]bool{}
	var follow func(name string)
	follow = func(name string) {
		r := routines[name]
		if r == nil || called[name] {
			return
		}
		called[name] = true
		for _, other := range r.calls {
			follow(other)
		}
	}
	for _, used := range s.used.FindAllStringSubmatch(codeOf(tests), -1) {
		follow(used[1])
	}
	for _, one := range all {
		runs := false
		for name, r := range routines {
			runs = runs || called[name] && slices.Contains(r.of, one)
		}
		if !runs {
			list = append(list, one)
		}
	}
	return list
}

// codeOf is a Fortran text without its comments.
func codeOf(text string) string {
	var b strings.Builder
	for _, line := range strings.Split(text, "\n") {
		code, _, _ := strings.Cut(line, "!")
		b.WriteString(code + "\n")
	}
	return b.String()
}

var built = regexp.MustCompile(`'(\w+_)'//'(\w+)'`)

// unrun are those that no program names between quotes, in any case. A name may be built of a beginning and one of some letters:
// 'derivative_'//'xyz'(a:a).
func unrun(all []string, tests string) (list []string) {
	code := strings.ToLower(codeOf(tests))
	for _, name := range all {
		quoted := strings.Contains(code, "'"+strings.ToLower(name)+"'")
		for _, m := range built.FindAllStringSubmatch(code, -1) {
			rest, begins := strings.CutPrefix(name, m[1])
			quoted = quoted || begins && len(rest) == 1 && strings.Contains(m[2], rest)
		}
		if !quoted {
			list = append(list, name)
		}
	}
	return list
}

// testPrograms are the texts of the programs of a folder of tests.
func testPrograms(t *testing.T, folders ...string) string {
	t.Helper()
	var tests strings.Builder
	for _, folder := range folders {
		files, _ := filepath.Glob(filepath.Join("..", folder, "*.f90"))
		for _, path := range files {
			tests.WriteString(read(t, "tests", folder, filepath.Base(path)))
		}
	}
	return tests.String()
}

// placeOf is the file and line where the row of a kernel or an operator begins.
func placeOf(t *testing.T, folder, row string) string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join("..", "..", folder, "*.h"))
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if before, _, has := strings.Cut(string(text), row); has {
			return fmt.Sprintf("%s/%s:%d", folder, filepath.Base(path), 1+strings.Count(before, "\n"))
		}
	}
	t.Fatalf("%s has no row %s", folder, row)
	return ""
}

// referenceOf is the place of a routine that stands for a kernel or an operator.
func referenceOf(routines map[string]*routine, name string) string {
	for _, r := range routines {
		if slices.Contains(r.of, name) {
			return r.place
		}
	}
	return "none"
}

// Every operator is run by a test beside its reference routine in Fortran.
func TestEveryOperatorRunsBesideItsReference(t *testing.T) {
	routines := operatorSide.routinesOf("fortran/reference_stencils.f90", read(t, "fortran", "reference_stencils.f90"))
	var names []string
	for _, o := range stencils.Operators {
		names = append(names, o.Name)
	}
	if len(names) < 20 || len(routines) < 15 {
		t.Fatalf("%d operators, %d reference routines", len(names), len(routines))
	}
	tests := testPrograms(t, "fortran")
	place := func(name string) string { return placeOf(t, "kernels/stencils/operators", "/* operator "+name+"\n") }
	for _, name := range operatorSide.idle(names, routines, tests) {
		t.Errorf("%s: operator %s: no program in tests/fortran calls its reference (%s); add a row to tests/fortran/stencils.f90", place(name), name, referenceOf(routines, name))
	}
	for _, name := range unrun(names, tests) {
		t.Errorf("%s: operator %s: no program in tests/fortran runs '%s'; add a call of 'each' to tests/fortran/stencils.f90", place(name), name, name)
	}
	for name, r := range routines {
		for _, operator := range r.of {
			if operator != name && !slices.Contains(names, operator) {
				t.Errorf("%s: %s is said to be the reference of %s, which kernels/stencils/operators does not have", r.place, name, operator)
			}
		}
	}
}

// Every kernel is run by a test of golden states, and so is its reference routine in Fortran.
func TestEveryKernelRunsBesideItsReference(t *testing.T) {
	routines := map[string]*routine{}
	sources, _ := filepath.Glob(filepath.Join("..", "..", "fortran", "reference_*.f90"))
	for _, path := range sources {
		base := filepath.Base(path)
		for name, r := range kernelSide.routinesOf("fortran/"+base, read(t, "fortran", base)) {
			routines[name] = r
		}
	}
	var names []string
	for _, k := range kernels.BuiltIn().Kernels() {
		names = append(names, k.Name)
	}
	if len(names) < 40 || len(routines) < 20 {
		t.Fatalf("%d kernels, %d reference routines", len(names), len(routines))
	}
	place := func(name string) string { return placeOf(t, "kernels/properties", "KERNEL("+name+",") }
	for _, name := range kernelSide.idle(names, routines, testPrograms(t, "fortran", "golden")) {
		t.Errorf("%s: kernel %s: no program in tests/fortran or tests/golden calls its reference (%s); add a row to tests/golden/check_reference.f90", place(name), name, referenceOf(routines, name))
	}
	for _, name := range unrun(names, testPrograms(t, "fortran")) {
		t.Errorf("%s: kernel %s: no program in tests/fortran runs '%s'; add a call of 'judge' to tests/fortran/golden_blocks.f90", place(name), name, name)
	}
	for name, r := range routines {
		for _, kernel := range r.of {
			if kernel != name && !slices.Contains(names, kernel) {
				t.Errorf("%s: reference_%s is said to be the reference of %s, which kernels/properties does not have", r.place, name, kernel)
			}
		}
	}
}

func TestWhatNoTestRunsIsFound(t *testing.T) {
	const stencil = "  ! Operators: slope_x slope_y.\n  subroutine slope(u)\n    call part(u)\n  end subroutine\n  subroutine part(u)\n  end subroutine\n  subroutine idle(u)\n  end subroutine\n"
	routines := operatorSide.routinesOf("f.f90", stencil)
	if list := operatorSide.idle([]string{"slope_x", "part", "idle"}, routines, "call slope(u)\ncall step%idle(u)\n"); !slices.Equal(list, []string{"idle"}) || routines["idle"].place != "f.f90:7" {
		t.Errorf("not called: %v", list)
	}
	const kernel = "  !> Kernels: density.\n  pure subroutine reference_rho(T, rho)\n    call reference_volume(T)\n  end subroutine\n" +
		"  subroutine reference_volume(T)\n  end subroutine\n  subroutine reference_cost(T)\n  end subroutine\n"
	if list := kernelSide.idle([]string{"density", "volume", "cost"}, kernelSide.routinesOf("f.f90", kernel), "call reference_rho(T, rho) ! not reference_cost(T)\n"); !slices.Equal(list, []string{"cost"}) {
		t.Errorf("not called: %v", list)
	}
	const tests = "call each('slope_'//'xy'(a:a), 'u')\ncall judge(frame, 'preosDensity')\n! call judge(frame, 'cost')\n"
	if list := unrun([]string{"slope_x", "slope_z", "preosdensity", "cost"}, tests); !slices.Equal(list, []string{"slope_z", "cost"}) {
		t.Errorf("not run: %v", list)
	}
}
