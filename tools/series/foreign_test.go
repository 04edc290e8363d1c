//go:build hdf5

package series

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
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

// Steps of other times are not the same steps, however equal their fields.
func TestStepsOfOtherTimes(t *testing.T) {
	write := func(second float64) string {
		folder := t.TempDir()
		for step, time := range []float64{1, second} {
			g := snapshot.Grid{Cells: [3]int{2, 1, 1}, Spacing: [3]float64{1, 1, 1}, Step: step, Time: time}
			if err := snapshottest.Save(filepath.Join(folder, fmt.Sprintf("s%d.h5", step)), g, []snapshottest.Field{{Name: "rho", Unit: "1", Values: []float64{1, 2}}}); err != nil {
				t.Fatal(err)
			}
		}
		return folder
	}
	r := folders(t, write(2), write(3), compare.Options{})
	if want := "1 of 2 steps different, the first is step 1 (t = 2 s), times differ: 2 s against 3 s"; r.Same || r.Summary != want {
		t.Errorf("same %v, %q, expected %q", r.Same, r.Summary, want)
	}
	if text := string(r.JUnit()); !strings.Contains(text, `failures="1"`) || !strings.Contains(text, `name="step 1 time"`) {
		t.Errorf("%s", text)
	}
}

// Times that are not finite are no axis.
func TestGrowthOfTimesThatAreNotFinite(t *testing.T) {
	for _, odd := range []float64{math.NaN(), math.Inf(1)} {
		write := func(first float64) string {
			folder := t.TempDir()
			for step, time := range []float64{1, odd} {
				if err := oddfile.MakeForeign(filepath.Join(folder, fmt.Sprintf("s%d.h5", step)), "time", time, first); err != nil {
					t.Fatal(err)
				}
			}
			return folder
		}
		r := folders(t, write(1), write(2), compare.Options{})
		if h := r.Growth(); h == nil || h.X != "step" {
			t.Errorf("%v: %+v", odd, h)
		}
	}
}
