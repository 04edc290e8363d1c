package doctor

import (
	"cmp"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFoldersThatCanBeMade: a relative folder, or one below the root, has few slashes, and can be made all the same.
func TestFoldersThatCanBeMade(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, folder := range []string{"cache", "./cache", "a/b/c", "../cache", filepath.Join(t.TempDir(), "a", "b")} {
		if err := writable(folder); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
	}
	if os.Geteuid() == 0 {
		if err := writable("/drawbridge-doctor-cache"); err != nil {
			t.Error(err)
		}
	}
	written(t, ".", "file", "")
	for _, folder := range []string{"file", "file/cache"} {
		if writable(folder) == nil {
			t.Errorf("%s: a file passes for a folder", folder)
		}
	}
}

// TestRunsThatUseNoGPU: an instruction set without a device means the CPU, as in a run.
func TestRunsThatUseNoGPU(t *testing.T) {
	for _, c := range []struct {
		device, isa string
		unused      bool
	}{
		{"", "", false}, {"", "baseline", true}, {"", " ", false}, {" ", "baseline", true}, {"cuda", "baseline", false},
		{"cuda:1", "", false}, {"host", "", true}, {"memcheck", "", true}, {"host", "baseline", true},
	} {
		p := Patient{Environment: map[string]string{"DRAWBRIDGE_DEVICE": c.device, "DRAWBRIDGE_ISA": c.isa}}
		if why := p.hostOnly(); (why != "") != c.unused {
			t.Errorf("device %q, isa %q: %q", c.device, c.isa, why)
		}
	}
}

const (
	first  = "V1 { global: drawbridge_one; };\n"
	second = first + "V2 { global: drawbridge_two; } V1;\n"
)

// shared makes a shared library with these versions of its functions.
func shared(t *testing.T, folder, name, versions string, more ...string) {
	t.Helper()
	written(t, folder, "versions.map", versions)
	source := written(t, folder, "library.c", "int drawbridge_one(void) { return 1; }\nint drawbridge_two(void) { return 2; }\n")
	compiled(t, append([]string{"-shared", "-fPIC", "-o", filepath.Join(folder, name), source,
		"-Wl,-soname," + name, "-Wl,--version-script=" + filepath.Join(folder, "versions.map")}, more...)...)
}

// solver makes a program that needs version V2 of the library beside it, and these options.
func solver(t *testing.T, folder string, more ...string) string {
	t.Helper()
	path := filepath.Join(folder, "solver")
	source := written(t, folder, "solver.c", "int drawbridge_two(void);\nint main(void) { return drawbridge_two(); }\n")
	compiled(t, append([]string{"-o", path, source, "-L" + folder, "-l:" + soname, "-Wl,--disable-new-dtags", "-Wl,-rpath," + folder}, more...)...)
	return path
}

func written(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func compiled(t *testing.T, arguments ...string) {
	t.Helper()
	compiler := cmp.Or(os.Getenv("CC"), "cc")
	if text, err := exec.Command(compiler, arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", compiler, arguments, err, text)
	}
}

// judged wants a check of this state whose finding holds all these words.
func judged(t *testing.T, checks []Check, state State, words ...string) {
	t.Helper()
	for _, c := range checks {
		matches := c.State == state && (c.Cure != "" || state == OK)
		for _, word := range words {
			matches = matches && strings.Contains(c.Finding, word)
		}
		if matches {
			return
		}
	}
	t.Errorf("no %s with %q in %+v", state, words, checks)
}

// TestLibraryLacksAVersion: the loader exits with 0 and lists all files, and the program does not start.
func TestLibraryLacksAVersion(t *testing.T) {
	folder := t.TempDir()
	shared(t, folder, soname, second)
	program := solver(t, folder)
	shared(t, folder, soname, first)
	_, checks := Patient{Program: program}.library()
	judged(t, checks, Problem, soname, "version V2", program)
}

// TestNeededLibraryLacksAVersion: the same of what the library itself needs, without a program.
func TestNeededLibraryLacksAVersion(t *testing.T) {
	folder := t.TempDir()
	shared(t, folder, "libinner.so", second)
	source := written(t, folder, "outer.c", "int drawbridge_two(void);\nint outer(void) { return drawbridge_two(); }\n")
	compiled(t, "-shared", "-fPIC", "-o", filepath.Join(folder, soname), source, "-L"+folder, "-l:libinner.so", "-Wl,-rpath,"+folder)
	shared(t, folder, "libinner.so", first)
	_, checks := Patient{Environment: map[string]string{"LD_LIBRARY_PATH": folder}}.library()
	judged(t, checks, Problem, "libinner.so", "version V2")
}

// TestProgramLacksAnotherLibrary: what the program needs besides Drawbridge counts too.
func TestProgramLacksAnotherLibrary(t *testing.T) {
	folder := t.TempDir()
	shared(t, folder, soname, second)
	shared(t, folder, "libother.so", second)
	program := solver(t, folder, "-Wl,--no-as-needed", "-l:libother.so")
	if err := os.Remove(filepath.Join(folder, "libother.so")); err != nil {
		t.Fatal(err)
	}
	_, checks := Patient{Program: program}.library()
	judged(t, checks, Problem, "libother.so", program)
}

// TestFolderWithBlanks: a blank does not end the name of a file.
func TestFolderWithBlanks(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a b", "c (0x1) d")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	shared(t, folder, soname, second)
	path, checks := Patient{Program: solver(t, folder)}.library()
	if path != filepath.Join(folder, soname) {
		t.Errorf("found %q", path)
	}
	judged(t, checks, OK, "has them all")
}

// TestLoaderThatCannotRun: no answer of the loader is not the answer that nothing is linked.
func TestLoaderThatCannotRun(t *testing.T) {
	folder := t.TempDir()
	shared(t, folder, soname, second)
	program := solver(t, folder)
	kept := loaders
	defer func() { loaders = kept }()
	loaders = map[elf.Machine][2]string{}
	for machine, entry := range kept {
		loaders[machine] = [2]string{entry[0], "/nowhere/ld.so"}
	}
	_, checks := Patient{Program: program}.library()
	judged(t, checks, Warning, "/nowhere/ld.so", "no such file", program)
	_, checks = Patient{Environment: map[string]string{"LD_LIBRARY_PATH": folder}}.library()
	judged(t, checks, Warning, "/nowhere/ld.so", "no such file", soname)
}

// TestProgramThatTheLoaderRefuses: its words are told.
func TestProgramThatTheLoaderRefuses(t *testing.T) {
	folder := t.TempDir()
	shared(t, folder, soname, second)
	program := solver(t, folder)
	file, err := os.OpenFile(program, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt([]byte{99}, elf.EI_OSABI); err != nil {
		t.Fatal(err)
	}
	_, checks := Patient{Program: program}.library()
	judged(t, checks, Problem, program, "the loader", "OS ABI")
}

// TestStaticProgram: the loader fails with it, and it is whole.
func TestStaticProgram(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "static")
	compiled(t, "-static", "-nostdlib", "-Wl,-e,main", "-o", program, written(t, folder, "static.c", "int main(void) { return 0; }\n"))
	_, checks := Patient{Program: program}.library()
	judged(t, checks, Problem, "is not linked with")
}
