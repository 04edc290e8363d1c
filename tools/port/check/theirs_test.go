package check

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

const conditional = "\xef\xbb\xbf#include \"sizes.h\"\r\nsubroutine s(x)\r\nuse mpi\r\n#include \"mpif.h\"\nreal(8), intent(inout) :: x\n#if N > 2 /* a\n comment */\nx = x*N + &\n#else\nx = x - N + &\n#endif\nTWO\nif ('a  b' /= \"a  b\") x = 0\n#include \"more.h\"\nend subroutine\n"

// The copy of a file is made of the rows that gfortran's preprocessor leaves, and rows of ours that differ are an error.
func TestFaultsOfThePreprocessorAreNotOnBothSides(t *testing.T) {
	compilers(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "a.F90")
	for name, text := range map[string]string{"a.F90": conditional, "sizes.h": "! sizes\n#define N 3\n#define TWO N + 2", "more.h": "#include \"sizes.h\"\nx = x + N\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for ours, want := range map[string]string{conditional: "",
		strings.Replace(conditional, "x - N", "x + N", 1):        "", // the part that is left out
		strings.Replace(conditional, "N > 2", "N > 3", 1):        `a.F90:8: the preprocessor of gfortran leaves "x = x*3 + &", and that of drawbridge port ""`,
		strings.Replace(conditional, "TWO", "N+TWO", 1):          `a.F90:12: the preprocessor of gfortran leaves "3 + 2", and that of drawbridge port "3+3 + 2"`,
		strings.Replace(conditional, `de "more`, `de "sizes`, 1): `a.F90:14: the preprocessor of gfortran leaves "! sizes x = x + 3"`,
	} {
		f, err := source.Parse(path, ours) // with another text: as a preprocessor that errs
		if err != nil {
			t.Fatal(err)
		}
		list := translate.All(tree.Resolve([]*source.File{f}))
		results, err := Run([]*source.File{f}, list, Options{Points: 20, Seed: 1, Limit: time.Minute})
		switch {
		case want != "":
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v %+v, expected %s", err, results, want)
			}
		case err != nil || len(results) != 1 || results[0].Different > 0 || results[0].Trouble != "" || results[0].Points < 20:
			t.Errorf("%v %+v", err, results)
		}
	}
}

// --flags count more than those of the build, for the translation and for gfortran.
func TestFlagsStandBehindThoseOfTheBuild(t *testing.T) {
	compilers(t)
	path := filepath.Join(t.TempDir(), "a.F90")
	if err := os.WriteFile(path, []byte("subroutine s(x)\nreal(8), intent(inout) :: x\nx = x*N\nend subroutine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	build, given := []string{"-DN=2"}, []string{"-DN=5"}
	flags, err := source.ReadFlags(slices.Concat(build, given))
	if err != nil {
		t.Fatal(err)
	}
	flags.Own = build
	f, err := source.Read(path, flags)
	if err != nil {
		t.Fatal(err)
	}
	results, err := Run([]*source.File{f}, translate.All(tree.Resolve([]*source.File{f})), Options{Points: 20, Seed: 1, Limit: time.Minute, Flags: given})
	if err != nil || len(results) != 1 || results[0].Different > 0 || results[0].Values < 20 {
		t.Errorf("%v %+v", err, results)
	}
}

// #line, names that only the compiler knows and macros that look for their arguments in the next line are no faults.
func TestNumbersOfLinesMayDiffer(t *testing.T) {
	compilers(t)
	path := filepath.Join(t.TempDir(), "a.F90")
	for _, first := range []string{"#line 3 \"b.f90\"\n", "! by __GNUC__\n", "! TWICE\n (x) __GNUC__\n#line 2\n"} {
		text := "#define TWICE(x) 2*x\n" + first + "subroutine s(x)\nuse mpi\nreal(8), intent(inout) :: x\nx = TWICE(x)\nend subroutine\n"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := source.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		results, err := Run([]*source.File{f}, translate.All(tree.Resolve([]*source.File{f})), Options{Points: 20, Seed: 1, Limit: time.Minute})
		if err != nil || len(results) != 1 || results[0].Different > 0 || results[0].Values < 20 {
			t.Errorf("%q: %v %+v", first, err, results)
		}
	}
}
