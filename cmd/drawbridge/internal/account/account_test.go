package account

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/files/filestest"
)

// FuzzAccount: whatever is given to `drawbridge report` ends in an account or an error.
func FuzzAccount(f *testing.F) {
	for _, text := range []string{`{"run":"fortran","ranks":1,"cells":1,"steps":1,"step_seconds":1,"routines":[{"name":"a","calls":1,"seconds":1}]}`,
		`{"run":"bridge","steps":1,"step_seconds":1e-300,"routines":[{}]}`, `{"device":"x","kernels":[null]}`, `{"run":null}`, `{"run":"x"}`, `[`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "r.json")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		filestest.Bounded(t, func() { _, _ = Read(path); _, _ = Read(path, path) })
	})
}

func TestHostileFiles(t *testing.T) {
	read := func(path string) func() error {
		return func() error { _, err := Read(path); return err }
	}
	for path, want := range map[string]string{filestest.Pipe(t, "r.json"): "a pipe", "/dev/zero": "a device"} {
		filestest.Refused(t, path, want, read(path))
	}
	for _, text := range []string{`{"device":"x","kernels":[null]}`, `{"device":"x","copies":[null]}`} {
		path := filepath.Join(t.TempDir(), "r.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		filestest.Refused(t, text, "null", read(path))
	}
}

// Two reports of the library, of any solver, are set side by side; a third is refused by name.
func TestTwoReports(t *testing.T) {
	var paths []string
	for _, text := range []string{`{"device":"x","kernels":[{"name":"k","calls":1,"seconds":2},{"name":"none"}]}`,
		`{"device":"x","kernels":[{"name":"k","calls":1,"seconds":1}],"copies":[{"name":"in T","calls":1,"seconds":3}]}`} {
		paths = append(paths, filepath.Join(t.TempDir(), "r.json"))
		if err := os.WriteFile(paths[len(paths)-1], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, err := Read(paths...)
	if err != nil || len(a.Lines) != 2 || a.Lines[0] != (Pair{"k", 2, 1, 2}) || a.Lines[1] != (Pair{"in T", 0, 3, 0}) {
		t.Errorf("%v: %+v", err, a)
	}
	if _, err := Read(paths[0], paths[1], paths[0]); err == nil || !strings.Contains(err.Error(), "a third report") {
		t.Errorf("a third report: %v", err)
	}
}
