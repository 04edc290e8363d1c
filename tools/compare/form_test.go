//go:build hdf5

package compare

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file/oddfile"

	"gonum.org/v1/hdf5"
)

// Equal bytes under other names are not the same.
func TestEqualBytesOfOtherNames(t *testing.T) {
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a.h5"), filepath.Join(folder, "b.h5")
	for path, other := range map[string]bool{a: false, b: true} {
		if err := oddfile.MakeForms(path, other); err != nil {
			t.Fatal(err)
		}
	}
	if r := run(t, a, a, Options{}); !r.Same {
		t.Errorf("with itself: %q", r.Summary)
	}
	reasons := map[string]string{
		"enumeration": "enumeration {RED=0, BLUE=1} against enumeration {BLUE=0, RED=1}", "compound": "compound {u, v} against compound {v, u}",
		"enumeration in a compound": "member u: enumeration {RED=0, BLUE=1} against enumeration {BLUE=0, RED=1}", "opaque": "opaque miles against opaque km",
		"array": "array of 2 x 3 against array of 3 x 2", "bit field": "bit field of 4 bytes against one of other parts",
		"number in a compound": "member w.u: integer of 4 bytes against float of 4 bytes", "byte order in a compound": "member u: integer of 4 bytes against one of other parts",
		"enumeration in an array": "elements: enumeration {RED=0, BLUE=1} against enumeration", "place in a compound": "member w: at byte 4 against byte 0",
		"more members": "compound {w, v} against compound {w}",
	}
	for _, f := range run(t, a, b, Options{}).Fields {
		if want := reasons[path.Base(f.Path)]; f.Same != (want == "") || !strings.Contains(f.Reason, want) {
			t.Errorf("%s: same %v, %q, expected %q", f.Path, f.Same, f.Reason, want)
		}
	}
}

func complexFile(t *testing.T, chunked bool, values ...complex128) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "z.h5")
	if err := oddfile.MakeComplex(path, "r", "i", chunked, values); err != nil {
		t.Fatal(err)
	}
	return path
}

// Complex numbers are judged by the magnitude of their difference.
func TestComplexNumbers(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for what, c := range map[string]struct {
		a, b complex128
		o    Options
		same bool
	}{
		"equal":                    {3 + 4i, 3 + 4i, Options{}, true},
		"real parts":               {3 + 4i, 3.5 + 4i, Options{}, false},
		"imaginary parts":          {3 + 4i, 3 + 4.5i, Options{}, false},
		"within abs":               {3 + 4i, 3.3 + 4.4i, Options{Tolerance: Tolerance{Absolute: .51}}, true},
		"beyond abs":               {3 + 4i, 3.3 + 4.4i, Options{Tolerance: Tolerance{Absolute: .49}}, false},
		"within rtol":              {3 + 4i, 3.3 + 4.4i, Options{Tolerance: Tolerance{OfReference: .101}}, true},
		"beyond rtol":              {3 + 4i, 3.3 + 4.4i, Options{Tolerance: Tolerance{OfReference: .099}}, false},
		"within rel":               {3 + 4i, 3.3 + 4.4i, Options{Tolerance: Tolerance{Relative: .092}}, true},
		"beyond rel":               {3 + 4i, 3.3 + 4.4i, Options{Tolerance: Tolerance{Relative: .09}}, false},
		"a part near zero":         {1 + 1e-20i, 1 + 2e-20i, Options{Tolerance: Tolerance{Relative: 1e-15}}, true},
		"NaN in both":              {complex(nan, 1), complex(nan, 1), Options{}, true},
		"NaN in both, strict":      {complex(nan, 1), complex(nan, 1), Options{StrictNaN: true}, false},
		"NaN, the rest differs":    {complex(nan, 1), complex(nan, 2), Options{Tolerance: Tolerance{Absolute: 9}}, false},
		"NaN in different parts":   {complex(nan, 1), complex(1, nan), Options{Tolerance: Tolerance{Absolute: 9}}, false},
		"NaN against a number":     {complex(nan, 1), 1 + 1i, Options{Tolerance: Tolerance{Absolute: 9}}, false},
		"infinite":                 {complex(inf, 1), complex(inf, 1), Options{}, true},
		"infinite, rest differs":   {complex(inf, 1), complex(inf, 2), Options{Tolerance: Tolerance{Absolute: 9}}, false},
		"NaN beside infinity":      {complex(inf, nan), complex(-inf, nan), Options{Tolerance: Tolerance{Absolute: 9}}, false},
		"numbers that leave range": {complex(1.7e308, 1.7e308), complex(-1.7e308, -1.7e308), Options{Tolerance: Tolerance{Relative: 1}}, false},
		"magnitudes out of range":  {complex(1.5e308, 1.5e308), complex(1.5e308, .7e308), Options{}, false},
		"beyond rtol of one":       {complex(1.5e308, 1.5e308), complex(1.5e308, .7e308), Options{Tolerance: Tolerance{OfReference: .3}}, false},
		"within rtol of one":       {complex(1.5e308, 1.5e308), complex(1.5e308, .7e308), Options{Tolerance: Tolerance{OfReference: .4}}, true},
		"within rel of one":        {complex(1.5e308, .7e308), complex(1.5e308, 1.5e308), Options{Tolerance: Tolerance{Relative: .4}}, true},
	} {
		c.o.Worst = 3
		r := run(t, complexFile(t, false, 1+1i, c.a, 2), complexFile(t, true, 1+1i, c.b, 2), c.o)
		f := r.Fields[0]
		if r.Same != c.same || f.Type != "complex128" || f.Count != 3 {
			t.Errorf("%s: same %v, %+v", what, r.Same, f)
		}
		unequal := f.Unequal > 0
		if unequal != (len(f.Worst) == 1) || unequal && (f.Worst[0].Cell[0] != 2 || f.Worst[0].Reference != complexNumber(c.a) || f.Worst[0].New != complexNumber(c.b)) {
			t.Errorf("%s: worst %+v", what, f.Worst)
		}
	}
	if got := complexNumber(complex(-1.5, -2)); got != "-1.5-2i" {
		t.Errorf("%s", got)
	}
	if got := complexNumber(complex(nan, inf)); got != "nan+infi" {
		t.Errorf("%s", got)
	}
}

// A sum over many numbers is what plain loops give.
func TestFiguresOfComplexNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	ref, new := make([]complex128, 100), make([]complex128, 100)
	largest, relative, square, sum := 0., 0., 0., 0.
	for i := range ref {
		ref[i] = complex(random.NormFloat64(), random.NormFloat64())
		new[i] = ref[i]
		if i%3 == 0 {
			new[i] += complex(0, 1e-3*random.Float64())
		}
		d := cmplx.Abs(new[i] - ref[i])
		largest, relative, square, sum = max(largest, d), max(relative, d/max(cmplx.Abs(ref[i]), cmplx.Abs(new[i]))), square+d*d, sum+cmplx.Abs(ref[i])
	}
	f := run(t, complexFile(t, false, ref...), complexFile(t, false, new...), Options{}).Fields[0]
	if f.Unequal != 34 || !close(float64(f.MaxAbs), largest) || !close(float64(f.MaxRel), relative) || !close(float64(f.RMS), math.Sqrt(square/100)) || !math.IsNaN(float64(f.Correlation)) {
		t.Errorf("%+v", f)
	}
	if cells := (&Result{Fields: []*Field{f}}).Table().Rows[0].Cells; cells[len(cells)-1] != "-" {
		t.Errorf("1 - correlation is %s, expected -: the field has none", cells[len(cells)-1])
	}
}

// A compound of other names is no complex number: it is compared byte by byte, whatever the tolerance.
func TestCompoundsThatAreNoComplexNumbers(t *testing.T) {
	a, b := filepath.Join(t.TempDir(), "a.h5"), filepath.Join(t.TempDir(), "b.h5")
	for path, value := range map[string]complex128{a: 1, b: 1.001} {
		if err := oddfile.MakeComplex(path, "i", "r", false, []complex128{value}); err != nil {
			t.Fatal(err)
		}
	}
	loose := Options{Tolerance: Tolerance{Absolute: 1}}
	if r := run(t, a, b, loose); r.Same || !strings.Contains(r.Fields[0].Reason, "byte by byte") {
		t.Errorf("%+v", r.Fields[0])
	}
	if r := run(t, a, complexFile(t, false, 1), loose); r.Same || !strings.Contains(r.Fields[0].Reason, "complex128") {
		t.Errorf("%+v", r.Fields[0])
	}
}

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

// What HDF5 cannot read in one file is not missing there, and not extra in the other: there is no verdict.
func TestUnreadableIsNotMissing(t *testing.T) {
	cells := [3]int{16, 12, 4}
	whole := save(t, cells, map[string][]float64{"rho": field(1, cells), "T": field(2, cells)}, snapshot.Deflate(3))
	layout := []byte{4, 0, 0, 0, 12, 0, 0, 0, 16, 0, 0, 0, 8, 0, 0, 0}
	damaged := changed(t, whole, layout, 9, 8)
	for _, c := range []struct {
		ref, new string
		o        Options
	}{{whole, damaged, Options{}}, {damaged, whole, Options{}}, {damaged, damaged, Options{}}} {
		r := run(t, c.ref, c.new, c.o)
		if len(r.Missing)+len(r.Extra) != 0 || r.Same || !r.Undecided() || !strings.Contains(r.Summary, "1 cannot be read (") ||
			!strings.Contains(r.Skipped[0].Reason, "cannot be read: ") {
			t.Errorf("%s against %s: %q, missing %v, extra %v, skipped %v", c.ref, c.new, r.Summary, r.Missing, r.Extra, r.Skipped)
		}
	}
	bad := filepath.Base(run(t, whole, damaged, Options{}).Skipped[0].Path)
	renamed := Options{Rename: map[string]string{"rho": "T", "T": "rho"}}
	if r := run(t, whole, damaged, renamed); len(r.Missing)+len(r.Extra) != 0 || !strings.Contains(r.Summary, "1 cannot be read (") {
		t.Errorf("renamed: %q, missing %v, extra %v", r.Summary, r.Missing, r.Extra)
	}
	if r := run(t, whole, damaged, Options{Exclude: []string{bad}}); r.Undecided() || !r.Same {
		t.Errorf("left out: %q", r.Summary)
	}
}

// What could be read and differs is a verdict, whatever else cannot be read; a dataset that is missing is one, too.
func TestDifferentBesideUnreadable(t *testing.T) {
	cells := [3]int{16, 12, 4}
	whole := save(t, cells, map[string][]float64{"rho": field(1, cells), "T": field(2, cells)}, snapshot.Deflate(3))
	layout := []byte{4, 0, 0, 0, 12, 0, 0, 0, 16, 0, 0, 0, 8, 0, 0, 0}
	damaged := changed(t, whole, layout, 9, 8)
	bad := filepath.Base(run(t, whole, damaged, Options{}).Skipped[0].Path)
	other := map[string][]float64{"rho": field(3, cells), "T": field(3, cells)}
	r := run(t, damaged, save(t, cells, other, snapshot.Deflate(3)), Options{})
	if r.Same || r.Undecided() || !strings.Contains(r.Summary, "1 of 1 field (") || !strings.Contains(r.Summary, "1 cannot be read ("+bad+")") {
		t.Errorf("different: %q", r.Summary)
	}
	r = run(t, damaged, save(t, cells, map[string][]float64{bad: field(1, cells)}, snapshot.Deflate(3)), Options{})
	if r.Same || r.Undecided() || !strings.Contains(r.Summary, "1 missing (") || !strings.Contains(r.Summary, "1 cannot be read ("+bad+")") {
		t.Errorf("missing: %q", r.Summary)
	}
}

// Links that lead in a circle hold no data: a file with them is the same as itself.
func TestLinksInCircles(t *testing.T) {
	cells := [3]int{4, 3, 2}
	path := save(t, cells, map[string][]float64{"rho": field(1, cells)})
	for _, l := range [][3]string{{"self", "", "/self"}, {"one", "", "/two"}, {"two", "", "/one"}, {"within", "", "/within/x"},
		{"outside", filepath.Base(path), "/outside"}} {
		if err := oddfile.Link(path, l[0], l[1], l[2]); err != nil {
			t.Fatal(err)
		}
	}
	if r := run(t, path, path, Options{}); !r.Same || !strings.Contains(r.Summary, "5 without data passed over") {
		t.Errorf("%q %+v", r.Summary, r.Skipped)
	}
}

// A chain of more links than HDF5 follows leads to data that are not read: no verdict, and not an empty link.
func TestLongChainsOfLinks(t *testing.T) {
	cells := [3]int{4, 3, 2}
	paths := make([]string, 20)
	for i := range paths {
		paths[i] = save(t, cells, map[string][]float64{"rho": field(1, cells)})
		to, object, soft := "", "/VTKHDF/CellData/rho", "/VTKHDF/CellData/rho"
		if i > 0 {
			to, object = paths[i-1], "/far"
		}
		for name := range 20 {
			if err := oddfile.Link(paths[i], fmt.Sprintf("soft%02d", name), "", soft); err != nil {
				t.Fatal(err)
			}
			soft = fmt.Sprintf("/soft%02d", name)
		}
		if err := oddfile.Link(paths[i], "far", to, object); err != nil {
			t.Fatal(err)
		}
	}
	if r := run(t, paths[10], paths[10], Options{Exclude: []string{"soft1*"}}); !r.Same || strings.Contains(r.Summary, "without data") {
		t.Errorf("10 links: %q %+v", r.Summary, r.Skipped)
	}
	for _, exclude := range [][]string{{"soft*"}, {"far"}} {
		r := run(t, paths[19], paths[19], Options{Exclude: exclude})
		if r.Same || !r.Undecided() || !strings.Contains(r.Summary, "cannot be read (") {
			t.Errorf("20 links without %v: %q %+v", exclude, r.Summary, r.Skipped)
		}
	}
}

// The time of a comparison does not grow with the depth of its groups by more than their names do: HDF5 opens a path from the root in
// the time of the cube of its parts, which took eight minutes here.
func TestDeepGroups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep.h5")
	file, err := hdf5.CreateFile(path, hdf5.F_ACC_TRUNC)
	if err != nil {
		t.Fatal(err)
	}
	at := &file.CommonFG
	var groups []*hdf5.Group
	for range 1600 {
		group, err := at.CreateGroup("g")
		if err != nil {
			t.Fatal(err)
		}
		groups = append(groups, group)
		at = &group.CommonFG
	}
	for _, group := range groups {
		_ = group.Close()
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if _, err := Files(path, path, Options{}); err == nil || !strings.Contains(err.Error(), "nothing to compare") {
		t.Error(err)
	}
	if took := time.Since(begin); took > 2*time.Minute {
		t.Errorf("%v", took)
	}
}
