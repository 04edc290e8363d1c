package snapshot

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// big is a grid whose fields take several slabs, and whose numbers are their places.
func big() (Grid, func(points int, put func(int, []float64) error) error) {
	g := grid
	g.Cells = [3]int{128, 96, 100}
	total := 128 * 96 * 100
	return g, func(points int, put func(int, []float64) error) error {
		for first := 0; first < total; first += points {
			values := make([]float64, min(points, total-first))
			for i := range values {
				values[i] = float64(first + i)
			}
			if err := put(first, values); err != nil {
				return err
			}
		}
		return nil
	}
}

// A field that came in slabs reads back as it was, flat and compressed.
func TestStreamedField(t *testing.T) {
	needHDF5(t)
	for name, options := range map[string][]Option{"flat": nil, "compressed": {Deflate(1)}} {
		g, slabs := big()
		data, source := halo(g.Cells, 1) // stands for the array; its numbers are not those written
		path := filepath.Join(t.TempDir(), "s.h5")
		w, err := Create(path, g, options...)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Stream("T", "K", source, slabs), w.Close()); err != nil {
			t.Fatal(err)
		}
		r, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(r.Field("T", [3]int{1, 1, 1}, source), r.Close()); err != nil {
			t.Fatal(err)
		}
		in, s := source.Interior, source.Shape
		next := 0.0
		for z := in[4] - 1; z < in[5]; z++ {
			for y := in[2] - 1; y < in[3]; y++ {
				for x := in[0] - 1; x < in[1]; x++ {
					if v := data[x+s[0]*(y+s[1]*(z+s[2]*(source.Var-1)))]; v != next {
						t.Fatalf("%s: cell %d,%d,%d is %g, expected %g", name, x, y, z, v, next)
					}
					next++
				}
			}
		}
	}
}

// Whatever goes wrong on the way, no file appears and the reason is told.
func TestStreamThatFails(t *testing.T) {
	needHDF5(t)
	for want, slabs := range map[string]Slabs{
		"the device is gone":    func(int, func(int, []float64) error) error { return errors.New("the device is gone") },
		"0 of 1228800 cells":    func(int, func(int, []float64) error) error { return nil },
		"expected whole planes": func(_ int, put func(int, []float64) error) error { return put(0, make([]float64, 128)) },
		"from 0 on":             func(n int, put func(int, []float64) error) error { return put(n, make([]float64, n)) },
	} {
		g, _ := big()
		_, source := halo(g.Cells, 1)
		folder := t.TempDir()
		path := filepath.Join(folder, "s.h5")
		w, err := Create(path, g)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Stream("T", "K", source, slabs); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%v, expected %q", err, want)
		}
		if err := w.Close(); err == nil {
			t.Errorf("%s: closed without an error", want)
		}
		if left, _ := os.ReadDir(folder); len(left) != 0 {
			t.Errorf("%s: %v is left", want, left)
		}
	}
}
