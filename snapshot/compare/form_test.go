//go:build hdf5

package compare

import (
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot/hdf5file/oddfile"
)

// Equal bytes under other names are not the same.
func TestEqualBytesOfOtherNames(t *testing.T) {
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a.h5"), filepath.Join(folder, "b.h5")
	for path, other := range map[string]bool{a: false, b: true} {
		if err := oddfile.MakeForms(path, other); err != nil {
			t.Fatal(err)
		}
	}
	if r := run(t, a, a, Options{}); !r.Same {
		t.Errorf("with itself: %q", r.Summary)
	}
	reasons := map[string]string{
		"enumeration": "enumeration {RED=0, BLUE=1} against enumeration {BLUE=0, RED=1}", "compound": "compound {u, v} against compound {v, u}",
		"enumeration in a compound": "compound {u, v} against one of other parts", "opaque": "opaque miles against opaque km",
		"array": "array against one of other parts", "bit field": "type against one of other parts",
	}
	for _, f := range run(t, a, b, Options{}).Fields {
		if want := reasons[name(f.Path)]; f.Same != (want == "") || !strings.Contains(f.Reason, want) {
			t.Errorf("%s: same %v, %q, expected %q", f.Path, f.Same, f.Reason, want)
		}
	}
}
