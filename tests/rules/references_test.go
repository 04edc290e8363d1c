package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"drawbridge/kernels"
	"drawbridge/stencils"
)

// routine is one of fortran/reference_*.f90.
type routine struct {
	kernels []string // whose reference it is: of its name, and those that the comment above it lists
	calls   []string // other routines
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
func (s side) routinesOf(text string) map[string]*routine {
	list := map[string]*routine{}
	var now *routine
	var said []string
	for _, line := range strings.Split(text, "\n") {
		code, _, _ := strings.Cut(line, "!")
		if m := s.listed.FindStringSubmatch(line); m != nil {
			said = append(said, strings.Fields(m[1])...)
		} else if m := s.begin.FindStringSubmatch(line); m != nil {
			now = &routine{kernels: append(said, m[1])}
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

// unreferenced are kernels without a reference, and those whose references no test calls, not even through another one.
func (s side) unreferenced(all []string, routines map[string]*routine, tests string) (none, idle []string) {
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
	for _, line := range strings.Split(tests, "\n") {
		code, _, _ := strings.Cut(line, "!")
		for _, used := range s.used.FindAllStringSubmatch(code, -1) {
			follow(used[1])
		}
	}
	for _, kernel := range all {
		has, runs := false, false
		for name, r := range routines {
			if slices.Contains(r.kernels, kernel) {
				has, runs = true, runs || called[name]
			}
		}
		switch {
		case !has:
			none = append(none, kernel)
		case !runs:
			idle = append(idle, kernel)
		}
	}
	return none, idle
}

// testPrograms are the texts of the programs that compare something with reference routines.
func testPrograms(t *testing.T) string {
	t.Helper()
	var tests strings.Builder
	for _, folder := range []string{"fortran", "golden"} {
		files, _ := filepath.Glob(filepath.Join("..", folder, "*.f90"))
		for _, path := range files {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			tests.Write(text)
		}
	}
	return tests.String()
}

// Every operator has a reference routine in Fortran, and a test calls it.
func TestEveryOperatorHasAReferenceThatATestCalls(t *testing.T) {
	routines := operatorSide.routinesOf(read(t, "fortran", "reference_stencils.f90"))
	var names []string
	for _, o := range stencils.Operators {
		names = append(names, o.Name)
	}
	if len(names) < 20 || len(routines) < 15 {
		t.Fatalf("%d operators, %d reference routines", len(names), len(routines))
	}
	none, idle := operatorSide.unreferenced(names, routines, testPrograms(t))
	for _, name := range none {
		t.Errorf("operator %s has no reference: name it in a line '! Operators: %s.' above a routine of fortran/reference_stencils.f90", name, name)
	}
	for _, name := range idle {
		t.Errorf("operator %s: no program in tests/fortran calls its reference routine", name)
	}
	for name, r := range routines {
		for _, operator := range r.kernels {
			if operator != name && !slices.Contains(names, operator) {
				t.Errorf("%s is said to be the reference of %s, which kernels/stencils/operators does not have", name, operator)
			}
		}
	}
}

func TestAnOperatorWithoutAReferenceIsFound(t *testing.T) {
	const text = "  ! Operators: slope_x slope_y.\n  subroutine slope(u)\n    call part(u)\n  end subroutine\n  subroutine part(u)\n  end subroutine\n  subroutine idle(u)\n  end subroutine\n"
	none, idle := operatorSide.unreferenced([]string{"slope_x", "part", "idle", "steep"}, operatorSide.routinesOf(text), "call slope(u)\ncall step%idle(u)\n")
	if !slices.Equal(none, []string{"steep"}) || !slices.Equal(idle, []string{"idle"}) {
		t.Errorf("without one: %v, not called: %v", none, idle)
	}
}

// Every kernel has a reference routine in Fortran, and a test calls it.
func TestEveryKernelHasAReferenceThatATestCalls(t *testing.T) {
	routines := map[string]*routine{}
	sources, _ := filepath.Glob(filepath.Join("..", "..", "fortran", "reference_*.f90"))
	for _, path := range sources {
		for name, r := range kernelSide.routinesOf(read(t, "fortran", filepath.Base(path))) {
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
	none, idle := kernelSide.unreferenced(names, routines, testPrograms(t))
	for _, name := range none {
		t.Errorf("kernel %s has no reference: name it in a line '!> Kernels: %s.' above a routine of fortran/reference_*.f90", name, name)
	}
	for _, name := range idle {
		t.Errorf("kernel %s: no program in tests/fortran or tests/golden calls its reference routine", name)
	}
	for name, r := range routines {
		for _, kernel := range r.kernels {
			if kernel != name && !slices.Contains(names, kernel) {
				t.Errorf("reference_%s is said to be the reference of %s, which kernels/list.h does not have", name, kernel)
			}
		}
	}
}

func TestAKernelWithoutAReferenceIsFound(t *testing.T) {
	const text = "  !> Kernels: density.\n  pure subroutine reference_rho(T, rho)\n    call reference_volume(T)\n  end subroutine\n" +
		"  subroutine reference_volume(T)\n  end subroutine\n  subroutine reference_cost(T)\n  end subroutine\n"
	none, idle := kernelSide.unreferenced([]string{"density", "volume", "cost", "colour"}, kernelSide.routinesOf(text), "call reference_rho(T, rho) ! not reference_cost(T)\n")
	if !slices.Equal(none, []string{"colour"}) || !slices.Equal(idle, []string{"cost"}) {
		t.Errorf("without one: %v, not called: %v", none, idle)
	}
}
