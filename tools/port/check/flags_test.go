package check

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// byCMake answers the flags that drawbridge_add_kernels gives to drawbridge port in a project with some flags.
func byCMake(t *testing.T, flags string) []string {
	t.Helper()
	folder := t.TempDir()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("cmake_minimum_required(VERSION 3.20)\nproject(p NONE)\ninclude(%s/cmake/drawbridgeKernels.cmake)\nset(CMAKE_Fortran_FLAGS \"-O3 -g %s\")\ndrawbridge_fortran_flags(all a.f90)\nfile(WRITE ${CMAKE_BINARY_DIR}/flags \"${all}\")\n", root, flags)
	if err := os.WriteFile(filepath.Join(folder, "CMakeLists.txt"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cmake", "-S", folder, "-B", filepath.Join(folder, "build")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list, err := os.ReadFile(filepath.Join(folder, "build", "flags"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(list), ";")
}

var doubles = regexp.MustCompile(`\b(\d+(?:\.\d*)?)d(-?\d+)`)

// kindFlags change the kinds of default types; the second text is what their refusals may say.
var kindFlags = [][2]string{{"-fdefault-real-8 -fdefault-double-8", ""}, {"-freal-4-real-8", ""}, {"-fdefault-real-8", "16 bytes"}, {"-fdefault-double-8 -fdefault-real-8 -fopenmp -fbackslash", "a backslash"}}

// Random routines have the bits of gfortran with other kinds of default types, given by --flags and by a project of CMake.
func TestRandomProgramsWithKindsOfFlags(t *testing.T) {
	compilers(t)
	_, noCMake := exec.LookPath("cmake")
	size := max(4, min(*programs/100, 25))
	values := map[string]int{}
	for k := range max(1, *programs/800) {
		for i, set := range kindFlags {
			if *programs < 800 && i%3 != 0 {
				continue
			}
			flags := strings.Fields(set[0])
			if noCMake == nil && k%2 == 0 {
				flags = byCMake(t, set[0])
			}
			number := *seed*1000003 + uint64(k*len(kindFlags)+i)
			g := &generator{Rand: rand.New(rand.NewPCG(number, 11))}
			text := strings.Replace(g.module("random_routines", size), "module procedure pick_real, pick_single", "module procedure pick_real", 1)
			if set[1] == "16 bytes" {
				text = strings.NewReplacer("dsin(", "sin(", "dabs(", "abs(", "dble(", "real(").Replace(doubles.ReplaceAllString(text, "${1}e${2}_8"))
			}
			if set[1] == "a backslash" {
				text = strings.Replace(strings.ReplaceAll(text, "name /= 'xyz'", `name /= 'x\ty'`), "x = x + v(1)", "!$ x = 3*x\nx = x + v(1)", 1)
			}
			values[set[0]] += compareWith(t, fmt.Sprintf("%s/random%d.f90", t.TempDir(), number), text, flags, set[1])
		}
	}
	for set, n := range values {
		if n == 0 {
			t.Errorf("with %s no value was compared", set)
		}
	}
}

// compareWith compares all routines of a text that are translated, and answers how many values; the others say why.
func compareWith(t *testing.T, path, text string, flags []string, why string) (values int) {
	t.Helper()
	read, err := source.ReadFlags(flags)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := source.Read(path, read)
	if err != nil {
		t.Fatal(err)
	}
	world := tree.Resolve([]*source.File{f})
	list := translate.All(world)
	for _, p := range world.Procedures {
		for _, fault := range p.Faults() {
			if fault.Called == nil && !strings.HasSuffix(fault.Reason, "that the compiler folds") && (why == "" || !strings.Contains(fault.Reason, why)) {
				t.Errorf("%s %v: %v", path, flags, fault)
			}
		}
	}
	results, err := Run([]*source.File{f}, list, Options{Points: 30, Seed: 1, Limit: 10 * time.Minute, Flags: flags, Ranges: map[string]Range{"n": {Low: 1, High: 4}}})
	if err != nil && strings.Contains(err.Error(), "the Fortran does not compile") {
		t.Logf("%v: %v", flags, err)
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		values += r.Values
		if r.Different > 0 || r.Trouble != "" {
			t.Errorf("%s %v: %+v", path, flags, r)
		}
	}
	t.Logf("%v: %d of %d routines, %d values", flags, len(list), len(world.Procedures), values)
	return values
}

// formed writes statements so that they need a flag which says how the text is to be read.
func formed(t *testing.T, flag, folder string, number uint64, rows []row) (path string) {
	c := &clothes{Rand: rand.New(rand.NewPCG(number, 5)), folder: folder}
	switch {
	case strings.HasPrefix(flag, "-ffree"):
	default:
		c.fixed = true
		c.more = map[string]int{"-ffixed-line-length-132": 60, "-ffixed-line-length-none": 1000, "-ffixed-line-length-0": 1000}[flag]
	}
	text := c.file(t, rows)
	switch flag {
	case "-fd-lines-as-code": // some plain rows begin with D
		lines := strings.Split(text, "\n")
		for i, l := range lines {
			if strings.HasPrefix(l, "      ") && !strings.Contains(strings.ToLower(l), "include") && c.often(30) {
				lines[i] = "D" + l[1:]
			}
		}
		text = strings.Join(lines, "\n")
	case "-fd-lines-as-comments":
		text = strings.ReplaceAll(text, "\nC it's\n", "\nD     x = 'text\n")
	case "-ffree-line-length-none":
		text = ""
		for _, r := range rows {
			text += r.label + " " + c.same(r.text) + strings.Repeat(" ", c.IntN(200)) + "; ;\n"
		}
	}
	path = filepath.Join(folder, strings.Trim(flag, "-")+map[bool]string{true: ".f90", false: ".f"}[c.fixed]) // the other ending
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Random routines have one translation in forms that only flags allow.
func TestRandomRoutinesInFormsOfFlags(t *testing.T) {
	const batch = 25
	_, noCompiler := exec.LookPath("gfortran")
	_, noCMake := exec.LookPath("cmake")
	long, err := source.ReadFlags([]string{"-ffree-line-length-none"})
	if err != nil {
		t.Fatal(err)
	}
	for k := range uint64(max(1, *programs/batch/4)) {
		number := *seed*1000003 + k
		g := &generator{Rand: rand.New(rand.NewPCG(number, 13)), fixed: true}
		g.module("random_routines", batch)
		plain := ""
		for _, r := range g.rows {
			plain += r.label + " " + r.text + "\n"
		}
		folder := t.TempDir()
		path := filepath.Join(folder, "plain.f90")
		if err := os.WriteFile(path, []byte(plain), 0o644); err != nil {
			t.Fatal(err)
		}
		want, _ := translation(t, path, long)
		for _, flag := range []string{"-ffixed-line-length-132", "-ffixed-line-length-none", "-ffixed-line-length-0", "-fd-lines-as-code", "-fd-lines-as-comments", "-ffree-line-length-none"} {
			words := []string{flag, map[bool]string{true: "-ffree-form", false: "-ffixed-form"}[strings.HasPrefix(flag, "-ffree")]}
			if noCMake == nil && k == 0 {
				words = byCMake(t, strings.Join(words, " "))
			}
			flags, err := source.ReadFlags(words)
			if err != nil {
				t.Fatal(err)
			}
			path := formed(t, flag, folder, number, g.rows)
			got, world := translation(t, path, flags)
			for name, text := range want {
				if got[name] != text {
					for _, p := range world.Procedures {
						if p.Fault != nil && p.Name == name {
							t.Errorf("%v", p.Fault)
						}
					}
					t.Fatalf("seed %d, %s: %s is\n%s\nexpected\n%s", number, flag, name, got[name], text)
				}
			}
			if noCompiler != nil {
				continue
			}
			if out, err := exec.Command("gfortran", append([]string{"-fsyntax-only", "-w", "-std=legacy", "-J", folder, path}, words...)...).CombinedOutput(); err != nil && !strings.Contains(string(out), "Division by zero") && !strings.Contains(string(out), "verflow") {
				t.Fatalf("seed %d, %s: %s", number, flag, out)
			}
		}
	}
}
