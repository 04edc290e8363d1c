package cuda

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"drawbridge/files/filestest"
)

// A pipe, a device or foreign bytes in the place of an entry are as if nothing were there, and are replaced.
func TestHostileEntries(t *testing.T) {
	folder := t.TempDir()
	e := cacheEntry(folder, "k", []string{"a"}, "")
	read := func() error {
		if _, whole := e.read(); whole {
			return errors.New("taken")
		}
		return errors.New("not taken")
	}
	pipe := filestest.Pipe(t, "p")
	for what, plant := range map[string]func() error{
		"a pipe":        func() error { return os.Rename(pipe, e.path) },
		"a device":      func() error { return os.Symlink("/dev/zero", e.path) },
		"foreign bytes": func() error { return os.WriteFile(e.path, make([]byte, 100), 0o600) },
		"too short":     func() error { return os.WriteFile(e.path, []byte("x"), 0o600) },
		"another's entry": func() error {
			other := cacheEntry(folder, "k", []string{"b"}, "")
			return errors.Join(other.write([]byte("code")), os.Rename(other.path, e.path))
		},
		"a truncated entry": func() error { return errors.Join(e.write([]byte("code of a kernel")), os.Truncate(e.path, 40)) },
	} {
		if err := errors.Join(os.RemoveAll(e.path), plant()); err != nil {
			t.Fatal(err)
		}
		filestest.Refused(t, what, "not taken", read)
		filestest.Refused(t, what, "claimed", func() error { return errors.Join(e.claim([]byte("fresh")), errors.New("claimed")) })
		if data, whole := e.read(); !whole || string(data) != "fresh" {
			t.Errorf("%s: %q %v after a fresh one was put", what, data, whole)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.part-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
