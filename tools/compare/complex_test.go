//go:build hdf5

package compare

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/hdf5file/oddfile"
)

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
