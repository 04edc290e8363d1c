package cuda

import (
	"os"
	"testing"
)

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
