package files

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A new file has the rights that the umask leaves, whatever replaces it.
func TestUmask(t *testing.T) {
	for _, mask := range []int{0o077, 0o022, 0o027} {
		path := filepath.Join(t.TempDir(), "a.txt")
		before := syscall.Umask(mask)
		first, second := Write(path, []byte("one")), Write(path, []byte("two"))
		syscall.Umask(before)
		info, err := os.Stat(path)
		if first != nil || second != nil || err != nil || int(info.Mode().Perm()) != 0o666&^mask {
			t.Errorf("umask %03o: %v %v %v %v, expected %03o", mask, info.Mode(), first, second, err, 0o666&^mask)
		}
	}
}

// dead gives the number of a process that is no more.
func dead(t *testing.T) string {
	t.Helper()
	command := exec.Command("true")
	if err := command.Run(); err != nil {
		t.Fatal(err)
	}
	return strconv.Itoa(command.Process.Pid)
}

// What killed runs left of a target goes when the target is made again; what may be in use stays.
func TestSweep(t *testing.T) {
	folder := t.TempDir()
	target := filepath.Join(folder, "run.h5")
	gone, alive := dead(t), strconv.Itoa(os.Getppid())
	old := time.Now().Add(-8 * 24 * time.Hour)
	for _, c := range []struct {
		name  string
		old   bool
		stays bool
	}{
		{"run.h5" + part + owner() + "-" + gone + "-1", false, false},
		{"run.h5" + part + owner() + "-" + alive + "-1", true, true},
		{"run.h5" + part + "elsewhere-1-" + gone + "-1", false, true},
		{"run.h5" + part + "elsewhere-1-" + gone + "-1" + "0", true, false},
		{"other.h5" + part + owner() + "-" + gone + "-1", true, true},
		{"run.h5" + part + owner() + "-x", true, true},
	} {
		path := filepath.Join(folder, c.name)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if c.old {
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
		}
		Sweep(target)
		if _, err := os.Stat(path); (err == nil) != c.stays {
			t.Errorf("%s stays: %v, expected %v", c.name, err == nil, c.stays)
		}
	}
	SweepFolder(folder)
	if found, _ := filepath.Glob(filepath.Join(folder, "other.h5*")); len(found) > 0 {
		t.Errorf("%v stays in a folder of our own", found)
	}
	if mine := Temporary(target); !strings.HasPrefix(mine, target+part+owner()) || left(mine, strings.TrimPrefix(mine, target+part)) {
		t.Errorf("%s", mine)
	}
}
