//go:build hdf5

package hdf5file

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"drawbridge/tools/hdf5file/oddfile"
)

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
