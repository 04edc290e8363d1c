package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// A comparison that is kept runs without compilers, on a (fake) GPU too; it finds what differs, and is not used for other files.
func TestAPreparedComparisonNeedsNoCompiler(t *testing.T) {
	compilers(t)
	fakeGPU(t)
	gpp := os.Getenv("PATH") // the fake NVRTC runs g++
	files, list, _ := translated(t, "packs.f90")
	o := Options{Points: 40, Seed: 3, Limit: time.Minute, GPU: true, Ranges: map[string]Range{"sizes.n": {Low: 1, High: 5}}, Ready: filepath.Join(t.TempDir(), "check"), Prepare: true}
	if results, err := Run(files, list, o); err != nil || results != nil {
		t.Fatal(results, err)
	}
	// a path with g++ and without gfortran
	bin := t.TempDir()
	for _, folder := range filepath.SplitList(gpp) {
		for _, name := range []string{"g++", "sh", "as", "ld", "cat", "rm", "mktemp"} {
			if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
				_ = os.Symlink(filepath.Join(folder, name), filepath.Join(bin, name))
			}
		}
	}
	t.Setenv("PATH", bin)
	o.Prepare = false
	results, err := Run(files, list, o)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, r := range results {
		if r.Different > 0 || r.Trouble != "" || r.GPU.Beyond > 0 || r.Types == 0 {
			t.Errorf("%+v", r)
		}
		if r.GPU.Points > 50 {
			compared++
		}
	}
	if compared < 8 {
		t.Errorf("%d routines were compared on the GPU", compared)
	}
	o.spoil = func(text string) string {
		return strings.Replace(text, "  const int t = threadIdx.x;", "  const int t = threadIdx.x; if (t == 3) return;", 1)
	}
	if results, err = Run(files, list, o); err != nil || results[0].GPU.Beyond == 0 {
		t.Errorf("%+v %v", results[0], err)
	}
	text, err := os.ReadFile(files[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	other := written(t, filepath.Join(t.TempDir(), "packs.f90"), strings.Replace(string(text), "1.", "2.", 1))
	list = translate.All(tree.Resolve([]*source.File{other}))
	if _, err = Run([]*source.File{other}, list, o); err == nil || !strings.Contains(err.Error(), "the check needs gfortran") || !strings.Contains(err.Error(), "--prepare") {
		t.Error(err)
	}
}

// Where the compilers are, --check compiles: what flags name may have changed since --prepare, and no stamp has it.
func TestAPreparedComparisonIsNotUsedWhereCompilersAre(t *testing.T) {
	compilers(t)
	folder := t.TempDir()
	f := written(t, filepath.Join(folder, "a.F90"), "subroutine s(x)\nreal(8), intent(inout) :: x\nx = x + 1\nend subroutine\n")
	list := translate.All(tree.Resolve([]*source.File{f}))
	o := Options{Points: 10, Seed: 1, Limit: time.Minute, Ready: filepath.Join(folder, "check"), Prepare: true}
	if _, err := Run([]*source.File{f}, list, o); err != nil {
		t.Fatal(err)
	}
	old := "#!/bin/sh\nexit 3\n"
	if err := os.WriteFile(filepath.Join(o.Ready, program), []byte(old), 0o755); err != nil {
		t.Fatal(err)
	}
	o.Prepare = false
	results, err := Run([]*source.File{f}, list, o)
	if err != nil || results[0].Points < 10 || results[0].Different > 0 {
		t.Error("the kept program ran: ", err, results)
	}
}
