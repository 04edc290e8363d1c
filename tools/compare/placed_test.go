//go:build hdf5

package compare

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file/oddfile"

	"golang.org/x/sys/unix"
)

// However a file keeps its numbers, the comparison reads them: equal where they are, and each against
// each other by renaming.
func TestHoweverKept(t *testing.T) {
	folder := t.TempDir()
	a := filepath.Join(folder, "a.h5")
	if err := oddfile.MakePlaced(a, filepath.Join(folder, "source.h5"), filepath.Join(folder, "raw")); err != nil {
		t.Fatal(err)
	}
	if r := run(t, a, a, Options{}); !r.Same || len(r.Fields) != 7 || len(r.Skipped) != 0 {
		t.Errorf("%+v", r)
	}
	for _, other := range []string{"chunked", "compact", "in another file", "virtual", "linked", "unwritten"} {
		r := run(t, a, a, Options{Include: []string{"contiguous"}, Rename: map[string]string{"contiguous": other}, IgnoreExtra: true})
		if f := r.Fields[0]; f.Count != 6 || r.Same != (other != "unwritten") || (other == "unwritten" && (f.Beyond != 6 || f.MaxAbs != 6)) {
			t.Errorf("contiguous against %s: %+v", other, f)
		}
	}
}

// HDF5 reads fill values where the data should lie in a file that is absent or too short, and waits for a FIFO.
func TestDataThatAreElsewhereAndNotThere(t *testing.T) {
	for what, spoil := range map[string]func(source, raw string) error{
		"absent":    func(source, raw string) error { return errors.Join(os.Remove(source), os.Remove(raw)) },
		"too short": func(source, raw string) error { return errors.Join(os.Truncate(source, 0), os.Truncate(raw, 40)) },
		"a FIFO": func(source, raw string) error {
			return errors.Join(os.Remove(source), os.Remove(raw), unix.Mkfifo(source, 0o600), unix.Mkfifo(raw, 0o600))
		},
	} {
		folder := t.TempDir()
		a, source, raw := filepath.Join(folder, "a.h5"), filepath.Join(folder, "source.h5"), filepath.Join(folder, "raw")
		if err := oddfile.MakePlaced(a, source, raw); err != nil {
			t.Fatal(err)
		}
		if err := spoil(source, raw); err != nil {
			t.Fatal(err)
		}
		r := run(t, a, a, Options{Include: []string{"contiguous", "virtual", "in another file"}})
		if r.Same || len(r.Skipped) != 2 || !strings.Contains(r.Skipped[0].Reason, "which is not there") {
			t.Errorf("%s: %+v", what, r)
		}
	}
}

// A name without a folder is meant from the folder of the file that it stands in. What HDF5 finds of that name where the program
// runs may be another file's.
func TestDataOfRelativeNames(t *testing.T) {
	there, here := t.TempDir(), t.TempDir()
	t.Chdir(there)
	if err := oddfile.MakePlaced("a.h5", "source.h5", "raw"); err != nil {
		t.Fatal(err)
	}
	if r := run(t, "a.h5", filepath.Join(there, "a.h5"), Options{}); !r.Same || len(r.Skipped) != 0 {
		t.Errorf("in its folder: %+v", r)
	}
	for _, name := range []string{"source.h5", "raw"} {
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(here, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(here)
	a := filepath.Join(there, "a.h5")
	r := run(t, a, a, Options{})
	if r.Same || len(r.Skipped) != 1 || !strings.Contains(r.Skipped[0].Reason, "where the program runs") {
		t.Errorf("with another file of the name of the data: %+v", r)
	}
	if err := os.Remove(filepath.Join(there, "source.h5")); err != nil {
		t.Fatal(err)
	}
	if r := run(t, a, a, Options{}); r.Same || len(r.Skipped) != 3 { // the link, the virtual dataset, the bare bytes
		t.Errorf("with another file of the name of the source: %+v", r)
	}
}

// Bytes to the end of another file may be too few, and nothing says so.
func TestDataToTheEndOfAFile(t *testing.T) {
	path := save(t, [3]int{4, 3, 2}, map[string][]float64{"p": make([]float64, 24), "q": make([]float64, 24)})
	raw := filepath.Join(t.TempDir(), "raw")
	if err := errors.Join(os.WriteFile(raw, make([]byte, 24), 0o600), oddfile.Redirect(path, "/VTKHDF/CellData/p", raw, oddfile.ToRest)); err != nil {
		t.Fatal(err)
	}
	if r := run(t, path, path, Options{}); r.Same || len(r.Skipped) != 1 || !strings.Contains(r.Skipped[0].Reason, "no size says") {
		t.Errorf("%+v", r)
	}
}

// The same verdict and the same figures whether the bytes are lifted out of the file or HDF5 unpacks
// them, with and without a halo, in pieces of any size.
func TestFlatIsAsUnpacked(t *testing.T) {
	cells := [3]int{23, 17, 11}
	data := field(5, cells)
	other := append([]float64{}, data...)
	random := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		other[random.IntN(len(other))] *= 1 + 1e-6*random.Float64()
	}
	flat := [2]string{save(t, cells, map[string][]float64{"rho": data}), save(t, cells, map[string][]float64{"rho": other})}
	packed := [2]string{save(t, cells, map[string][]float64{"rho": data}, snapshot.Deflate(1)), save(t, cells, map[string][]float64{"rho": other}, snapshot.Deflate(1))}
	for _, halo := range []int{0, 1, 5} {
		for _, held := range []int{1, 40, 700, 1 << 20} {
			o := Options{Halo: halo, elementsHeld: held, Tolerance: Tolerance{Norm: 2e-7}}
			a, errA := Files(flat[0], flat[1], o)
			b, errB := Files(packed[0], packed[1], o)
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			x, y := a.Fields[0], b.Fields[0]
			if x.Count != y.Count || x.Unequal != y.Unequal || x.Beyond != y.Beyond || x.MaxAbs != y.MaxAbs || x.MaxRel != y.MaxRel || x.ULP != y.ULP ||
				x.Where.String() != y.Where.String() || math.Abs(float64(x.RMS-y.RMS)) > 1e-15*float64(x.RMS) || x.Beyond == 0 || x.Beyond == x.Unequal {
				t.Errorf("halo %d, %d held:\n%+v\n%+v", halo, held, x, y)
			}
		}
	}
}

// A comparison of less than everything is never SAME: what cannot be compared counts, unless it is left out by name.
func TestPartialIsNeverSame(t *testing.T) {
	folder := t.TempDir()
	odd, kinds := filepath.Join(folder, "odd.h5"), filepath.Join(folder, "kinds.h5")
	if err := oddfile.Make(odd, false); err != nil {
		t.Fatal(err)
	}
	if err := oddfile.MakeKinds(kinds, false); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{odd, kinds} {
		r := run(t, path, path, Options{})
		if r.Same || !strings.Contains(r.Summary, "not compared (") && !r.Undecided() || !strings.Contains(string(r.JUnit()), "not compared: ") {
			t.Errorf("%s: same %v, %q, skipped %v", path, r.Same, r.Summary, r.Skipped)
		}
		var left []string
		for _, s := range r.Skipped {
			if s.Counts {
				left = append(left, s.Path)
			}
		}
		if r = run(t, path, path, Options{Exclude: left}); !r.Same || !strings.Contains(r.Summary, "left out by name") || strings.Contains(string(r.JUnit()), `failures="0"`) == false {
			t.Errorf("%s without %v: same %v, %q", path, left, r.Same, r.Summary)
		}
	}
}

// Where no element at all was compared there is no verdict.
func TestNothingComparedIsNoVerdict(t *testing.T) {
	folder := t.TempDir()
	odd := filepath.Join(folder, "odd.h5")
	if err := oddfile.Make(odd, false); err != nil {
		t.Fatal(err)
	}
	rho := save(t, cells, map[string][]float64{"rho": field(1, cells)})
	other := save(t, cells, map[string][]float64{"T": field(1, cells)})
	for what, c := range map[string]struct {
		a, b string
		o    Options
	}{
		"an empty array":              {odd, odd, Options{Include: []string{"zero-sized"}}},
		"extra fields alone, ignored": {rho, other, Options{IgnoreExtra: true, Include: []string{"T"}}},
		"nothing of the names":        {rho, rho, Options{Exclude: []string{"*"}}},
	} {
		if r, err := Files(c.a, c.b, c.o); err == nil || !strings.Contains(err.Error(), "nothing to compare") {
			t.Errorf("%s: %+v %v", what, r, err)
		}
	}
	if err := os.Remove(odd); err != nil {
		t.Fatal(err)
	}
}
