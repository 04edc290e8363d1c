//go:build hdf5

package compare

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/hdf5"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file/oddfile"
)

// What HDF5 cannot read in one file is not missing there, and not extra in the other: there is no verdict.
func TestUnreadableIsNotMissing(t *testing.T) {
	cells := [3]int{16, 12, 4}
	whole := save(t, cells, map[string][]float64{"rho": field(1, cells), "T": field(2, cells)}, snapshot.Deflate(3))
	layout := []byte{4, 0, 0, 0, 12, 0, 0, 0, 16, 0, 0, 0, 8, 0, 0, 0}
	damaged := changed(t, whole, layout, 9, 8)
	for _, c := range []struct {
		ref, new string
		o        Options
	}{{whole, damaged, Options{}}, {damaged, whole, Options{}}, {damaged, damaged, Options{}}} {
		r := run(t, c.ref, c.new, c.o)
		if len(r.Missing)+len(r.Extra) != 0 || r.Same || !r.Unreadable() || !strings.Contains(r.Summary, "1 cannot be read (") ||
			!strings.Contains(r.Skipped[0].Reason, "cannot be read: ") {
			t.Errorf("%s against %s: %q, missing %v, extra %v, skipped %v", c.ref, c.new, r.Summary, r.Missing, r.Extra, r.Skipped)
		}
	}
	bad := filepath.Base(run(t, whole, damaged, Options{}).Skipped[0].Path)
	renamed := Options{Rename: map[string]string{"rho": "T", "T": "rho"}}
	if r := run(t, whole, damaged, renamed); len(r.Missing)+len(r.Extra) != 0 || !r.Unreadable() {
		t.Errorf("renamed: %q, missing %v, extra %v", r.Summary, r.Missing, r.Extra)
	}
	if r := run(t, whole, damaged, Options{Exclude: []string{bad}}); r.Unreadable() || !r.Same {
		t.Errorf("left out: %q", r.Summary)
	}
}

// Links that lead in a circle hold no data: a file with them is the same as itself.
func TestLinksInCircles(t *testing.T) {
	cells := [3]int{4, 3, 2}
	path := save(t, cells, map[string][]float64{"rho": field(1, cells)})
	for _, l := range [][3]string{{"self", "", "/self"}, {"one", "", "/two"}, {"two", "", "/one"}, {"within", "", "/within/x"},
		{"outside", filepath.Base(path), "/outside"}} {
		if err := oddfile.Link(path, l[0], l[1], l[2]); err != nil {
			t.Fatal(err)
		}
	}
	if r := run(t, path, path, Options{}); !r.Same || !strings.Contains(r.Summary, "5 without data passed over") {
		t.Errorf("%q %+v", r.Summary, r.Skipped)
	}
}

// The time of a comparison does not grow with the depth of its groups by more than their names do: HDF5 opens a path from the root in
// the time of the cube of its parts, which took eight minutes here.
func TestDeepGroups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep.h5")
	file, err := hdf5.CreateFile(path, hdf5.F_ACC_TRUNC)
	if err != nil {
		t.Fatal(err)
	}
	at := &file.CommonFG
	var groups []*hdf5.Group
	for range 1600 {
		group, err := at.CreateGroup("g")
		if err != nil {
			t.Fatal(err)
		}
		groups = append(groups, group)
		at = &group.CommonFG
	}
	for _, group := range groups {
		_ = group.Close()
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if _, err := Files(path, path, Options{}); err == nil || !strings.Contains(err.Error(), "nothing to compare") {
		t.Error(err)
	}
	if took := time.Since(begin); took > 2*time.Minute {
		t.Errorf("%v", took)
	}
}
