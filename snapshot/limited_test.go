package snapshot

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"drawbridge/tests/again"
)

// limit leaves the process some bytes of address space beyond what it has.
func limit(t *testing.T, room uint64) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skipf("no /proc: %v", err)
	}
	var pages uint64
	if _, err := fmt.Fscan(bytes.NewReader(text), &pages); err != nil {
		t.Fatal(err)
	}
	size := pages*uint64(os.Getpagesize()) + room
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: size, Max: size}); err != nil {
		t.Skipf("no limit can be set here: %v", err)
	}
}

// starve writes a snapshot twice and reads it; what fails is told, and the process goes on to its end.
func starve(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.h5")
	for range 2 {
		data, source := halo(grid.Cells, 1)
		w, err := Create(path, grid, Deflate(1))
		if err == nil {
			for _, err := range []error{w.Field("density", "kg/m3", source), w.Attribute("n", 1), w.Blocks([][6]int{{1, 4, 1, 3, 1, 2}}), w.Close()} {
				t.Log("write: ", err)
			}
		}
		t.Log("create: ", err)
		r, err := Open(path)
		if err == nil {
			t.Log("read: ", r.Field("density", [3]int{1, 1, 1}, source), r.Field("absent", [3]int{1, 1, 1}, source), r.Close())
		}
		t.Log("open: ", err)
		runtime.KeepAlive(data)
	}
}

// why is the part of an output that tells of a death.
func why(text string) string {
	for _, word := range []string{"SIG", "panic", "fatal", "FAIL", "abort"} {
		if at := strings.Index(text, word); at >= 0 {
			return text[at:min(len(text), at+100)]
		}
	}
	return text[max(0, len(text)-200):]
}

// TestLimitedMemory: with any little room (ulimit -v) each call of a snapshot answers, and the host goes on. Go's own
// abort is the one exception: it says so, and it is not counted.
func TestLimitedMemory(t *testing.T) {
	needHDF5(t)
	if os.Getenv("TEST_EMULATOR") != "" {
		t.Skip("skipped: an emulator does not limit the room of the program that it runs")
	}
	refused, done, aborts := 0, 0, 0
	for _, bound := range []string{"", "1"} { // HDF5 is found under the limit, or before
		for room := 0; room < 24<<20; room += 384 << 10 {
			command := again.Command("-test.run=^TestChild$", "-test.v", "-test.timeout=20s")
			command.Env = append(os.Environ(), "SNAPSHOT_CHILD=limited", "SNAPSHOT_ROOM="+strconv.Itoa(room), "SNAPSHOT_BOUND="+bound)
			output, err := command.CombinedOutput()
			text := string(output)
			switch {
			case strings.Contains(text, "fatal error: out of memory") || strings.Contains(text, "runtime: cannot") || strings.Contains(text, "runtime: out of memory") || strings.Contains(text, "pthread_create failed") || strings.Contains(text, "out of memory (stack)") || strings.Contains(text, "C malloc failed") || strings.Contains(text, "cannot allocate memory\nfatal error"):
				aborts++
			case err != nil:
				t.Errorf("%d KiB of room, bound %q: %s", room>>10, bound, why(text))
			case strings.Contains(text, "apt-get"):
				t.Errorf("%d KiB of room, bound %q: the message says that HDF5 is missing: %s", room>>10, bound, why(text))
			case strings.Contains(text, "not enough memory"):
				refused++
			default:
				done++
			}
		}
	}
	t.Logf("%d runs refused for want of memory, %d did their work, %d ended by Go's own abort", refused, done, aborts)
	if done == 0 || refused == 0 {
		t.Errorf("%d runs refused, %d done: the limits do not reach from one to the other", refused, done)
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "TestChild*", "*", "*.part-*")); len(left) > 0 {
		t.Logf("left behind by aborts: %v", left)
	}
}
