package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/port/source"
)

const cube = "subroutine cube(x, y)\nreal(8), intent(in) :: x\nreal(8), intent(out) :: y\ny = x**3\nend subroutine\n"

func TestPortWritesItsFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	expect(t, 0, "1 of 1 routines translated", "", "port", write(t, "cube.f90", cube), "-o", folder)
	for name, part := range map[string]string{"kernels.cpp": "(*v_y) = f_powi((*v_x), 3);", "port.h": "f_powi", "kernels.list": "kernel p_cube; in x:real(8); out y:real(8)",
		"points.cpp": "points_p_cube", "report.md": "1 of 1 routines are translated"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || !strings.Contains(string(text), part) {
			t.Errorf("%s lacks %s: %v", name, part, err)
		}
	}
}

func TestPortRefusesAndSaysWhy(t *testing.T) {
	folder := t.TempDir()
	bad := write(t, "bad.f90", cube+"subroutine loud(x)\nreal(8) x\nprint *, x\nend\nsubroutine caller(x)\nreal(8) x\ncall loud(x)\nend\n")
	out := expect(t, 1, "1 of 3 routines translated", "", "port", bad, "-o", folder)
	for _, part := range []string{"refused: loud\n", "bad.f90:8: I/O (print)\n", "write instead: return the number, and print it in the caller", "the call of loud, which is refused: I/O (print)"} {
		if !strings.Contains(out, part) {
			t.Errorf("%s\nlacks %s", out, part)
		}
	}
	expect(t, 0, "1 of 1 routines translated", "", "port", bad, "-o", folder, "--routine", "CUBE")
	expect(t, 1, "0 of 2 routines translated", "", "port", bad, "-o", folder, "--routine", "caller")
}

func TestPortChecks(t *testing.T) {
	for _, name := range []string{"gfortran", "g++", "objcopy"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("skipped: %v: port --check was not run", err)
		}
	}
	expect(t, 0, "compared with the Fortran: 20 of 20 values are equal bit for bit", "", "port", write(t, "cube.f90", cube), "-o", t.TempDir(), "--check", "--points", "10")
	broken := write(t, "broken.f90", cube+"subroutine nonsense(x)\nreal(8) x\ncall cube(this is not Fortran)\nend\n")
	expect(t, 2, "", "cannot compare: the Fortran does not compile", "port", broken, "-o", t.TempDir(), "--check")
}

// A subroutine that only fills a table which kernels read stays Fortran, and is no failure unless it is asked for.
func TestPortLeavesInitialisationToFortran(t *testing.T) {
	table := write(t, "table.f90", "module tab\nreal(8) :: values(9)\ncontains\nsubroutine fill(n)\ninteger, intent(in) :: n\nvalues = n\nend subroutine\nreal(8) function look(i)\ninteger, intent(in) :: i\nlook = values(i)\nend function\nend module\n")
	expect(t, 0, "stays Fortran: tab::fill", "", "port", table, "-o", t.TempDir())
	expect(t, 1, "refused: tab::fill", "", "port", table, "-o", t.TempDir(), "--routine", "fill")
	expect(t, 1, "refused: other", "", "port", table, write(t, "other.f90", "subroutine other(x)\nuse tab\nreal(8) x\nx = values(1)\nvalues = x\nend\n"), "-o", t.TempDir())
}

// The summary says which kernels run as packs, and why the others do not.
func TestPortNamesWhatRunsAsPacks(t *testing.T) {
	masked := write(t, "masked.f90", "subroutine masked(x)\nreal(8), intent(inout) :: x(3)\nwhere (x > 1) x = 1\nend subroutine\n")
	expect(t, 0, "kernels as packs: none", "", "port", masked, "-o", t.TempDir(), "--packs")
	out := expect(t, 0, "kernels as packs: cube\n", "", "port", masked, write(t, "cube.f90", cube), "-o", t.TempDir(), "--packs")
	loops := write(t, "loops.f90", "subroutine add(n, x)\ninteger, intent(in) :: n\nreal(8), intent(inout) :: x(n, n)\ninteger :: i, j\ndo j = 1, n\ndo i = 1, n\nx(i, j) = x(i, j) + 1\nend do\nend do\nend subroutine\n")
	if _, err := exec.LookPath("gfortran"); err == nil {
		nest := expect(t, 0, "kernels as packs: none\npoint by point: add: a loop over a grid\n", "", "port", loops, "-o", t.TempDir(), "--packs", "--check", "--points", "5")
		if strings.Contains(nest, "routines as packs") {
			t.Errorf("%s\nno kernel runs as packs", nest)
		}
	}
	if want := "point by point: masked: where, in masked\n"; !strings.Contains(out, want) {
		t.Errorf("%s\nlacks %s", out, want)
	}
}

// Flags that change kinds or the form are followed, in the translation and in what the set says, or refused by name.
func TestPortFollowsFlags(t *testing.T) {
	folder := t.TempDir()
	real := write(t, "s.f90", "subroutine s(x, y)\nreal, intent(in) :: x\nreal, intent(out) :: y\ny = 0.1*x + sqrt(abs(x))\nend subroutine\n")
	expect(t, 0, "set.cpp "+filepath.Join(folder, "kinds.f90"), "", "port", real, "-o", folder, "--flags=-O2 -fdefault-real-8", "--flags", "-fdefault-double-8")
	for name, part := range map[string]string{"kernels.cpp": "0.1 * (*v_x)", "set.cpp": `\"kinds\":[8,8,4,4]`, "kinds.f90": "drawbridge_kernel_kinds"} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); err != nil || !strings.Contains(strings.ReplaceAll(string(text), "\"\n  \"", ""), part) {
			t.Errorf("%s lacks %s: %v", name, part, err)
		}
	}
	expect(t, 0, "1 of 1 routines", "", "port", write(t, "old.f90", "c fixed\n      subroutine s(x)\n      real*8 x\n      x=x*\n     &2\n      end\n"), "-o", folder, "--flags=-ffixed-form")
	for _, flag := range []string{"-fdefault-integer-8", "-fno-automatic", "-fdec-math"} {
		expect(t, 2, "", "the flag "+flag+" changes what the Fortran means", "port", real, "-o", folder, "--flags", flag)
	}
	expect(t, 2, "", "the text is UTF-16; save it as UTF-8", "port", write(t, "wide.f90", "\xff\xfes\x00"), "-o", folder)
}

// Files go through the preprocessor with the names of --define or of the build; lines are those of the source.
func TestPortReadsThePreprocessor(t *testing.T) {
	folder := t.TempDir()
	inner := filepath.Join(folder, "inner")
	if err := os.MkdirAll(inner, 0o777); err != nil {
		t.Fatal(err)
	}
	text := "#include \"kinds.h\"\n#ifdef FAST\nsubroutine s(x)\nreal(WP), intent(inout) :: x\nx = TWICE(x)\nend subroutine\n#else\nsubroutine s(x)\nreal(WP) :: x\n\nprint *, x, __LINE__\nend subroutine\n#endif\n"
	file := filepath.Join(folder, "a.F90")
	for path, content := range map[string]string{file: text, filepath.Join(inner, "kinds.h"): "/* kinds\n*/\n#define WP 8\n#define TWICE(a) (a + (a))\n",
		filepath.Join(folder, "compile_commands.json"): `[{"directory": "` + folder + `", "command": "/usr/bin/gfortran -DFAST=\"1\" -Iinner -O3 -c a.F90 -o a.o", "file": "a.F90"}]`,
		filepath.Join(folder, "twice.json"):            `[{"directory": "` + folder + `", "command": "gfortran -DA -c a.F90", "file": "a.F90"}, {"directory": "` + folder + `", "arguments": ["gfortran", "-fno-automatic", "a.F90"], "file": "a.F90"}]`} {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := t.TempDir()
	expect(t, 2, "", "a.F90:1: #include of kinds.h, which is not there; give its folder with --include", "port", file, "-o", out)
	expect(t, 1, "names that the preprocessor asks for and nothing defines: FAST\n0 of 1 routines translated\nrefused: s\n  "+file+":11: I/O (print)\n", "", "port", file, "-o", out, "--include", inner)
	if page, err := os.ReadFile(filepath.Join(out, "report.md")); err != nil || !strings.Contains(string(page), "nothing defines\n\n`FAST`\n") {
		t.Error(err, string(page))
	}
	expect(t, 2, "", "--define 1X, expected NAME or NAME=VALUE", "port", file, "-o", out, "--include", inner, "--define", "1X")
	expect(t, 0, "-DFAST -I"+inner+" -o", "", "port", file, "-o", out, "--include", inner, "--define", "FAST")
	expect(t, 0, "-DFAST=1 -I"+inner+" -o", "", "port", file, "-o", out, "--compile-commands", filepath.Join(folder, "compile_commands.json"))
	expect(t, 0, "1 of 1 routines can be ported now", "", "port", "--report", folder, "-o", out, "--compile-commands", filepath.Join(folder, "compile_commands.json"))
	expect(t, 2, "", "the flag -fno-automatic changes what the Fortran means", "port", file, "-o", out, "--compile-commands", filepath.Join(folder, "twice.json"))
	expect(t, 2, "", "is not a list of compile commands", "port", file, "-o", out, "--compile-commands", file)
	if _, err := exec.LookPath("gfortran"); err == nil {
		expect(t, 0, "compared with the Fortran: 20 of 20 values are equal bit for bit", "", "port", file, "-o", out, "--check", "--points", "20", "--compile-commands", filepath.Join(folder, "compile_commands.json"))
		missing := write(t, "m.F90", "subroutine s(x)\nuse mpi\nreal(8) :: x\n#ifdef TWICE\nx = 2*x\n#endif\nend\nsubroutine other(x)\n#if 1\nuse mpi\n#endif\nreal(8) x\nx = mpi_wtime()\nend\n")
		expect(t, 1, "compared with the Fortran: 20 of 20 values are equal bit for bit", "", "port", missing, "-o", out, "--check", "--points", "20", "--define", "TWICE")
	}
	for text, complaint := range map[string]string{"#if 1\nend\n": "f.F90:1: an #if without its end; end it with #endif", "#error no\n": "f.F90:1: the preprocessor meets #error no; give the names of the build with --define",
		"#if __GNUC__ > 4\n#endif\n": "the value of __GNUC__, which depends on the compiler; give it with --define", "#define A A A\nx = A\n": "f.F90:2: the macro A, which has no end", "x = 1 /* y\n": "a C comment without its end"} {
		expect(t, 2, "", complaint, "port", write(t, "f.F90", text), "-o", out)
	}
}

func TestPortRefusesWrongOptions(t *testing.T) {
	good := write(t, "cube.f90", cube)
	out := t.TempDir()
	for complaint, arguments := range map[string][]string{
		"no files given, expected Fortran files":     {},
		"no such file":                               {"/nowhere/a.f90"},
		"no subroutine and no function found":        {write(t, "empty.f90", "! nothing\n")},
		`--range is "T=3", expected NAME=LOW:HIGH`:   {good, "--range", "T=3"},
		`--range is "T=3:1", expected NAME=LOW:HIGH`: {good, "--range", "T=3:1"},
		"--range xx: no routine has an argument":     {good, "--check", "--range", "xx=1:2"},
		"--routine square: the files have no such":   {good, "--routine", "square"},
		"--points and --limit are expected to be":    {good, "--points", "0"},
		`--device is "gpu", expected host or cuda`:   {good, "--device", "gpu"},
		"--device cuda needs --check":                {good, "--device", "cuda"},
		"a line of the preprocessor":                 {write(t, "cpp.f90", "#ifdef A\n#endif\n")},
		"cannot write":                               {good, "-o", good},
	} {
		if len(arguments) > 0 && complaint != "cannot write" {
			arguments = append(arguments, "-o", out)
		}
		expect(t, 2, "", complaint, append([]string{"port"}, arguments...)...)
	}
}

func TestPortReportsOnATree(t *testing.T) {
	folder, out := t.TempDir(), t.TempDir()
	inner := filepath.Join(folder, "inner")
	if err := os.MkdirAll(inner, 0o777); err != nil {
		t.Fatal(err)
	}
	text := cube + "subroutine loud(x)\nreal(8) x\nif (x < 0) call xerbla(x)\nprint *, x\nend\nsubroutine waves(z)\ncomplex z\nz = 1\nend\nsubroutine old(x)\nreal x\nentry new(x)\nx = 1\nend\n"
	for path, content := range map[string]string{filepath.Join(folder, "a.f90"): text, filepath.Join(inner, "b.f"): "      SUBROUTINE B(X)\n      REAL*8 X\n      CALL CUBE(X, X)\n      END\n",
		filepath.Join(inner, "c.f90"): "#ifdef A\n#endif\n", filepath.Join(inner, "d.F90"): "#include \"config.h\"\n", filepath.Join(out, "profile"): " %   cumulative\n 70.00  0.7  0.7  10  1.0  1.0  loud_\n 20.5  0.9  0.2  10  1.0  1.0  cube_\n  9.5  1.0  0.1  main\n"} {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	printed := expect(t, 0, "4 Fortran files, 1 of them not read", "", "port", "--report", folder, "-o", out, "--profile", filepath.Join(out, "profile"))
	for _, part := range []string{"2 of 5 routines can be ported now", "2 have complex numbers, procedure arguments or ENTRY", "Of the other 3, 66.7 % are translated", "run time: 20.5 %", "9.5 % in routines that the files do not have",
		"1  the unknown procedure ...; give the file that has it"} {
		if !strings.Contains(printed, part) {
			t.Errorf("%s\nlacks %s", printed, part)
		}
	}
	page, err := os.ReadFile(filepath.Join(out, "survey.md"))
	if err != nil || !strings.Contains(string(page), "| 70.00 | `loud` |") || !strings.Contains(string(page), "d.F90:1: #include of config.h, which is not there; give its folder with --include") || !strings.Contains(string(page), "nothing defines\n\n`A`") {
		t.Errorf("%s %v", page, err)
	}
	expect(t, 0, "3 of 5 routines can be ported now", "", "port", "--report", folder, "-o", out, "--end-at", "XERBLA,write")
	for complaint, arguments := range map[string][]string{
		"holds no Fortran file":         {"--report", out},
		"no such file":                  {"--report", filepath.Join(folder, "nowhere")},
		"--report reads the whole":      {"--report", folder, "a.f90"},
		"--report translates nothing":   {"--report", folder, "--check"},
		"--profile needs --report DIR":  {"--profile", "p", filepath.Join(folder, "a.f90")},
		"has no line with a percentage": {"--report", folder, "--profile", filepath.Join(folder, "a.f90")},
	} {
		expect(t, 2, "", complaint, append([]string{"port"}, arguments...)...)
	}
}

// Two modules of one name are not merged without a word.
func TestPortNamesModulesOfOneName(t *testing.T) {
	folder, out := t.TempDir(), t.TempDir()
	var paths []string
	for _, name := range []string{"a.f90", "b.f90"} {
		paths = append(paths, filepath.Join(folder, name))
		if err := os.WriteFile(paths[len(paths)-1], []byte("module m\ncontains\n"+cube+"end module\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, 0, "1 modules have the name of a module of another file and are not counted", "", "port", "--report", folder, "-o", out)
	page, err := os.ReadFile(filepath.Join(out, "survey.md"))
	if err != nil || !strings.Contains(string(page), "| `m` | "+paths[1]+" | "+paths[0]+" |") {
		t.Errorf("%v %s", err, page)
	}
	expect(t, 1, "a second module named m", "", "port", paths[0], paths[1], "-o", out)
}

// Loops over a grid that no kernel of one point can do: a race along each of two and of one axis, and a sum.
const refusedLoops = `subroutine race(n, u)
integer, intent(in) :: n
real(8), intent(inout) :: u(n, n)
integer :: i, j
do j = 1, n
  do i = 2, n
    u(i, j) = u(i - 1, j) + u(i, j)
  end do
end do
end subroutine
subroutine line(n, w)
integer, intent(in) :: n
real(8), intent(inout) :: w(n)
integer :: i
do i = 2, n
  w(i) = w(i) + w(i - 1)
end do
end subroutine
subroutine total(n, u, s)
integer, intent(in) :: n
real(8), intent(in) :: u(n, n)
real(8), intent(inout) :: s
integer :: i, j
do j = 1, n
  do i = 1, n
    s = s + u(i, j)
  end do
end do
end subroutine
`

func TestPortRefusesLoops(t *testing.T) {
	loops, out := write(t, "loops.f90", refusedLoops), t.TempDir()
	printed := expect(t, 1, "3 of 3 routines translated", "", "port", loops, "-o", out, "--library")
	for _, part := range []string{"3 of 3 routines translated; the loops of 3 are refused\n", "0 of 3 loop nests", "no kernel to load",
		"refused: the loops of race\n", "loops.f90:7: u(i-1,j), which another point writes\n", "write instead: write into another array; or --as-point race, if its arrays belong to one point\n",
		"refused: the loops of line\n", "loops.f90:16: w(i-1), which another point writes\n",
		"refused: the loops of total\n", "loops.f90:26: s, which all points write (a reduction)\n", "add it up with reduce of Drawbridge",
		"not for a library: total: its loops in line 26 are refused: s, which all points write (a reduction); or --as-point total, if its arrays belong to one point\n"} {
		if !strings.Contains(printed, part) {
			t.Errorf("%s\nlacks %s", printed, part)
		}
	}
	page, err := os.ReadFile(filepath.Join(out, "report.md"))
	if err != nil || !strings.Contains(string(page), "| `line` | "+loops+":16 | w(i-1), which another point writes |") {
		t.Errorf("%v %s", err, page)
	}
	expect(t, 1, "refused: the loops of race", "", "port", loops, "-o", out)
	cube3 := write(t, "cube3.f90", "subroutine relax(n, u)\ninteger n, i, j, k\nreal(8) u(n, n, n)\ndo k = 2, n\ndo j = 2, n\ndo i = 2, n\nu(i, j, k) = u(i - 1, j, k)\nend do\nend do\nend do\nend\n")
	if printed := expect(t, 1, "write instead: write into another array\n", "", "port", cube3, "-o", out); strings.Contains(printed, "--as-point") {
		t.Error(printed) // three axes are those of a grid
	}
	tree := t.TempDir()
	if err := os.WriteFile(filepath.Join(tree, "loops.f90"), []byte(cube+refusedLoops), 0o666); err != nil {
		t.Fatal(err)
	}
	expect(t, 0, "4 of 4 routines can be ported now\n3 of them have loops over a grid that are refused", "", "port", "--report", tree, "-o", out)
	survey, err := os.ReadFile(filepath.Join(out, "survey.md"))
	if err != nil || !strings.Contains(string(survey), "not their loops over a grid") || !strings.Contains(string(survey), "| u(i-1,j), which another point writes |") {
		t.Errorf("%v %s", err, survey)
	}
	both := write(t, "both.f90", cube+refusedLoops)
	expect(t, 0, "kernels to load: cube\n", "", "port", both, "-o", out, "--library", "--partial")
	expect(t, 1, "kernels to load: cube\n", "", "port", both, "-o", out, "--library", "--partial", "--routine", "cube,race")
	expect(t, 0, "a library to load: gfortran -shared", "", "port", both, "-o", out, "--library", "--partial")
	expect(t, 0, "kernels to load: race line total\n", "", "port", loops, "-o", out, "--library", "--as-point", "race,LINE,total")
	expect(t, 1, "kernels to load: line\n", "", "port", loops, "-o", out, "--library", "--as-point", "line")
	expect(t, 2, "", "--as-point lin: the files have no such routine; did you mean 'line'?", "port", loops, "-o", out, "--as-point", "lin")
}

func TestPortSaysWhatLoopsAreTakenFor(t *testing.T) {
	loop := write(t, "dot.f90", "subroutine dot(n, u, s)\ninteger, intent(in) :: n\nreal(8), intent(in) :: u(n)\nreal(8), intent(out) :: s\ninteger :: i\ns = 0\ndo i = 1, n\ns = s + u(i)**2\nend do\nend\n")
	printed := expect(t, 0, "taken as one point: dot\n", "", "port", loop, "-o", t.TempDir(), "--library")
	if want := "dot.f90:7: the loop up to n runs at each point, which has all of u for itself; if it runs over a grid, write each point's term to an array"; !strings.Contains(printed, want) {
		t.Errorf("%s\nlacks %s", printed, want)
	}
	if printed := expect(t, 0, "kernels to load: dot", "", "port", loop, "-o", t.TempDir(), "--library", "--as-point", "dot"); strings.Contains(printed, "taken as") {
		t.Error(printed)
	}
}

// A library whose files use MPI's module needs MPI's compiler.
func TestLibraryIsCompiledByMPIsCompiler(t *testing.T) {
	for line, want := range map[string]string{"use mpi": "mpifort", "use, non_intrinsic :: mpi_f08, only: MPI_Comm": "mpifort", "use mpi_tools": "gfortran", "use constants": "gfortran"} {
		if got := compilerOf([]*source.File{{Lines: []source.Line{{Text: "module m"}, {Text: line}}}}); got != want {
			t.Errorf("%s: %s, %s expected", line, got, want)
		}
	}
}
