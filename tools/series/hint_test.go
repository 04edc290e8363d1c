//go:build hdf5

package series

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/snapshottest"
)

// stepsOf writes steps 1, 2 ...: each has one value and its time.
func stepsOf(t *testing.T, shift float64, values ...float64) string {
	t.Helper()
	folder := t.TempDir()
	for i, value := range values {
		g := snapshot.Grid{Cells: [3]int{2, 1, 1}, Spacing: [3]float64{1, 1, 1}, Step: i + 1, Time: float64(i) + shift}
		if err := snapshottest.Save(filepath.Join(folder, "s"+strconv.Itoa(i+1)+".h5"), g, []snapshottest.Field{{Name: "rho", Unit: "1", Values: []float64{value, 2}}}); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// A series has a hint where one tolerance, or one option, is enough for all its steps; with it the two are the same.
func TestHintOfSeries(t *testing.T) {
	last := math.Nextafter(1, 2)
	ref := stepsOf(t, 0, 1, 1, 1)
	rtol := compare.Options{Tolerance: compare.Tolerance{OfReference: 2.3e-16}}
	for what, c := range map[string]struct {
		folder, hint string
		o            compare.Options
	}{
		"round-off":                     {stepsOf(t, 0, 1, last, 1), "--rtol 2.3e-16", rtol},
		"round-off and a larger one":    {stepsOf(t, 0, 1, last, 1.1), "", rtol},
		"times":                         {stepsOf(t, 5, 1, 1, 1), "--exclude time", compare.Options{Exclude: []string{"time"}}},
		"times and round-off":           {stepsOf(t, 5, 1, last, 1), "", rtol},
		"round-off, and a step lacking": {stepsOf(t, 0, 1, last), "", rtol},
	} {
		r, err := Folders(ref, c.folder, compare.Options{}, nil)
		if err != nil || r.Same || (c.hint == "") != (r.Hint == "") || !strings.Contains(r.Hint, c.hint) {
			t.Errorf("%s: %v %q, hint %q, expected %q", what, err, r.Summary, r.Hint, c.hint)
			continue
		}
		if r, err = Folders(ref, c.folder, c.o, nil); err != nil || r.Same != (c.hint != "") {
			t.Errorf("%s, as the hint says: %v %q", what, err, r.Summary)
		}
	}
}
