//go:build hdf5

package hdf5file_test

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
	"drawbridge/views"
)

// A restart takes numbers from the file that it names, and from no other. HDF5 waits for ever where the other file is a FIFO, and
// reads fill values where it is absent.
func TestRestartFromAFileThatLeadsElsewhere(t *testing.T) {
	const field = "/VTKHDF/CellData/p"
	folder := t.TempDir()
	fifo := filepath.Join(folder, "fifo")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, what, other, want string
		how                     oddfile.Redirection
	}{
		{"a link of the field to a FIFO", field, fifo, field + " is a link to something else", oddfile.ToFile},
		{"a link of the field to no file", field, "absent.h5", field + " is a link to something else", oddfile.ToFile},
		{"a link of a group to a FIFO", "/VTKHDF/CellData", fifo, "/VTKHDF/CellData is a link to something else", oddfile.ToFile},
		{"a link of the header to a FIFO", "/VTKHDF", fifo, "/VTKHDF is a link to something else", oddfile.ToFile},
		{"a symbolic link", field, "", field + " is a link to something else", oddfile.ToName},
		{"bytes of a FIFO", field, fifo, "external storage", oddfile.ToRaw},
		{"bytes of no file", field, "absent", "external storage", oddfile.ToRaw},
		{"a virtual dataset", field, "absent.h5", "a virtual dataset", oddfile.ToVirtual},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.h5")
			g := snapshot.Grid{Cells: [3]int{4, 3, 2}, Spacing: [3]float64{1, 1, 1}}
			if err := snapshottest.Save(path, g, []snapshottest.Field{{Name: "p", Unit: "Pa", Values: make([]float64, 24)}}); err != nil {
				t.Fatal(err)
			}
			if err := read(t, path); err != nil {
				t.Fatalf("before the change: %v", err)
			}
			if err := oddfile.Redirect(path, c.what, c.other, c.how); err != nil {
				t.Fatal(err)
			}
			late := time.AfterFunc(20*time.Second, func() { _, _ = os.Stderr.WriteString("the restart hangs\n"); os.Exit(2) })
			defer late.Stop()
			if err := read(t, path); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, expected %q", err, c.want)
			}
		})
	}
}

// read restarts from the field p of a file of 4 x 3 x 2 cells, and wants nothing of the array touched where it fails.
func read(t *testing.T, path string) error {
	r, err := snapshot.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	into := make([]float64, 24)
	for i := range into {
		into[i] = math.NaN()
	}
	a := views.HostArray{Address: uintptr(unsafe.Pointer(&into[0])), Shape: [4]int{4, 3, 2, 1}, Interior: [6]int{1, 4, 1, 3, 1, 2}, Var: 1, Width: 1}
	err = r.Field("p", [3]int{1, 1, 1}, a)
	for i, v := range into {
		if math.IsNaN(v) != (err != nil) {
			t.Errorf("number %d is %v after %v", i, v, err)
		}
	}
	runtime.KeepAlive(into)
	return err
}
