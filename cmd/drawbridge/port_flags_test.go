package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// compiledBy answers the command that port prints for a library.
func compiledBy(t *testing.T, printed string) string {
	t.Helper()
	_, command, _ := strings.Cut(printed, "a library to load: ")
	command, _, _ = strings.Cut(command, "\n")
	if _, err := exec.LookPath("gfortran"); err == nil && command != "" {
		run := exec.Command("sh", "-c", command)
		run.Dir = t.TempDir()
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", command, err, out)
		}
	}
	return command
}

// Each file has its own flags, by whatever path it is named; one without a command is refused, and counted in the survey.
func TestPortFollowsCompileCommands(t *testing.T) {
	folder, out := t.TempDir(), t.TempDir()
	real, link := filepath.Join(folder, "real"), filepath.Join(folder, "link")
	if err := os.MkdirAll(real, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip("skipped: no symbolic links here: paths through them were not tried")
	}
	for _, name := range []string{"u", "v", "w"} {
		text := fmt.Sprintf("subroutine %s(x)\nreal(8), intent(inout) :: x\n#ifndef N\n#define N -1\n#endif\nx = x*N\nend subroutine\n", name)
		if err := os.WriteFile(filepath.Join(real, name+".F90"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list := func(name, u, v string) string {
		text := `[{"directory": "%s", "arguments": ["gfortran", %s, "-c", "u.F90"], "file": "u.F90"}, {"directory": "%s", "arguments": ["gfortran", %s, "v.F90"], "file": "v.F90"}]`
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, fmt.Appendf(nil, text, real, u, link, v), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	differ, same := list("differ.json", `"-DN=2"`, `"-DN=(2 + 1)"`), list("same.json", `"-DN=(2 + 1)"`, `"-DN=(2 + 1)"`)
	u, v, w := filepath.Join(link, "u.F90"), filepath.Join(real, "v.F90"), filepath.Join(link, "w.F90")

	printed := expect(t, 0, "2 of 2 routines translated", "", "port", u, v, "-o", out, "--compile-commands", differ)
	if text, err := os.ReadFile(filepath.Join(out, "kernels.cpp")); err != nil || !strings.Contains(string(text), "(*v_x) * 2.0") || !strings.Contains(string(text), "(*v_x) * 3.0") {
		t.Errorf("%s %v", text, err)
	}
	if got, want := compiledBy(t, printed), "gfortran -c -fPIC -O2 -frecursive -w -DN=2 -o "+out+"/1_u.F90.o "+u+" && gfortran -c -fPIC -O2 -frecursive -w '-DN=(2 + 1)' -o "+out+"/2_v.F90.o "+v+" && "; !strings.HasPrefix(got, want) {
		t.Errorf("%s\nexpected %s", got, want)
	}
	printed = expect(t, 0, "2 of 2 routines translated", "", "port", u, v, "-o", out, "--compile-commands", same)
	if got, want := compiledBy(t, printed), "gfortran -shared -fPIC -O2 -frecursive -w '-DN=(2 + 1)' -o "; !strings.HasPrefix(got, want) {
		t.Errorf("%s\nexpected %s", got, want)
	}
	expect(t, 2, "", "differ.json has no command for "+w+"; give the list of the build that compiles the file", "port", u, w, "-o", out, "--compile-commands", differ)
	expect(t, 0, "1 files have no command in "+differ+", and were read with --flags alone; the first one is "+filepath.Join(real, "w.F90"), "", "port", "--report", real, "-o", out, "--compile-commands", differ)
}

// A comma belongs to the flag, and flags that a comma joins are refused.
func TestPortTakesFlagsApartAsAShellDoes(t *testing.T) {
	list := write(t, "list.F90", "subroutine s(x)\nreal(8), intent(inout) :: x(2)\nx = x + (/LIST/)*N\nend subroutine\n")
	printed := expect(t, 0, "1 of 1 routines translated", "", "port", list, "-o", t.TempDir(), "--flags", "-DLIST=2d0,3d0 '-DN=(2 + 1)'")
	if got, want := compiledBy(t, printed), " -DLIST=2d0,3d0 '-DN=(2 + 1)' -o "; !strings.Contains(got, want) {
		t.Errorf("%s lacks %s", got, want)
	}
	expect(t, 2, "", "--flags has -fdefault-real-8,-fdefault-double-8; write a blank between flags, not a comma", "port", list, "-o", t.TempDir(), "--flags", "-DLIST=2,3 -DN=1 -fdefault-real-8,-fdefault-double-8")
}
