//go:build hdf5

package compare

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"drawbridge/snapshot"
	"drawbridge/tests/again"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/views"
)

// victim holds, in a child process, the folder of the files that are read damaged; task says by what. A library that loops or
// dies on a damaged file takes the child, and the parent knows the seed.
const (
	victim = "DRAWBRIDGE_TEST_MUTATED"
	task   = "DRAWBRIDGE_TEST_MUTATED_TASK"
)

// mostMemory is what a process may take that reads damaged files, mostTime is for one of them. mostFiles is how many a
// process reads: a damaged file stays open until its end, with nearly 1 MB of HDF5's own tables.
const (
	mostMemory = 1 << 30
	mostTime   = 60 * time.Second
	mostFiles  = 400
)

const tooLarge = "it took the peak of memory"

// fresh is how a process ends that reads no more files after one that HDF5 may have been broken by.
const fresh = 7

// TestMutatedFiles: whatever a damaged file holds, a comparison ends with a verdict or with an error that names the file.
// HDF5's own crashes and loops, which the command names, are counted: 24 of 15,000 with HDF5 1.10.8.
func TestMutatedFiles(t *testing.T) { mutants(t, "compare", 3+usual()/200, "the HDF5 library ") }

// TestMutatedRestart: whatever a damaged file holds, the library's reader answers. What ends in HDF5 itself, and takes the
// host with it, is counted: 58 of 500,000 with HDF5 1.10.8, for damage that its calls do not show: it reads beyond
// its memory, and what lies there differs from run to run.
func TestMutatedRestart(t *testing.T) {
	mutants(t, "restart", 1+usual()/5_000, "snapshot._Cfunc_hdf5_")
}

func usual() int { return oddfile.Mutants(120) }

// mutants reads damaged files in processes of their own. HDF5 may crash on `most` of them; its crash has these words.
func mutants(t *testing.T, by string, most int, words string) {
	if folder := os.Getenv(victim); folder != "" {
		readMutants(t, folder)
		return
	}
	folder := t.TempDir()
	if err := oddfile.Make(filepath.Join(folder, "odd.h5"), false); err != nil {
		t.Fatal(err)
	}
	whole := save(t, [3]int{16, 12, 4}, map[string][]float64{"rho": field(1, [3]int{16, 12, 4})}, snapshot.Deflate(3))
	if err := os.Rename(whole, filepath.Join(folder, "whole.h5")); err != nil {
		t.Fatal(err)
	}
	all, named, large, deaths := usual(), 0, 0, []string{}
	for first := 0; first < all; {
		next, said := child(t, folder, by, first, min(all, first+mostFiles))
		switch {
		case said == "":
		case strings.Contains(said, words):
			named++
		case strings.Contains(said, tooLarge):
			large++
			t.Logf("mutant %d (seed %d): %s", next-1, oddfile.Seed()+uint64(next-1), said)
		default:
			deaths = append(deaths, fmt.Sprintf("mutant %d (seed %d): %s", next-1, oddfile.Seed()+uint64(next-1), said))
		}
		first = next
	}
	t.Logf("%d damaged files from seed %d on: %d crashes and loops of HDF5, %d other deaths", all, oddfile.Seed(), named, len(deaths))
	if len(deaths) > 0 {
		t.Errorf("the process died or hung on %d of %d:\n%s", len(deaths), all, strings.Join(deaths, "\n"))
	}
	if allowed := all / 20_000; large > allowed { // HDF5 takes memory for a text of varying length as a damaged file claims it: 2 of 145,000
		t.Errorf("%d of %d took more than %d MB, at most %d expected", large, all, mostMemory>>20, allowed)
	}
	if named > most {
		t.Errorf("HDF5 crashed or looped on %d of %d, at most %d expected", named, all, most)
	}
}

// child reads mutants from `first` up to `end` and answers which comes next, and of what it died before that one.
func child(t *testing.T, folder, by string, first, end int) (int, string) {
	t.Helper()
	command := again.Command("-test.run=^"+t.Name()+"$", "-test.timeout=4h")
	command.Env = append(os.Environ(), victim+"="+folder, task+"="+by, victim+"_FROM="+strconv.Itoa(first), victim+"_END="+strconv.Itoa(end))
	command.WaitDelay = time.Second
	output, err := command.CombinedOutput()
	if err == nil {
		return end, ""
	}
	at, readErr := os.ReadFile(filepath.Join(folder, "at"))
	n, convErr := strconv.Atoi(string(at))
	if readErr != nil || convErr != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if command.ProcessState.ExitCode() == fresh {
		return n + 1, ""
	}
	return n + 1, fmt.Sprintf("%v: %.3000s", err, output)
}

func readMutants(t *testing.T, folder string) {
	from, _ := strconv.Atoi(os.Getenv(victim + "_FROM"))
	end, _ := strconv.Atoi(os.Getenv(victim + "_END"))
	compare := os.Getenv(task) == "compare"
	if compare {
		hdf5file.NameCrashes(3 * time.Second)
	}
	began := make(chan time.Time, 1)
	go watch(began)
	peak := peakOf(t)
	for n := from; n < end; n++ {
		original := filepath.Join(folder, []string{"odd.h5", "whole.h5"}[n%2])
		mutant := write(t, folder, original, n)
		began <- time.Now()
		if compare {
			compareMutant(t, n, original, mutant)
		} else {
			readBack(mutant)
		}
		<-began
		if hdf5file.Ruined() != nil {
			os.Exit(fresh)
		}
		before := peak
		if peak = peakOf(t); peak > mostMemory {
			t.Fatalf(tooLarge+" from %d to %d MB, at most %d expected", before>>20, peak>>20, mostMemory>>20)
		}
	}
}

// write makes a damaged file. It is a new one each time: HDF5 would take a file written anew under the name of one that it
// has open for that one, and read its tables out of memory.
func write(t *testing.T, folder, original string, n int) string {
	t.Helper()
	bytes, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}
	mutant := filepath.Join(folder, "mutant.h5")
	_ = os.Remove(mutant)
	if err := os.WriteFile(mutant, oddfile.Mutate(bytes, oddfile.Seed()+uint64(n)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "at"), []byte(strconv.Itoa(n)), 0o644); err != nil {
		t.Fatal(err)
	}
	return mutant
}

func compareMutant(t *testing.T, n int, original, mutant string) {
	t.Helper()
	if _, err := Files(original, mutant, Options{Worst: 5}); err != nil && !strings.Contains(err.Error(), ".h5") {
		t.Errorf("mutant %d: the message names no file: %v", n, err)
	}
	if _, err := Files(mutant, original, Options{IgnoreUnits: true, Worst: 1}); err != nil && !strings.Contains(err.Error(), ".h5") {
		t.Errorf("mutant %d as reference: the message names no file: %v", n, err)
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
	_ = readRho(r)
	_ = r.Close()
}

// readRho reads the whole of rho.
func readRho(r *snapshot.Reader) error {
	data := make([]float64, 16*12*4)
	a := views.HostArray{Address: uintptr(unsafe.Pointer(&data[0])), Shape: [4]int{16, 12, 4, 1}, Interior: [6]int{1, 16, 1, 12, 1, 4}, Var: 1, Width: 1}
	err := r.Field("rho", [3]int{1, 1, 1}, a)
	runtime.KeepAlive(data)
	return err
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
