//go:build hdf5

package compare

import (
	"encoding/json"
	"math"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
)

// at writes the same field at a moment.
func at(t *testing.T, time float64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.h5")
	g := snapshot.Grid{Cells: [3]int{2, 1, 1}, Spacing: [3]float64{1, 1, 1}, Step: 3, Time: time}
	if err := snapshottest.Save(path, g, []snapshottest.Field{{Name: "rho", Unit: "1", Values: []float64{1, 2}}}); err != nil {
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

// kept writes a file whose time is a dataset of a name or path, or, for a name that begins with @, an attribute of the root.
func kept(t *testing.T, name string, time float64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.h5")
	attribute, noted := strings.CutPrefix(name, "@")
	if noted {
		name = ""
	}
	err := oddfile.MakeForeign(path, name, time, 1)
	if err == nil && noted {
		err = oddfile.Note(path, attribute, time)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// The time answers to its own name and to the name time, wherever it is kept, and is judged once.
func TestNamesOfTheTime(t *testing.T) {
	for _, kind := range []string{"time", "Time", "TIME", "@time", "@Time", "VTKHDF/FieldData/TimeValue", "VTKHDF/Steps/Values"} {
		a, b := kept(t, kind, 1), kept(t, kind, 3)
		own := path.Base("/" + strings.TrimPrefix(kind, "@"))
		for _, called := range []string{own, "time", "/time"} {
			for what, c := range map[string]struct {
				o    Options
				same bool
			}{
				"left out":       {Options{Exclude: []string{called}}, true},
				"within its own": {Options{PerField: map[string]Tolerance{called: {Absolute: 5}}}, true},
				"beyond its own": {Options{PerField: map[string]Tolerance{called: {Absolute: 1}}}, false},
			} {
				r, err := Files(a, b, c.o)
				if err != nil || r.Same != c.same || what == "left out" && !strings.Contains(r.Summary, "1 left out by name") {
					t.Errorf("%s, called %s, %s: %+v %v", kind, called, what, r, err)
				}
			}
		}
		r := run(t, a, b, Options{})
		if text := string(r.JUnit()); r.Same || strings.Count(text, "<failure") != 1 || len(r.LeftOut) > 0 {
			t.Errorf("%s: %q, %s", kind, r.Summary, text)
		}
		if r := run(t, a, b, Options{Include: []string{"rho"}}); r.Same || !r.TimesDiffer {
			t.Errorf("%s, of one field alone: %q", kind, r.Summary)
		}
	}
	if r := run(t, kept(t, "time", 1), kept(t, "time", 2), Options{Tolerance: Tolerance{Absolute: 5}}); !r.Same {
		t.Errorf("a dataset within --abs: %q", r.Summary)
	}
	if r := run(t, kept(t, "time", 1), kept(t, "clock", 1), Options{Rename: map[string]string{"time": "clock"}}); !r.Same || r.TimeNote != "" {
		t.Errorf("a dataset that is renamed: %q", r.Summary)
	}
	if r := run(t, kept(t, "@time", 1), kept(t, "Time", 2), Options{IgnoreExtra: true}); r.Same || !r.TimesDiffer {
		t.Errorf("an attribute and a dataset: %q", r.Summary)
	}
}

// A time that is no finite number is one: it is the same as itself alone.
func TestTimesThatAreNotFinite(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, kind := range []string{"@time", "time"} {
		for _, c := range []struct {
			a, b float64
			same bool
		}{{nan, nan, true}, {nan, 3, false}, {3, nan, false}, {inf, inf, true}, {inf, -inf, false}, {inf, 3, false}, {nan, inf, false}} {
			r := run(t, kept(t, kind, c.a), kept(t, kind, c.b), Options{Tolerance: Tolerance{Relative: 1}})
			if r.Same != c.same || strings.Contains(r.Summary, "none in") {
				t.Errorf("%s: %v against %v: %q", kind, c.a, c.b, r.Summary)
			}
			if _, err := json.Marshal(r); err != nil {
				t.Errorf("%s: %v against %v: %v", kind, c.a, c.b, err)
			}
		}
		if r := run(t, kept(t, kind, nan), kept(t, kind, nan), Options{StrictNaN: true}); r.Same {
			t.Errorf("%s: NaN against NaN, strictly: %q", kind, r.Summary)
		}
	}
}
