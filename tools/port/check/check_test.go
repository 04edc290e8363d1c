package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// compilers skips a test where a compiler is missing.
func compilers(t *testing.T) {
	t.Helper()
	for _, name := range []string{"gfortran", "g++", "objcopy"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("skipped: %s is not in the PATH: no translation was compared with its Fortran", name)
		}
	}
}

// translated reads files of testdata and translates all of it.
func translated(t *testing.T, names ...string) ([]*source.File, []*translate.Routine, *tree.Program) {
	t.Helper()
	var files []*source.File
	for _, name := range names {
		f, err := source.Read(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	world := tree.Resolve(files)
	return files, translate.All(world), world
}

// written reads a text as a file that the compiler finds too.
func written(t *testing.T, path, text string) *source.File {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := source.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestTrapsHaveTheBitsOfFortran(t *testing.T) {
	compilers(t)
	for _, name := range []string{"traps.f90", "traps.f"} {
		files, list, world := translated(t, name)
		for _, p := range world.Procedures {
			if p.Fault != nil {
				t.Errorf("%s is refused: %v", p.Name, p.Fault)
			}
		}
		results, err := Run(files, list, Options{Points: 300, Seed: 1, Limit: 2 * time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		values := 0
		for _, r := range results {
			values += r.Values
			if r.Different > 0 || r.Trouble != "" || r.Points < 300 {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if values < 1000 {
			t.Errorf("%s: %d values", name, values)
		}
	}
}

func TestAWrongTranslationIsFound(t *testing.T) {
	compilers(t)
	files, list, _ := translated(t, "traps.f")
	for _, r := range list {
		if r.Procedure.Name == "horner" {
			changed := strings.Replace(r.Text, "((v_s * (*v_t))", "((v_s + (*v_t))", 1)
			if changed == r.Text {
				t.Fatal("nothing to break")
			}
			r.Text = changed
		}
	}
	results, err := Run(files, list, Options{Points: 50, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if wrong := r.Different > 0; wrong != (r.Routine == "horner") {
			t.Errorf("%s: %d of %d values differ", r.Routine, r.Different, r.Values)
		}
		if r.Routine == "horner" && r.Worst["the result"].ULP == 0 {
			t.Errorf("the worst is not named: %+v", r)
		}
	}
}

func TestBranchesAndRanges(t *testing.T) {
	compilers(t)
	files, list, _ := translated(t, "traps.f")
	results, err := Run(files, list, Options{Points: 40, Seed: 3, Ranges: map[string]Range{"old.n": {Low: -2, High: 0}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Routine == "old" && (len(r.Branches) != 2 || r.Branches[0][0] != 40 || r.Branches[0][1] != 0 || r.Lines[0] != 12) {
			t.Errorf("with n below 1 each point takes the first branch: %+v", r)
		}
	}
}

func TestSetupAndFilesThatDoNotCompile(t *testing.T) {
	compilers(t)
	files, list, _ := translated(t, "shared.f90")
	results, err := Run(files, list, Options{Points: 5, Seed: 1, Setup: filepath.Join("testdata", "setup.f90")})
	if err != nil || len(results) != 1 || results[0].Different > 0 || results[0].Points != 5 {
		t.Fatalf("%+v %v", results, err)
	}
	if results[0].Branches[0] != [2]int{5, 0} {
		t.Errorf("the setup sets limit = 7: %+v", results[0])
	}
	files, list, _ = translated(t, "broken.f90")
	if _, err := Run(files, list, Options{Points: 5}); err == nil || !strings.Contains(err.Error(), "the Fortran does not compile") {
		t.Errorf("%v", err)
	}
}

func TestALoopWithoutEndAndAReadOfNothing(t *testing.T) {
	compilers(t)
	files, list, _ := translated(t, "hostile.f90")
	results, err := Run(files, list, Options{Points: 5, Seed: 1, Limit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		switch r.Routine {
		case "endless":
			if r.Points != 0 || r.Reasons["a loop of more than 100000 steps"] == 0 {
				t.Errorf("%+v", r)
			}
		case "unset":
			if r.Points != 0 || r.Undefined == 0 {
				t.Errorf("%+v", r)
			}
		case "beyond":
			if r.Points != 0 || r.Reasons["an index out of bounds"] == 0 {
				t.Errorf("%+v", r)
			}
		default:
			t.Errorf("%+v", r)
		}
	}
}
