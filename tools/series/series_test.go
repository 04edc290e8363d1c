//go:build hdf5

package series

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
)

// run writes steps 10, 20 ... of a run; `wrong` says what is added to cell (2,1,1) of the density.
func run(t *testing.T, steps []int, wrong func(step int) float64) string {
	t.Helper()
	folder := t.TempDir()
	for _, step := range steps {
		rho, T := make([]float64, 24), make([]float64, 24)
		for i := range rho {
			rho[i], T[i] = 100+float64(i+step), 300+float64(i)
		}
		rho[1] += wrong(step)
		g := snapshot.Grid{Cells: [3]int{4, 3, 2}, Spacing: [3]float64{1, 1, 1}, Step: step, Time: 1e-6 * float64(step)}
		path := filepath.Join(folder, fmt.Sprintf("s%d.h5", step))
		if err := snapshottest.Save(path, g, []snapshottest.Field{{Name: "density", Unit: "kg/m3", Values: rho}, {Name: "T", Unit: "K", Values: T}}); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func right(int) float64 { return 0 }

var steps = []int{10, 20, 30, 40}

func folders(t *testing.T, a, b string, o compare.Options) *Result {
	t.Helper()
	r, err := Folders(a, b, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFirstStepBeyond(t *testing.T) {
	a := run(t, steps, right)
	b := run(t, steps, func(step int) float64 { return 1e-9 * float64(step*step) }) // 1e-7 4e-7 9e-7 1.6e-6
	r := folders(t, a, b, compare.Options{Tolerance: compare.Tolerance{Absolute: 5e-7}})
	f := r.First
	if r.Same || f == nil || f.Step != 30 || f.Time == nil || math.Abs(float64(*f.Time)-30e-6) > 1e-12 || f.Field != "density" || f.Where.String() != "(2,1,1)" || len(r.Steps) != 4 {
		t.Fatalf("%+v %+v", r, f)
	}
	if want := "2 of 4 steps, the first is step 30 (t = 3e-05 s), worst in density"; !strings.HasPrefix(r.Summary, want) {
		t.Errorf("%q, expected %q ...", r.Summary, want)
	}
	if h := r.Growth(); h == nil || len(h.Lines) != 1 || h.Lines[0].Name != "density" || h.MarkX[0] != float64(*f.Time) || !(h.Lines[0].Y[3] > h.Lines[0].Y[0]) {
		t.Errorf("%+v", h)
	}
	if text, err := json.Marshal(r); err != nil || !strings.Contains(string(text), `"first":{"step":30`) {
		t.Errorf("%s %v", text, err)
	}
	if text := string(r.JUnit()); !strings.Contains(text, `tests="8" failures="2"`) || !strings.Contains(text, "step 40 /VTKHDF/CellData/density") {
		t.Errorf("%s", text)
	}
	same := folders(t, a, run(t, steps, right), compare.Options{})
	if !same.Same || same.First != nil || same.Growth() != nil || same.Summary != "all 4 steps agree within tolerance" {
		t.Errorf("%+v", same)
	}
}

func TestHaloInTheVerdict(t *testing.T) {
	r := &Result{halo: 2}
	if r.conclude(); !strings.Contains(r.Summary, "; 2 layers of halo left out") {
		t.Errorf("%q", r.Summary)
	}
}

func TestStepsOfOneSideAlone(t *testing.T) {
	a, b := run(t, []int{10, 20, 30}, right), run(t, []int{20, 30, 40}, right)
	r := folders(t, a, b, compare.Options{IgnoreExtra: true})
	if r.Same || r.Summary != "steps missing in the new series: 10; 1 extra ignored" || len(r.Steps) != 2 {
		t.Errorf("%+v", r)
	}
	if r := folders(t, run(t, []int{20}, right), b, compare.Options{IgnoreExtra: true}); !r.Same {
		t.Errorf("%+v", r)
	}
	if r := folders(t, run(t, []int{20}, right), b, compare.Options{}); r.Same || r.Summary != "steps in the new series alone: 30 40" {
		t.Errorf("%+v", r)
	}
}

func TestFoldersThatAreNoSeries(t *testing.T) {
	a := run(t, steps, right)
	double := run(t, steps, right)
	bytes, _ := os.ReadFile(filepath.Join(double, "s10.h5"))
	if err := os.WriteFile(filepath.Join(double, "copy.h5"), bytes, 0o644); err != nil {
		t.Fatal(err)
	}
	for want, folder := range map[string]string{
		"are both step 10": double, "holds no snapshot": t.TempDir(), "no such file": a + "none",
		"no step in common": run(t, []int{7}, right),
	} {
		if _, err := Folders(a, folder, compare.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}

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
		r, err := Folders(ref, c.folder, compare.Options{})
		if err != nil || r.Same || (c.hint == "") != (r.Hint == "") || !strings.Contains(r.Hint, c.hint) {
			t.Errorf("%s: %v %q, hint %q, expected %q", what, err, r.Summary, r.Hint, c.hint)
			continue
		}
		if r, err = Folders(ref, c.folder, c.o); err != nil || r.Same != (c.hint != "") {
			t.Errorf("%s, as the hint says: %v %q", what, err, r.Summary)
		}
	}
}

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
	if want := "1 of 2 steps, the first is step 1 (t = 2 s), times differ: 2 s against 3 s"; r.Same || r.Summary != want {
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
		r, err := Folders(folders[0], folders[1], compare.Options{Include: []string{"rho"}})
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
	if _, err := Folders(a, b, compare.Options{}); err == nil || !strings.Contains(err.Error(), "not an HDF5 file") {
		t.Errorf("no file can be read: %v", err)
	}
}

// A pair without a verdict is not compared, and the series goes on; a wrong option is still an error.
func TestSeriesGoesOnAfterAPairWithoutAVerdict(t *testing.T) {
	a, b := filled(t, other{"s1.h5", nil, 1}, other{"s2.h5", nil, 1}), filled(t, other{"s1.h5", nil, 1}, other{"s2.h5", nil, 1})
	for _, path := range []string{filepath.Join(a, "s1.h5"), filepath.Join(b, "s1.h5"), filepath.Join(a, "s2.h5")} {
		note(t, path, "clock", 1.5)
	}
	r, err := Folders(a, b, compare.Options{TimeName: "clock"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Same || len(r.Steps) != 1 || !r.Steps[0].Same || !r.listed("s2.h5", `"clock" is neither`, true) {
		t.Errorf("same %v, %q, %+v", r.Same, r.Summary, r.Skipped)
	}
	if _, err := Folders(a, b, compare.Options{TimeName: "watch"}); err == nil || !strings.Contains(err.Error(), `"watch" is neither`) {
		t.Errorf("a time that no file has: %v", err)
	}
	if _, err := Folders(a, b, compare.Options{Halo: -1}); err == nil {
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
	r, err := Folders(a, b, o)
	if err != nil || !r.Same || len(r.Steps) != 2 || r.Steps[0].Step != 4 || r.Steps[1].Step != 5 {
		t.Fatalf("%v %+v", err, r)
	}
	odd := filled(t, other{"p.h5", nil, 1}, other{"q.h5", nil, 2}, other{"none.h5", nil, 2})
	note(t, filepath.Join(odd, "p.h5"), "iteration", int64(4))
	note(t, filepath.Join(odd, "q.h5"), "iteration", 5.5)
	r, err = Folders(a, odd, o)
	if err != nil || r.Same || len(r.Steps) != 1 || !r.listed("q.h5", "5.5, expected a whole number", true) || !r.listed("none.h5", `"iteration" is neither`, true) || len(r.Missing) != 1 {
		t.Errorf("%v %+v", err, r)
	}
	if _, err = Folders(a, b, compare.Options{StepName: "nothing"}); err == nil || !strings.Contains(err.Error(), `"nothing" is neither`) {
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
	r, err := Folders(a, b, compare.Options{})
	if err != nil || !r.Same || !r.listed(name, "never finished", false) || !strings.Contains(r.Summary, "1 unfinished file ignored") {
		t.Errorf("%v same %v, %q %+v", err, r.Same, r.Summary, r.Skipped)
	}
	if err := os.Rename(filepath.Join(b, name), filepath.Join(b, "s3.part-of-it.h5")); err != nil {
		t.Fatal(err)
	}
	if r, err = Folders(a, b, compare.Options{}); err != nil || r.Same {
		t.Errorf("a file of another name: %v %+v", err, r)
	}
}

func note(t *testing.T, path, name string, value any) {
	t.Helper()
	if err := oddfile.Note(path, name, value); err != nil {
		t.Fatal(err)
	}
}
