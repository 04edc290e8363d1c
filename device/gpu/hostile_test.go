package gpu

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

func TestHostileDrivers(t *testing.T) {
	pipe := filestest.Pipe(t, "libcuda.so.1")
	for _, path := range []string{pipe, pipe[:len(pipe)-len("/libcuda.so.1")]} {
		filestest.Refused(t, path, "a pipe", func() error { _, err := Count(word, path); return err })
	}
}

// FuzzEntry: no bytes in the place of a cache entry are taken for a kernel, unless they are one that was put there.
func FuzzEntry(f *testing.F) {
	e := cacheEntry(f.TempDir(), "k", []string{"a"}, "")
	if err := e.write([]byte("code")); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(e.path)
	if err != nil {
		f.Fatal(err)
	}
	for _, data := range [][]byte{whole, whole[:40], whole[4:], {}, make([]byte, 32), make([]byte, 64)} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e := entry{t.TempDir() + "/" + e.path[len(e.path)-20:]}
		if err := os.WriteFile(e.path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if code, ok := e.read(); ok {
			t.Errorf("%d bytes are taken for the kernel %q", len(data), code)
		}
	})
}
