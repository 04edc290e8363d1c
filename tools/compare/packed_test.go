//go:build hdf5

package compare

import (
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/hdf5file/oddfile"
)

// Data packed by a filter that is not here count as not compared, with its name and what to do; the rest is compared.
func TestFiltersThatAreMissing(t *testing.T) {
	for filter, want := range map[int]string{32000: "packed by the filter LZF (number 32000), which this HDF5 lacks; name its plugin's folder in HDF5_PLUGIN_PATH",
		40000: "packed by the filter (number 40000)"} {
		path := filepath.Join(t.TempDir(), "a.h5")
		if err := oddfile.MakePacked(path, filter); err != nil {
			t.Fatal(err)
		}
		r, err := Files(path, path, Options{})
		if err != nil {
			t.Errorf("filter %d: %v", filter, err)
			continue
		}
		if r.Same || len(r.Fields) != 1 || len(r.Skipped) != 1 || !strings.Contains(r.Skipped[0].Reason, want) {
			t.Errorf("filter %d: same %v, %q, %+v", filter, r.Same, r.Summary, r.Skipped)
		}
		if r := run(t, path, path, Options{Exclude: []string{"packed"}}); !r.Same {
			t.Errorf("without it: %q", r.Summary)
		}
	}
}
