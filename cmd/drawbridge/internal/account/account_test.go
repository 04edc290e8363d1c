package account

import (
	"os"
	"path/filepath"
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
