//go:build hdf5

package series

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot/compare"
	"drawbridge/snapshot/hdf5file/oddfile"
)

// The time of another program's file is a dataset; where there is none, no time is told, and none is invented.
func TestTimesOfOtherPrograms(t *testing.T) {
	for name, want := range map[string]string{"time": "(t = 2.5 s)", "Time": "(t = 2.5 s)", "": "(no time)", "clock": "(no time)"} {
		write := func(first float64) string {
			folder := t.TempDir()
			for step := range 2 {
				path := filepath.Join(folder, fmt.Sprintf("plt%04d.h5", step))
				if err := oddfile.MakeForeign(path, name, 2.5+float64(step), first); err != nil {
					t.Fatal(err)
				}
			}
			return folder
		}
		r := folders(t, write(1), write(2), compare.Options{})
		text, err := json.Marshal(r)
		if err != nil || !strings.Contains(r.Summary, want) || strings.Contains(string(text), `"time":2.5`) != strings.Contains(want, "2.5") || strings.Contains(string(text), `"time":0`) {
			t.Errorf("%q: %q, expected %q; %v", name, r.Summary, want, err)
		}
	}
}
