//go:build hdf5

package compare

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/hdf5file/oddfile"
)

// A comparison of less than everything is never SAME: what cannot be compared counts, unless it is left out by name.
func TestPartialIsNeverSame(t *testing.T) {
	folder := t.TempDir()
	odd, kinds := filepath.Join(folder, "odd.h5"), filepath.Join(folder, "kinds.h5")
	if err := oddfile.Make(odd, false); err != nil {
		t.Fatal(err)
	}
	if err := oddfile.MakeKinds(kinds, false); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{odd, kinds} {
		r := run(t, path, path, Options{})
		if r.Same || !strings.Contains(r.Summary, "not compared (") && !r.Unreadable() || !strings.Contains(string(r.JUnit()), "not compared: ") {
			t.Errorf("%s: same %v, %q, skipped %v", path, r.Same, r.Summary, r.Skipped)
		}
		var left []string
		for _, s := range r.Skipped {
			if s.Counts {
				left = append(left, s.Path)
			}
		}
		if r = run(t, path, path, Options{Exclude: left}); !r.Same || !strings.Contains(r.Summary, "left out by name") || strings.Contains(string(r.JUnit()), `failures="0"`) == false {
			t.Errorf("%s without %v: same %v, %q", path, left, r.Same, r.Summary)
		}
	}
}

// Where no element at all was compared there is no verdict.
func TestNothingComparedIsNoVerdict(t *testing.T) {
	folder := t.TempDir()
	odd := filepath.Join(folder, "odd.h5")
	if err := oddfile.Make(odd, false); err != nil {
		t.Fatal(err)
	}
	rho := save(t, cells, map[string][]float64{"rho": field(1, cells)})
	other := save(t, cells, map[string][]float64{"T": field(1, cells)})
	for what, c := range map[string]struct {
		a, b string
		o    Options
	}{
		"an empty array":              {odd, odd, Options{Include: []string{"zero-sized"}}},
		"extra fields alone, ignored": {rho, other, Options{IgnoreExtra: true, Include: []string{"T"}}},
		"nothing of the names":        {rho, rho, Options{Exclude: []string{"*"}}},
	} {
		if r, err := Files(c.a, c.b, c.o); err == nil || !strings.Contains(err.Error(), "nothing to compare") {
			t.Errorf("%s: %+v %v", what, r, err)
		}
	}
	if err := os.Remove(odd); err != nil {
		t.Fatal(err)
	}
}
