//go:build hdf5

package compare

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"drawbridge/snapshot"
	"drawbridge/snapshot/hdf5file/oddfile"
	"drawbridge/views"
)

// victim says, in a child process, which file of a mutation run is read next: a library that loops or
// dies on a damaged file takes the child, and the parent knows the seed.
const victim = "DRAWBRIDGE_TEST_MUTATED"

// mostMemory is what reading damaged files may take, address space and all; mostTime is for one of them.
const (
	mostMemory = 1 << 30
	mostTime   = 20 * time.Second
)

// TestMutatedFiles: whatever a damaged file holds, a comparison ends with a verdict or with an error
// that names the file, and the library's reader with an answer; they never hang and never take the process with them.
func TestMutatedFiles(t *testing.T) {
	if folder := os.Getenv(victim); folder != "" {
		readMutants(t, folder)
		return
	}
	mutants := oddfile.Mutants(120)
	folder := t.TempDir()
	if err := oddfile.Make(filepath.Join(folder, "odd.h5"), false); err != nil {
		t.Fatal(err)
	}
	whole := save(t, [3]int{16, 12, 4}, map[string][]float64{"rho": field(1, [3]int{16, 12, 4})}, snapshot.Deflate(3))
	if err := os.Rename(whole, filepath.Join(folder, "whole.h5")); err != nil {
		t.Fatal(err)
	}
	first, deaths := 0, []string{}
	for first < mutants {
		next, said := child(t, folder, first)
		if next < mutants {
			deaths = append(deaths, fmt.Sprintf("mutant %d: %s", next, said))
		}
		first = next + 1
	}
	t.Logf("%d damaged files from seed %d on: %d deaths", mutants, oddfile.Seed(), len(deaths))
	if len(deaths) > 0 {
		t.Errorf("the process died or hung on %d of %d:\n%s", len(deaths), mutants, strings.Join(deaths, "\n"))
	}
}

// child compares mutants from `first` on and answers the one that it died of, or the number of all.
func child(t *testing.T, folder string, first int) (int, string) {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^TestMutatedFiles$", "-test.timeout=4h")
	command.Env = append(os.Environ(), victim+"="+folder, victim+"_FROM="+strconv.Itoa(first))
	command.WaitDelay = time.Second
	output, err := command.CombinedOutput()
	if err == nil {
		return oddfile.Mutants(120), ""
	}
	at, readErr := os.ReadFile(filepath.Join(folder, "at"))
	n, convErr := strconv.Atoi(string(at))
	if readErr != nil || convErr != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return n, fmt.Sprintf("%v: %s", err, output)
}

func readMutants(t *testing.T, folder string) {
	from, _ := strconv.Atoi(os.Getenv(victim + "_FROM"))
	began := make(chan time.Time, 1)
	go watch(began)
	for n := from; n < oddfile.Mutants(120); n++ {
		original := filepath.Join(folder, []string{"odd.h5", "whole.h5"}[n%2])
		bytes, err := os.ReadFile(original)
		if err != nil {
			t.Fatal(err)
		}
		mutant := filepath.Join(folder, "mutant.h5")
		if err := os.WriteFile(mutant, oddfile.Mutate(bytes, oddfile.Seed()+uint64(n)), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "at"), []byte(strconv.Itoa(n)), 0o644); err != nil {
			t.Fatal(err)
		}
		began <- time.Now()
		if _, err := Files(original, mutant, Options{}); err != nil && !strings.Contains(err.Error(), ".h5") {
			t.Errorf("mutant %d: the message names no file: %v", n, err)
		}
		if _, err := Files(mutant, original, Options{}); err != nil && !strings.Contains(err.Error(), ".h5") {
			t.Errorf("mutant %d as reference: the message names no file: %v", n, err)
		}
		readBack(mutant)
		<-began
	}
	if peak := peakOf(t); peak > mostMemory {
		t.Errorf("%d MB of memory were needed, at most %d expected", peak>>20, mostMemory>>20)
	}
}

// watch ends the process where one file takes too long: the parent tells which.
func watch(began chan time.Time) {
	for range time.Tick(time.Second) {
		select {
		case since := <-began:
			if time.Since(since) > mostTime {
				fmt.Println("FAIL: too long")
				os.Exit(3)
			}
			select {
			case began <- since:
			default:
			}
		default:
		}
	}
}

// readBack is what a solver does that goes on from a snapshot.
func readBack(path string) {
	r, err := snapshot.Open(path)
	if err != nil {
		return
	}
	g := r.Grid()
	data := make([]float64, 16*12*4)
	a := views.HostArray{Address: uintptr(unsafe.Pointer(&data[0])), Shape: [4]int{16, 12, 4, 1}, Interior: [6]int{1, 16, 1, 12, 1, 4}, Var: 1, Width: 1}
	_, _ = r.Field("rho", [3]int{1, 1, 1}, a), g
	_ = r.Close()
	runtime.KeepAlive(data)
}

// peakOf is the most memory that the process had, bytes.
func peakOf(t *testing.T) int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes int64
	_, _ = fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10
}
