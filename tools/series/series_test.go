//go:build hdf5

package series

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
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
	r, err := Folders(a, b, o, nil)
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
	if want := "2 of 4 steps different, the first is step 30 (t = 3e-05 s), worst in density"; !strings.HasPrefix(r.Summary, want) {
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
	if !same.Same || same.First != nil || same.Growth() != nil || same.Summary != "4 steps the same within tolerance" {
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
		if _, err := Folders(a, folder, compare.Options{}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}
