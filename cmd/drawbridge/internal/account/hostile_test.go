package account

import (
	"os"
	"path/filepath"
	"testing"

	"drawbridge/files/filestest"
)

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
