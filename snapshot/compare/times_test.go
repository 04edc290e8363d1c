//go:build hdf5

package compare

import (
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/snapshot/hdf5file/oddfile"
	"drawbridge/snapshot/trial"
)

// at writes the same field at a moment.
func at(t *testing.T, time float64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.h5")
	g := snapshot.Grid{Cells: [3]int{2, 1, 1}, Spacing: [3]float64{1, 1, 1}, Step: 3, Time: time}
	if err := trial.Save(path, g, []trial.Field{{Name: "rho", Unit: "1", Values: []float64{1, 2}}}); err != nil {
		t.Fatal(err)
	}
	return path
}

// Equal fields at two times are not the same state; rounding and a tolerance of the time are allowed.
func TestTimesThatDiffer(t *testing.T) {
	named := func(tolerance Tolerance) Options {
		return Options{PerField: map[string]Tolerance{"time": tolerance}}
	}
	for what, c := range map[string]struct {
		a, b float64
		o    Options
		same bool
	}{
		"equal":               {2.5, 2.5, Options{}, true},
		"rounded":             {2.5, 2.5 * (1 + 5e-13), Options{}, true},
		"apart":               {2.5, 2.5 * (1 + 5e-12), Options{}, false},
		"zero and tiny":       {0, 1e-30, Options{}, false},
		"within --rel":        {2.5, 2.5000001, Options{Tolerance: Tolerance{Relative: 1e-6}}, true},
		"within --norm":       {2.5, 2.5000001, Options{Tolerance: Tolerance{Norm: 1e-6}}, true},
		"--abs is for fields": {1e-6, 2e-6, Options{Tolerance: Tolerance{Absolute: 1}}, false},
		"within its own":      {1e-6, 2e-6, named(Tolerance{Absolute: 1}), true},
		"beyond its own":      {1, 2, named(Tolerance{Absolute: .5}), false},
		"left out":            {1, 2, Options{Exclude: []string{"time"}}, true},
		"of one field alone":  {1, 2, Options{Include: []string{"rho"}}, false},
	} {
		r := run(t, at(t, c.a), at(t, c.b), c.o)
		if r.Same != c.same || r.TimesDiffer == c.same || strings.Contains(r.Summary, "times differ") == c.same {
			t.Errorf("%s: same %v, %q", what, r.Same, r.Summary)
		}
		if failed := strings.Contains(string(r.JUnit()), `failures="1"`); failed == c.same {
			t.Errorf("%s: %s", what, r.JUnit())
		}
	}
	if r := run(t, at(t, 1), at(t, 2), Options{Exclude: []string{"time"}}); !strings.Contains(r.Summary, "1 left out by name") {
		t.Errorf("left out: %q", r.Summary)
	}
}

// A time that one file alone keeps is told and does not count.
func TestTimeOfOneFileAlone(t *testing.T) {
	folder := t.TempDir()
	with, without := filepath.Join(folder, "with.h5"), filepath.Join(folder, "without.h5")
	for path, name := range map[string]string{with: "time", without: ""} {
		if err := oddfile.MakeForeign(path, name, 2.5, 1); err != nil {
			t.Fatal(err)
		}
	}
	r := run(t, without, with, Options{IgnoreExtra: true})
	if !r.Same || !strings.Contains(r.Summary, "times not compared: none in "+without) || !strings.Contains(string(r.JUnit()), `skipped="1"`) {
		t.Errorf("same %v, %q\n%s", r.Same, r.Summary, r.JUnit())
	}
}
