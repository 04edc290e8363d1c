//go:build hdf5

package compare

import (
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/hdf5file/oddfile"
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
		"enumeration in a compound": "member u: enumeration {RED=0, BLUE=1} against enumeration {BLUE=0, RED=1}", "opaque": "opaque miles against opaque km",
		"array": "array of 2 x 3 against array of 3 x 2", "bit field": "bit field of 4 bytes against one of other parts",
		"number in a compound": "member w.u: integer of 4 bytes against float of 4 bytes", "byte order in a compound": "member u: integer of 4 bytes against one of other parts",
		"enumeration in an array": "elements: enumeration {RED=0, BLUE=1} against enumeration", "place in a compound": "member w: at byte 4 against byte 0",
		"more members": "compound {w, v} against compound {w}",
	}
	for _, f := range run(t, a, b, Options{}).Fields {
		if want := reasons[name(f.Path)]; f.Same != (want == "") || !strings.Contains(f.Reason, want) {
			t.Errorf("%s: same %v, %q, expected %q", f.Path, f.Same, f.Reason, want)
		}
	}
}
