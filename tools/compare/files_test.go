//go:build hdf5

package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
)

var cells = [3]int{7, 5, 3}

// field holds numbers of the size of a density.
func field(seed uint64, cells [3]int) []float64 {
	random := rand.New(rand.NewPCG(seed, 1))
	list := make([]float64, cells[0]*cells[1]*cells[2])
	for i := range list {
		list[i] = 100 + 900*random.Float64()
	}
	return list
}

// save writes fields as a snapshot and answers its path.
func save(t *testing.T, cells [3]int, fields map[string][]float64, options ...snapshot.Option) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.h5")
	var list []snapshottest.Field
	for name, data := range fields {
		list = append(list, snapshottest.Field{Name: name, Unit: "kg/m3", Values: data})
	}
	grid := snapshot.Grid{Cells: cells, Spacing: [3]float64{.5, .5, .5}, Origin: [3]float64{10, 20, 30}}
	if err := snapshottest.Save(path, grid, list, options...); err != nil {
		t.Fatal(err)
	}
	return path
}

func run(t *testing.T, a, b string, o Options) *Result {
	t.Helper()
	o.elementsHeld = 10 // many pieces even here
	r, err := Files(a, b, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// h5diff agrees where it is present: 0 same, 1 different.
func h5diff(t *testing.T, same bool, a, b string) {
	t.Helper()
	if _, err := exec.LookPath("h5diff"); err != nil {
		return
	}
	err := exec.Command("h5diff", a, b).Run()
	if (err == nil) != same {
		t.Errorf("h5diff says %v, ours says same=%v", err, same)
	}
}

func TestSameFiles(t *testing.T) {
	data := field(1, cells)
	data[3], data[4] = math.NaN(), math.Inf(1)
	a, b := save(t, cells, map[string][]float64{"rho": data}), save(t, cells, map[string][]float64{"rho": data}, snapshot.Deflate(5))
	r := run(t, a, b, Options{})
	f := r.Fields[0]
	if !r.Same || f.Count != 105 || f.Beyond != 0 || f.BothNaN != 1 || f.MaxAbs != 0 || f.Unit != "kg/m3" {
		t.Errorf("%+v %+v", r, f)
	}
	if strict := run(t, a, b, Options{StrictNaN: true}); strict.Same || !strings.Contains(strict.Fields[0].Reason, "(4,1,1)") {
		t.Errorf("strict: %+v", strict.Fields[0])
	}
	h5diff(t, true, a, b)
}

// One element by one last bit, anywhere in the field: always found, at the right place.
func TestOnePlantedElement(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 2))
		data := field(seed, cells)
		a := save(t, cells, map[string][]float64{"rho": data, "p": field(9, cells)})
		at := random.IntN(len(data))
		data[at] = math.Nextafter(data[at], math.Inf(1))
		b := save(t, cells, map[string][]float64{"rho": data, "p": field(9, cells)})
		r := run(t, a, b, Options{})
		f := r.Fields[1]
		want := fmt.Sprintf("(%d,%d,%d)", at%7+1, at/7%5+1, at/35+1)
		if r.Same || f.Same || f.Beyond != 1 || f.ULP != 1 || f.Where.String() != want || !r.Fields[0].Same {
			t.Errorf("seed %d: %s %+v, expected one at %s", seed, r.Summary, f, want)
		}
		if p := f.Where.Position; p == nil || p[0] != 10+.5*(float64(at%7)+.5) {
			t.Errorf("seed %d: position %v", seed, p)
		}
		if !run(t, a, b, Options{Tolerance: Tolerance{Relative: 1e-15}}).Same {
			t.Errorf("seed %d: one ULP is beyond 1e-15", seed)
		}
		h5diff(t, false, a, b)
	}
}

func TestFigures(t *testing.T) {
	shape := [3]int{2, 2, 1}
	a := save(t, shape, map[string][]float64{"u": {1, -2, 0, 4}})
	b := save(t, shape, map[string][]float64{"u": {1, -2.5, 0.1, 4}})
	d := run(t, a, b, Options{}).Fields[0].Differences
	for name, pair := range map[string][2]float64{
		"max abs": {float64(d.MaxAbs), .5}, "max rel": {float64(d.MaxRel), 1}, "rms": {float64(d.RMS), math.Sqrt(.26 / 4)},
		"l1": {float64(d.L1), .6 / 7}, "l2": {float64(d.L2), math.Sqrt(.26 / 21)}, "linf": {float64(d.Linf), .125},
		"correlation": {float64(d.Correlation), 0.9969851013063626}, "octaves": {float64(d.Octaves[-1] + d.Octaves[-4]), 2},
		"reference": {float64(d.Reference), 4}, "unequal": {float64(d.Unequal), 2},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-15 && !(name == "correlation" && math.Abs(pair[0]-pair[1]) < 1e-8) {
			t.Errorf("%s is %.10g, expected %g", name, pair[0], pair[1])
		}
	}
	for name, c := range map[string]struct {
		tolerance Tolerance
		beyond    int64
	}{
		"absolute": {Tolerance{Absolute: .1}, 1}, "relative": {Tolerance{Relative: .2}, 1},
		"norm below": {Tolerance{Norm: .12}, 1}, "norm above": {Tolerance{Norm: .126}, 0},
		"sum": {Tolerance{Absolute: .1, Relative: .17}, 0},
	} {
		if got := run(t, a, b, Options{Tolerance: c.tolerance}).Fields[0].Beyond; got != c.beyond {
			t.Errorf("%s: %d beyond, expected %d", name, got, c.beyond)
		}
	}
	per := Options{PerField: map[string]Tolerance{"u": {Absolute: 1}}}
	if !run(t, a, b, per).Same {
		t.Error("the tolerance of the field is not used")
	}
}

func TestPlantedKinds(t *testing.T) {
	data := field(3, cells)
	a := save(t, cells, map[string][]float64{"rho": data})
	change := func(f func([]float64) []float64) string {
		return save(t, cells, map[string][]float64{"rho": f(append([]float64{}, data...))})
	}
	loose := Options{Tolerance: Tolerance{Absolute: 1e9, Relative: 1e9}}
	for name, c := range map[string]struct {
		path, want string
		o          Options
	}{
		"NaN against a number": {change(func(d []float64) []float64 { d[50] = math.NaN(); return d }), "NaN or infinite in one of them at 1 points, first at (2,3,2)", loose},
		"infinity":             {change(func(d []float64) []float64 { d[0] = math.Inf(-1); return d }), "first at (1,1,1)", loose},
		"shifted by one cell":  {change(func(d []float64) []float64 { return append(d[1:], d[0]) }), "", Options{Tolerance: Tolerance{Relative: 1e-6}}},
		"zero":                 {change(func(d []float64) []float64 { return make([]float64, len(d)) }), "", Options{Tolerance: Tolerance{Relative: .5}}},
	} {
		r := run(t, a, c.path, c.o)
		if r.Same || !strings.Contains(r.Fields[0].Reason, c.want) {
			t.Errorf("%s: %s, %+v", name, r.Summary, r.Fields[0])
		}
	}
	whole := [3]int{5, 7, 3}
	if r := run(t, a, save(t, whole, map[string][]float64{"rho": data}), loose); r.Same || !strings.Contains(r.Fields[0].Reason, "shape [3 5 7] against [3 7 5]") {
		t.Errorf("other shape: %+v", r.Fields[0])
	}
}

func TestMissingExtraRenamed(t *testing.T) {
	data := field(4, cells)
	a := save(t, cells, map[string][]float64{"rho": data, "p": data})
	b := save(t, cells, map[string][]float64{"density": data, "p": data})
	r := run(t, a, b, Options{})
	if r.Same || len(r.Missing) != 1 || len(r.Extra) != 1 || r.Extra[0] != "/VTKHDF/CellData/density" {
		t.Errorf("%+v", r)
	}
	if r := run(t, a, b, Options{Rename: map[string]string{"rho": "density"}}); !r.Same || r.Fields[1].NewPath == "" {
		t.Errorf("renamed: %+v", r)
	}
	if r := run(t, a, b, Options{Include: []string{"p"}}); !r.Same || len(r.Fields) != 1 {
		t.Errorf("included: %+v", r)
	}
	if r := run(t, a, b, Options{Exclude: []string{"r*"}}); r.Same || len(r.Missing) != 0 {
		t.Errorf("excluded: %+v", r)
	}
	if r := run(t, a, b, Options{Exclude: []string{"rho"}, IgnoreExtra: true}); !r.Same {
		t.Errorf("extra ignored: %+v", r)
	}
	if _, err := Files(a, b, Options{Include: []string{"none"}}); err == nil || !strings.Contains(err.Error(), `"none" names no dataset`) {
		t.Errorf("nothing: %v", err)
	}
	if _, err := Files(a, a, Options{Rename: map[string]string{"rho": "p"}}); err == nil || !strings.Contains(err.Error(), "compared twice") {
		t.Errorf("a field that is compared twice: %v", err)
	}
}

func TestHaloIsLeftOut(t *testing.T) {
	data := field(5, cells)
	a := save(t, cells, map[string][]float64{"rho": data})
	data[0] = 0
	b := save(t, cells, map[string][]float64{"rho": data})
	if r := run(t, a, b, Options{Halo: 1}); !r.Same || r.Fields[0].Count != 15 {
		t.Errorf("%+v", r.Fields[0])
	}
	data[1+7+35] = 0
	b = save(t, cells, map[string][]float64{"rho": data})
	if r := run(t, a, b, Options{Halo: 1}); r.Same || r.Fields[0].Where.String() != "(2,2,2)" {
		t.Errorf("%+v", r.Fields[0])
	}
}

// Every type of the odd file is judged, and a change in it found, or it is listed as skipped.
func TestOddFiles(t *testing.T) {
	folder := t.TempDir()
	a, b, c := filepath.Join(folder, "a.h5"), filepath.Join(folder, "b.h5"), filepath.Join(folder, "c.h5")
	for path, planted := range map[string]bool{a: false, b: false, c: true} {
		if err := oddfile.Make(path, planted); err != nil {
			t.Fatal(err)
		}
	}
	same := run(t, a, b, Options{})
	if same.Same || len(same.Fields) != 11 || len(same.Skipped) != 5 { // text of varying length and a file that is absent were not compared
		t.Errorf("%s: %d fields, skipped %v", same.Summary, len(same.Fields), same.Skipped)
	}
	for _, f := range run(t, a, c, Options{}).Fields {
		empty := strings.HasSuffix(f.Path, "zero-sized") || strings.HasSuffix(f.Path, "null")
		rounded := strings.HasSuffix(f.Path, "float32") || strings.HasSuffix(f.Path, "alias") // 3.0000001 is 3 there
		if f.Same != (empty || rounded) {
			t.Errorf("%s: same is %v: %+v", f.Path, f.Same, f)
		}
	}
}

func TestTroubleIsNoVerdict(t *testing.T) {
	a := save(t, cells, map[string][]float64{"rho": field(6, cells)})
	for _, o := range []Options{{Tolerance: Tolerance{Relative: -1}}, {Halo: -1}, {Include: []string{"["}},
		{PerField: map[string]Tolerance{"rho": {Absolute: math.NaN()}}}} {
		if r, err := Files(a, a, o); err == nil {
			t.Errorf("%+v gave %+v", o, r)
		}
	}
	if _, err := Files(a, a+"none", Options{}); err == nil {
		t.Error("a missing file gave a verdict")
	}
}
