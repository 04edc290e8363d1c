package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"drawbridge/kernels"
)

// routine is one of fortran/reference_*.f90.
type routine struct {
	kernels []string // whose reference it is: of its name, and those that the comment above it lists
	calls   []string // other routines
}

var (
	routineBegin = regexp.MustCompile(`^\s*(?:(?:pure|elemental|recursive|real\(wp\)|integer)\s+)*(?:subroutine|function) reference_(\w+)`)
	routineEnd   = regexp.MustCompile(`^  end (?:subroutine|function)`)
	kernelsLine  = regexp.MustCompile(`^\s*!> Kernels: ([\w ]+)\.$`)
	routineUsed  = regexp.MustCompile(`\breference_(\w+)\s*\(`)
)

// routinesOf reads the reference routines of a Fortran text.
func routinesOf(text string) map[string]*routine {
	list := map[string]*routine{}
	var now *routine
	var said []string
	for _, line := range strings.Split(text, "\n") {
		code, _, _ := strings.Cut(line, "!")
		if m := kernelsLine.FindStringSubmatch(line); m != nil {
			said = append(said, strings.Fields(m[1])...)
		} else if m := routineBegin.FindStringSubmatch(line); m != nil {
			now = &routine{kernels: append(said, m[1])}
			list[m[1]], said = now, nil
		} else if routineEnd.MatchString(line) {
			now = nil
		} else if now != nil {
			for _, used := range routineUsed.FindAllStringSubmatch(code, -1) {
				now.calls = append(now.calls, used[1])
			}
		}
	}
	return list
}

// unreferenced are kernels without a reference, and those whose references no test calls, not even through another one.
func unreferenced(all []string, routines map[string]*routine, tests string) (none, idle []string) {
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
		for _, used := range routineUsed.FindAllStringSubmatch(code, -1) {
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

// Every kernel has a reference routine in Fortran, and a test calls it.
func TestEveryKernelHasAReferenceThatATestCalls(t *testing.T) {
	routines := map[string]*routine{}
	sources, _ := filepath.Glob(filepath.Join("..", "..", "fortran", "reference_*.f90"))
	for _, path := range sources {
		for name, r := range routinesOf(read(t, "fortran", filepath.Base(path))) {
			routines[name] = r
		}
	}
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
	var names []string
	for _, k := range kernels.BuiltIn().Kernels() {
		names = append(names, k.Name)
	}
	if len(names) < 40 || len(routines) < 20 {
		t.Fatalf("%d kernels, %d reference routines", len(names), len(routines))
	}
	none, idle := unreferenced(names, routines, tests.String())
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
	none, idle := unreferenced([]string{"density", "volume", "cost", "colour"}, routinesOf(text), "call reference_rho(T, rho) ! not reference_cost(T)\n")
	if !slices.Equal(none, []string{"colour"}) || !slices.Equal(idle, []string{"cost"}) {
		t.Errorf("without one: %v, not called: %v", none, idle)
	}
}
