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
