//go:build hdf5

package compare

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/snapshot/hdf5file/oddfile"
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
