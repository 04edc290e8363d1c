//go:build hdf5

package section

import (
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/hdf5file"
	"drawbridge/tools/hdf5file/oddfile"
)

// Of another program's file the field is drawn, not its counters and axes; lengths it has none, so --at is refused.
func TestForeignFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.h5")
	if err := oddfile.MakeForeign(path, "time", 2.5, 1); err != nil {
		t.Fatal(err)
	}
	f, err := hdf5file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if p, err := Plane(f, nil, Cut{}); err != nil || p.Panels[0].Name != "rho" || p.Panels[0].Columns != 4 {
		t.Errorf("%+v %v", p, err)
	}
	if p, err := Plane(f, []string{"/rho"}, Cut{Axis: "z", At: []float64{2.2}}); err == nil || !strings.Contains(err.Error(), "no coordinates") {
		t.Errorf("%+v %v", p, err)
	}
}
