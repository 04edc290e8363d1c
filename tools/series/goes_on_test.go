//go:build hdf5

package series

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file/oddfile"
)

// listed says whether a file is listed as not compared and counts, with a reason.
func (r *Result) listed(name, reason string, counts bool) bool {
	for _, s := range r.Skipped {
		if filepath.Base(s.Path) == name && strings.Contains(s.Reason, reason) && s.Counts == counts {
			return true
		}
	}
	return false
}

// One file that cannot be read is not compared; the others are, and the two are not the same.
func TestSeriesGoesOnAfterAFileThatCannotBeRead(t *testing.T) {
	a, b := stepsOf(t, 0, 1, 2, 3), stepsOf(t, 0, 1, 2, 3)
	if err := os.WriteFile(filepath.Join(b, "s2.h5"), []byte("no HDF5"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, folders := range [][2]string{{a, b}, {b, a}} {
		r, err := Folders(folders[0], folders[1], compare.Options{Include: []string{"rho"}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Same || len(r.Steps) != 2 || !r.Steps[0].Same || !r.Steps[1].Same || !r.listed("s2.h5", "not an HDF5 file", true) ||
			len(r.Missing)+len(r.Extra)+len(r.MissingFiles)+len(r.ExtraFiles) > 0 || r.Summary != "1 not compared" || r.Hint != "" {
			t.Errorf("same %v, %q, %+v %+v", r.Same, r.Summary, r.Skipped, r)
		}
		if !strings.Contains(string(r.JUnit()), "not compared: ") {
			t.Errorf("%s", r.JUnit())
		}
	}
	for _, name := range []string{"s1.h5", "s3.h5"} {
		if err := os.WriteFile(filepath.Join(b, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Folders(a, b, compare.Options{}, nil); err == nil || !strings.Contains(err.Error(), "not an HDF5 file") {
		t.Errorf("no file can be read: %v", err)
	}
}

// A pair without a verdict is not compared, and the series goes on; a wrong option is still an error.
func TestSeriesGoesOnAfterAPairWithoutAVerdict(t *testing.T) {
	a, b := filled(t, other{"s1.h5", nil, 1}, other{"s2.h5", nil, 1}), filled(t, other{"s1.h5", nil, 1}, other{"s2.h5", nil, 1})
	for _, path := range []string{filepath.Join(a, "s1.h5"), filepath.Join(b, "s1.h5"), filepath.Join(a, "s2.h5")} {
		note(t, path, "clock", 1.5)
	}
	r, err := Folders(a, b, compare.Options{TimeName: "clock"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Same || len(r.Steps) != 1 || !r.Steps[0].Same || !r.listed("s2.h5", `"clock" is neither`, true) {
		t.Errorf("same %v, %q, %+v", r.Same, r.Summary, r.Skipped)
	}
	if _, err := Folders(a, b, compare.Options{TimeName: "watch"}, nil); err == nil || !strings.Contains(err.Error(), `"watch" is neither`) {
		t.Errorf("a time that no file has: %v", err)
	}
	if _, err := Folders(a, b, compare.Options{Halo: -1}, nil); err == nil {
		t.Error("a halo of -1 was taken")
	}
}

// The step is where the caller says; a file without it is not compared.
func TestStepThatTheCallerNames(t *testing.T) {
	a, b := filled(t, other{"x_a.h5", nil, 1}, other{"y_a.h5", nil, 2}), filled(t, other{"p.h5", nil, 1}, other{"q.h5", nil, 2})
	for path, step := range map[string]any{filepath.Join(a, "x_a.h5"): int64(4), filepath.Join(a, "y_a.h5"): int64(5), filepath.Join(b, "p.h5"): 4.0, filepath.Join(b, "q.h5"): 5.0} {
		note(t, path, "iteration", step)
	}
	o := compare.Options{StepName: "iteration"}
	r, err := Folders(a, b, o, nil)
	if err != nil || !r.Same || len(r.Steps) != 2 || r.Steps[0].Step != 4 || r.Steps[1].Step != 5 {
		t.Fatalf("%v %+v", err, r)
	}
	odd := filled(t, other{"p.h5", nil, 1}, other{"q.h5", nil, 2}, other{"none.h5", nil, 2})
	note(t, filepath.Join(odd, "p.h5"), "iteration", int64(4))
	note(t, filepath.Join(odd, "q.h5"), "iteration", 5.5)
	r, err = Folders(a, odd, o, nil)
	if err != nil || r.Same || len(r.Steps) != 1 || !r.listed("q.h5", "5.5, expected a whole number", true) || !r.listed("none.h5", `"iteration" is neither`, true) || len(r.Missing) != 1 {
		t.Errorf("%v %+v", err, r)
	}
	if _, err = Folders(a, b, compare.Options{StepName: "nothing"}, nil); err == nil || !strings.Contains(err.Error(), `"nothing" is neither`) {
		t.Errorf("%v", err)
	}
}

// What a killed run left half written is passed over, and a line says so.
func TestLeftoversOfKilledRuns(t *testing.T) {
	a, b := stepsOf(t, 0, 1, 2), stepsOf(t, 0, 1, 2)
	name := "s3.h5.part-host-0a1b2c3d-4026531836-77-1"
	if err := os.WriteFile(filepath.Join(b, name), []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := Folders(a, b, compare.Options{}, nil)
	if err != nil || !r.Same || !r.listed(name, "never finished", false) || !strings.Contains(r.Summary, "1 unfinished file ignored") {
		t.Errorf("%v same %v, %q %+v", err, r.Same, r.Summary, r.Skipped)
	}
	if err := os.Rename(filepath.Join(b, name), filepath.Join(b, "s3.part-of-it.h5")); err != nil {
		t.Fatal(err)
	}
	if r, err = Folders(a, b, compare.Options{}, nil); err != nil || r.Same {
		t.Errorf("a file of another name: %v %+v", err, r)
	}
}

func note(t *testing.T, path, name string, value any) {
	t.Helper()
	if err := oddfile.Note(path, name, value); err != nil {
		t.Fatal(err)
	}
}
