package species

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/files/filestest"
)

// What is no mechanism is refused in time, whatever it is, and never fills the memory.
func TestHostileFiles(t *testing.T) {
	open := func(path string) func() error {
		return func() error { _, err := Open(path); return err }
	}
	for path, want := range map[string]string{filestest.Pipe(t, "m.yaml"): "a pipe", "/dev/zero": "a device", t.TempDir(): "a folder"} {
		filestest.Refused(t, path, want, open(path))
	}
	for text, want := range map[string]string{
		strings.Repeat("[", 100_000): "deep", strings.Repeat("- ", 10_000): "deep", strings.Repeat("{a: ", 10_000): "deep",
		"phases: [{name: a}]\nspecies: []\n---\nspecies: [{name: O2}]\n": "line 3: a second document",
		filestest.Bomb(9): "aliases", strings.Repeat("a", 40<<20): "too large",
		"description: |\n  x\n" + strings.Repeat("\n", 50_000): "blank lines", strings.Repeat("@", 3_000_000): "values and signs", strings.Repeat("!\n", 250_000): "tags",
	} {
		path := filepath.Join(t.TempDir(), "m.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		filestest.Refused(t, text[:20], want, open(path))
	}
}
