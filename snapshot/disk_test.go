package snapshot

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"drawbridge/status"
	"drawbridge/tests/again"
)

// attempt writes a snapshot of 16^3 cells and answers the first error.
func attempt(path string, before func()) error {
	g := grid
	g.Cells = [3]int{16, 16, 16}
	data, source := halo(g.Cells, 1)
	defer runtime.KeepAlive(data)
	w, err := Create(path, g)
	if err != nil {
		return err
	}
	err = w.Field("density", "kg/m3", source)
	if before != nil {
		before()
	}
	if closing := w.Close(); err == nil {
		err = closing
	}
	return err
}

// told checks that an error is one of a file, names it, and says why.
func told(t *testing.T, what, path, want string, err error) {
	t.Helper()
	if status.CodeOf(err) != status.File || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v, expected %q", what, err, want)
	}
}

// mounted makes a small file system; it skips where that is not permitted.
func mounted(t *testing.T, size string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("skipped: no file system can be mounted here: %v (TestFullDisk limits the size of files)", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// A disk that is full while a snapshot is written: an error that says so, the older file whole, nothing left.
func TestFullFileSystem(t *testing.T) {
	needHDF5(t)
	folder := mounted(t, "32k")
	path := filepath.Join(folder, "s.h5")
	write(t, path)
	older, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		told(t, "a full disk", path, "No space left on device", attempt(path, nil))
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(older) {
		t.Errorf("the older file is not as it was: %v", err)
	}
	left(t, folder, "s.h5")
	if err := syscall.Mount("", folder, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	told(t, "a disk that is read-only", path, "read-only file system", attempt(path, nil))
	check(t, path)
}

// check reads a snapshot of `write`.
func check(t *testing.T, path string) {
	t.Helper()
	r, err := Open(path)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	defer r.Close()
	data, into := halo(grid.Cells, 2)
	want := append([]float64{}, data...)
	for i := range data {
		if data[i] == data[i] {
			data[i] = -1
		}
	}
	err = r.Field("density", [3]int{1, 1, 1}, into)
	cells := grid.Cells[0] * grid.Cells[1] * grid.Cells[2]
	found := 0
	for i := range data {
		if data[i] == want[i] {
			found++
		}
	}
	if err != nil || found != cells {
		t.Errorf("%s: %d of %d cells are right: %v", path, found, cells, err)
	}
}

// A folder without the right to write, and one that goes while a snapshot is written.
func TestFolderWithoutRights(t *testing.T) {
	needHDF5(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "s.h5")
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		if os.Geteuid() == 0 { // root may write everywhere; nobody may not
			_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, 65534, 0, 0)
		}
		done <- attempt(path, nil)
	}()
	told(t, "a folder without rights", path, "permission denied", <-done)
	left(t, folder)
}

func TestFolderThatGoes(t *testing.T) {
	needHDF5(t)
	folder := filepath.Join(t.TempDir(), "run")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "s.h5")
	told(t, "a folder that goes", path, "no such file", attempt(path, func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	}))
	told(t, "a folder that is not there", path, "no such file", attempt(path, nil))
}

// writeForEver is what the process does that is killed.
func writeForEver(t *testing.T) {
	fmt.Println("ready")
	for {
		write(t, os.Getenv("SNAPSHOT_PATH"), Deflate(1))
	}
}

// A process that is killed while it writes leaves the older file whole, and what it left goes with the next snapshot.
func TestKilled(t *testing.T) {
	needHDF5(t)
	kills := 12
	if n, err := strconv.Atoi(os.Getenv("DRAWBRIDGE_TEST_KILLS")); err == nil {
		kills = n
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "s.h5")
	write(t, path)
	parts := 0
	for n := range kills {
		command := again.Command("-test.run=^TestChild$")
		command.Env = append(os.Environ(), "SNAPSHOT_CHILD=killed", "SNAPSHOT_PATH="+path)
		out, err := command.StdoutPipe()
		if err == nil {
			err = command.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		_, _ = out.Read(make([]byte, 6))
		time.Sleep(time.Duration(1+n*7%31) * time.Millisecond)
		_ = command.Process.Kill()
		_ = command.Wait()
		found, _ := filepath.Glob(path + ".part-*")
		parts += len(found)
		check(t, path)
	}
	write(t, path)
	left(t, folder, "s.h5")
	t.Logf("%d kills, %d of them left a part of a file", kills, parts)
}
