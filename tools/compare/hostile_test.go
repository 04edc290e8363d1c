//go:build hdf5

package compare

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
	"drawbridge/views"
)

// A file with more attributes than are read is compared; its attributes are listed as not compared.
func TestGiganticNumberOfAttributes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "many.h5")
	w, err := snapshot.Create(path, snapshot.Grid{Cells: [3]int{2, 1, 1}, Spacing: [3]float64{1, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	data := []float64{1, 2}
	if err := w.Field("rho", "1", views.HostArray{Address: uintptr(unsafe.Pointer(&data[0])), Shape: [4]int{2, 1, 1, 1}, Interior: [6]int{1, 2, 1, 1, 1, 1}, Var: 1, Width: 1}); err != nil {
		t.Fatal(err)
	}
	for i := range 10_001 {
		if err := w.Attribute(fmt.Sprintf("a%d", i), i); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := run(t, path, path, Options{})
	if !r.Same || len(r.Skipped) != 1 || !strings.Contains(r.Skipped[0].Reason, "more than the 10000 that are read") {
		t.Errorf("%+v", r)
	}
}

func TestPermissionDenied(t *testing.T) {
	a := save(t, cells, map[string][]float64{"rho": field(1, cells)})
	if err := os.Chmod(a, 0); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		if os.Geteuid() == 0 { // root may read everything; nobody may not
			_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, 65534, 0, 0)
		}
		_, err := Files(a, a, Options{})
		done <- err
	}()
	if err := <-done; err == nil || !strings.Contains(err.Error(), "permission denied") || !strings.Contains(err.Error(), a) {
		t.Errorf("%v", err)
	}
}

// Every type is judged, and a change in it found, or it is listed as not compared.
func TestRareTypes(t *testing.T) {
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a.h5"), filepath.Join(folder, "b.h5")
	for path, planted := range map[string]bool{a: false, b: true} {
		if err := oddfile.MakeKinds(path, planted); err != nil {
			t.Fatal(err)
		}
	}
	same := run(t, a, a, Options{})
	if same.Same || len(same.Fields) != 9 || len(same.Skipped) != 2 { // what was not compared keeps the verdict from SAME
		t.Errorf("%s: %d fields, skipped %v", same.Summary, len(same.Fields), same.Skipped)
	}
	for _, f := range run(t, a, b, Options{}).Fields {
		if f.Same || f.Unequal != 1 || f.Where.String() != "(2)" {
			t.Errorf("%s: %+v", f.Path, f)
		}
	}
	planted := run(t, a, b, Options{Include: []string{"half", "long double", "int24"}})
	for _, f := range planted.Fields {
		if want := map[string]Figure{"/half": .5, "/long double": .5, "/int24": 1}[f.Path]; f.MaxAbs != want {
			t.Errorf("%s (%s): apart by %g, expected %g", f.Path, f.Type, float64(f.MaxAbs), float64(want))
		}
	}
}

// A rank may have several blocks: the file then says whose each is.
func TestSeveralBlocksOfARank(t *testing.T) {
	save := func(plant float64) string {
		path := filepath.Join(t.TempDir(), "b.h5")
		data := field(1, cells)
		data[6] += plant // cell (7,1,1)
		g := snapshot.Grid{Cells: cells, Spacing: [3]float64{1, 1, 1}}
		blocks := [][6]int{{1, 3, 1, 5, 1, 3}, {4, 5, 1, 5, 1, 3}, {6, 7, 1, 5, 1, 3}}
		if err := snapshottest.SaveOwned(path, g, []snapshottest.Field{{Name: "rho", Unit: "1", Values: data}}, blocks, []int{1, 0, 1}); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if owner := run(t, save(0), save(1), Options{}).Fields[0].Where.Owner(); owner != "rank 1, block 6:7,1:5,1:3" {
		t.Errorf("%q", owner)
	}
}

// The rank in whose block the worst point lies is the new file's, else the reference's.
func TestBlockOfTheWorstPoint(t *testing.T) {
	blocked := func(plant float64, blocks [][6]int) string {
		path := filepath.Join(t.TempDir(), "b.h5")
		data := field(1, cells)
		data[6] += plant
		g := snapshot.Grid{Cells: cells, Spacing: [3]float64{1, 1, 1}}
		if err := snapshottest.SaveBlocks(path, g, []snapshottest.Field{{Name: "rho", Unit: "1", Values: data}}, blocks); err != nil {
			t.Fatal(err)
		}
		return path
	}
	two, one := [][6]int{{1, 3, 1, 5, 1, 3}, {4, 7, 1, 5, 1, 3}}, [][6]int{{1, 7, 1, 5, 1, 3}}
	for _, c := range []struct {
		ref, new [][6]int
		owner    string
	}{{one, two, "rank 1, block 4:7,1:5,1:3"}, {two, nil, "rank 1, block 4:7,1:5,1:3"}, {two, one, "rank 0, block 1:7,1:5,1:3"}, {nil, nil, ""}} {
		r := run(t, blocked(0, c.ref), blocked(1, c.new), Options{})
		if r.Same || len(r.Fields) != 1 || len(r.Missing)+len(r.Extra) != 0 || r.Fields[0].Where.Owner() != c.owner {
			t.Errorf("%v against %v: %s %q, expected %q", c.ref, c.new, r.Summary, r.Fields[0].Where.Owner(), c.owner)
		}
	}
}

// A group that is a link to a FIFO holds nobody up: HDF5 would wait for a writer.
func TestGroupBehindAFIFO(t *testing.T) {
	a, b := at(t, 1), at(t, 1)
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := oddfile.Redirect(b, "/VTKHDF", fifo, oddfile.ToFile); err != nil {
		t.Fatal(err)
	}
	done := make(chan bool, 2)
	go func() {
		for _, o := range []Options{{}, {TimeName: "/VTKHDF/deep/time"}} {
			r, err := Files(a, b, o)
			done <- err == nil && r.Same
		}
	}()
	for range 2 {
		select {
		case same := <-done:
			if same {
				t.Error("SAME, and one file lacks its fields")
			}
		case <-time.After(20 * time.Second):
			t.Fatal("the comparison waits for the FIFO")
		}
	}
}
