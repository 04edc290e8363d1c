//go:build hdf5

package compare

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tests/again"
	"drawbridge/tools/hdf5file"
)

// damaging holds, in a child process, the folder of the two files of TestBrokenAttribute.
const damaging = "DRAWBRIDGE_TEST_BROKEN_ATTRIBUTE"

// changed copies a file with one byte set, `at` bytes from where the last `mark` in it begins.
func changed(t *testing.T, path string, mark []byte, at int, value byte) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin := bytes.LastIndex(data, mark)
	if begin < 0 || data[begin+at] == value {
		t.Fatalf("%s: there is nothing to damage", path)
	}
	data[begin+at] = value
	other := filepath.Join(t.TempDir(), "damaged.h5")
	if err := os.WriteFile(other, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return other
}

// HDF5 1.10 reads beyond the memory of a chunk where the file's extents or its type do not fit the chunk: the comparison
// and the library's reader refuse such a dataset before.
func TestChunksBeyondTheirMemory(t *testing.T) {
	cells := [3]int{16, 12, 4}
	whole := save(t, cells, map[string][]float64{"rho": field(1, cells)}, snapshot.Deflate(3))
	layout := []byte{4, 0, 0, 0, 12, 0, 0, 0, 16, 0, 0, 0, 8, 0, 0, 0}
	header := []byte{0, 0, 0x11, 0x20, 0x3f, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xff, 3, 0, 0, 0, 0, 0, 0, 5, 0} // the fill value follows
	for _, d := range []struct {
		mark   []byte
		at     int
		value  byte
		reason string
	}{
		{layout, 9, 8, "a chunk is larger than the dataset can become"},
		{header, 6, 9, "its elements have another size than its filter expects"},
		{header, 8, 32, "its elements have "}, // more bytes than they need, another size than the filter expects
	} {
		damaged := changed(t, whole, d.mark, d.at, d.value)
		r, err := snapshot.Open(damaged)
		if err != nil {
			t.Fatal(err)
		}
		if err := readRho(r); err == nil || !strings.Contains(err.Error(), "the file is damaged: "+d.reason) {
			t.Errorf("byte %d set to %d: the reader said %v, expected %s", d.at, d.value, err, d.reason)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		result, err := Files(whole, damaged, Options{})
		if err == nil || !strings.Contains(err.Error(), "cannot be read: ") || !strings.Contains(err.Error(), d.reason) {
			t.Errorf("byte %d set to %d: the comparison said %+v, %v, expected %s", d.at, d.value, result, err, d.reason)
		}
	}
}

// After an attribute that HDF5 cannot decode, no file is read: HDF5 1.10 crashes on files that are whole, too. The message
// names the file that is damaged.
func TestBrokenAttribute(t *testing.T) {
	if folder := os.Getenv(damaging); folder != "" {
		whole, damaged := filepath.Join(folder, "whole.h5"), filepath.Join(folder, "damaged.h5")
		for _, pair := range [][2]string{{whole, damaged}, {whole, whole}, {damaged, whole}, {whole, whole}} {
			if _, err := Files(pair[0], pair[1], Options{}); err == nil || !strings.Contains(err.Error(), damaged+": the attributes of /VTKHDF: ") {
				t.Errorf("%v: %v", pair, err)
			}
		}
		return
	}
	cells := [3]int{16, 12, 4}
	whole := save(t, cells, map[string][]float64{"rho": field(1, cells)})
	damaged := changed(t, whole, []byte("WholeExtent\x00"), -6, 0x40) // the length of the name
	folder := t.TempDir()
	for from, to := range map[string]string{whole: "whole.h5", damaged: "damaged.h5"} {
		if err := os.Rename(from, filepath.Join(folder, to)); err != nil {
			t.Fatal(err)
		}
	}
	command := again.Command("-test.run=^TestBrokenAttribute$")
	command.Env = append(os.Environ(), damaging+"="+folder)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v: %.2000s", err, output)
	}
}

// A type of gigabytes in a small file takes no memory: HDF5 would convert its elements in as much.
func TestElementsBeyondTheFile(t *testing.T) {
	cells := [3]int{16, 12, 4}
	whole := save(t, cells, map[string][]float64{"rho": field(1, cells)})
	header := []byte{0, 0, 0x11, 0x20, 0x3f, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xff, 3, 0, 0, 0, 0, 0, 0, 5, 0}
	damaged := changed(t, whole, header, 9, 0x20) // 512 MiB
	result, err := Files(whole, damaged, Options{})
	if err == nil || !strings.Contains(err.Error(), "cannot be read: ") || !strings.Contains(err.Error(), "more bytes than they need") {
		t.Errorf("%+v", result)
	}
	r, err := snapshot.Open(damaged)
	if err != nil {
		t.Fatal(err)
	}
	if err := readRho(r); err == nil || !strings.Contains(err.Error(), "more bytes than they need") {
		t.Errorf("the reader said %v", err)
	}
	_ = r.Close()
}

// Extents that no program can have written are refused: reading them would take days.
func TestExtentsBeyondTheFile(t *testing.T) {
	cells := [3]int{16, 12, 4}
	whole := save(t, cells, map[string][]float64{"rho": field(1, cells)})
	extents := make([]byte, 0, 48) // and then the most that they may become
	for range 2 {
		for _, n := range []uint64{4, 12, 16} {
			extents = binary.LittleEndian.AppendUint64(extents, n)
		}
	}
	beyond := changed(t, whole, extents, 4, 1)
	extents[4] = 1
	everywhere := changed(t, beyond, extents, 24+4, 1)
	larger := "the file is damaged: an extent is larger than the dataset can become"
	for damaged, reason := range map[string]string{beyond: larger, everywhere: "the file is damaged: a shape of [4294967300 12 16] in a file of "} {
		result, err := Files(whole, damaged, Options{})
		if err == nil || !strings.Contains(err.Error(), "cannot be read: ") || !strings.Contains(err.Error(), reason) {
			t.Errorf("%+v", result)
		}
	}
	r, err := snapshot.Open(beyond)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	if err := readRho(r); err == nil || !strings.Contains(err.Error(), larger) {
		t.Errorf("the reader said %v", err)
	}
}

// HDF5 1.10 would follow the free blocks of a group's local heap for ever.
func TestAHeapThatGoesRound(t *testing.T) {
	cells := [3]int{16, 12, 4}
	whole := save(t, cells, map[string][]float64{"rho": field(1, cells)})
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	heap := bytes.Index(data, []byte("HEAP"))
	free := binary.LittleEndian.Uint64(data[heap+16:])
	begin := binary.LittleEndian.Uint64(data[heap+24:])
	binary.LittleEndian.PutUint64(data[begin+free:], free) // the first free block is its own next
	damaged := filepath.Join(t.TempDir(), "damaged.h5")
	if err := os.WriteFile(damaged, data, 0o644); err != nil {
		t.Fatal(err)
	}
	const want = "damaged.h5: the file is damaged: the free list of the local heap at byte "
	if _, err := snapshot.Open(damaged); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the reader said %v", err)
	}
	if _, err := Files(whole, damaged, Options{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the comparison said %v", err)
	}
}

// Large elements are compared in boxes of as many bytes as small ones.
func TestBoxesOfLargeElements(t *testing.T) {
	d := &hdf5file.Dataset{Path: "/names", Type: hdf5file.Type{Class: hdf5file.Text, Size: 1000}, Shape: []int{1_000_000}}
	p, err := newPair(d, d, &Options{}, nil)
	if err != nil || p.tiles.largest()*1000 > 8*pieceElements {
		t.Errorf("boxes of %d elements of 1000 bytes, %v", p.tiles.largest(), err)
	}
}
