package compare

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/files/filestest"
)

func TestHostileTolerances(t *testing.T) {
	read := func(path string) func() error {
		return func() error { return new(Options).ReadFile(path) }
	}
	for path, want := range map[string]string{filestest.Pipe(t, "t.yaml"): "a pipe", "/dev/zero": "a device"} {
		filestest.Refused(t, path, want, read(path))
	}
	for text, want := range map[string]string{filestest.Bomb(9): "aliases", strings.Repeat("[", 10_000): "deep", "nan: |\n  same\n" + strings.Repeat("\n", 50_000): "blank lines"} {
		path := filepath.Join(t.TempDir(), "t.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		filestest.Refused(t, text[:20], want, read(path))
	}
}
