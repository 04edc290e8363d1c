//go:build hdf5

package hdf5file

import (
	"encoding/binary"
	"math"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"drawbridge/tools/hdf5file/oddfile"
)

// placed opens the file whose datasets all hold 1 to 6.
func placed(t *testing.T) *File {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "placed.h5")
	if err := oddfile.MakePlaced(path, filepath.Join(folder, "source.h5"), filepath.Join(folder, "raw")); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// Only what lies in a row in this very file is read past HDF5, and it is the same numbers.
func TestFlatData(t *testing.T) {
	f := placed(t)
	sets, skipped, err := f.Walk()
	if err != nil || len(sets) != 7 || len(skipped) != 0 {
		t.Fatalf("%d datasets, skipped %v, %v", len(sets), skipped, err)
	}
	for _, d := range sets {
		if flat := d.Name() == "contiguous"; d.Flat() != flat {
			t.Errorf("%s: flat is %v", d.Path, d.Flat())
		}
		numbers := make([]float64, 6)
		if err := Read(d, []int{0}, d.Shape, numbers); err != nil {
			t.Fatal(err)
		}
		for i, x := range numbers {
			if want := float64(i + 1); x != want && !(x == 7 && d.Name() == "unwritten") {
				t.Errorf("%s: %v", d.Path, numbers)
				break
			}
		}
		if !d.Flat() {
			continue
		}
		bytes := make([]byte, 16)
		if err := d.ReadFlat(8, bytes); err != nil || math.Float64frombits(binary.LittleEndian.Uint64(bytes)) != 2 || math.Float64frombits(binary.LittleEndian.Uint64(bytes[8:])) != 3 {
			t.Errorf("%v %v", bytes, err)
		}
		for _, at := range []int64{-1, 33, math.MaxInt64 - 3} {
			if err := d.ReadFlat(at, bytes); err == nil || !strings.Contains(err.Error(), "outside the dataset") {
				t.Errorf("at %d: %v", at, err)
			}
		}
	}
}

// Links of one file to the next end at a FIFO, and in a circle: reading them ends, too. A chain to numbers is followed.
func TestChainsOfLinks(t *testing.T) {
	folder := t.TempDir()
	name := func(file string) string { return filepath.Join(folder, file) }
	if err := syscall.Mkfifo(name("fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"numbers.h5", "middle.h5", "first.h5"} {
		if err := oddfile.MakeForeign(name(file), "", 0, 5); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range [][4]string{
		{"middle.h5", "held", "fifo", "/x"}, {"first.h5", "held", "middle.h5", "/held"}, {"first.h5", "by_name", "", "/held/deep"},
		{"middle.h5", "far", "numbers.h5", "/rho"}, {"first.h5", "far", "middle.h5", "/far"}, {"first.h5", "by_name_far", "", "/far"},
		{"middle.h5", "circle", "first.h5", "/circle"}, {"first.h5", "circle", "middle.h5", "/circle"},
	} {
		if err := oddfile.Link(name(link[0]), link[1], link[2], link[3]); err != nil {
			t.Fatal(err)
		}
	}
	found := map[string]bool{}
	ended := make(chan error, 1)
	go func() {
		f, err := Open(name("first.h5"))
		if err != nil {
			ended <- err
			return
		}
		defer f.Close()
		sets, _, err := f.Walk()
		for _, d := range sets {
			found[d.Path] = d.Len() == 24
		}
		if f.exists("/held/deep") {
			t.Error("what lies behind a FIFO is there")
		}
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil || !found["/far"] || !found["/by_name_far"] || !found["/rho"] || len(found) != 5 {
			t.Errorf("%v %v", found, err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("reading waits for the FIFO")
	}
}
