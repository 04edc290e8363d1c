//go:build hdf5

package compare

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"drawbridge/snapshot"
	"drawbridge/snapshot/hdf5file/oddfile"
)

// victim says, in a child process, which file of a mutation run is read next: a library that loops or
// dies on a damaged file takes the child, and the parent knows the seed.
const victim = "DRAWBRIDGE_TEST_MUTATED"

// mutants of each file; a mutation changes 1 to 16 bytes, most of them in the first kilobytes, where
// HDF5 keeps its structure.
const mutants = 60

func mutate(original []byte, seed uint64) []byte {
	random := rand.New(rand.NewPCG(seed, 3))
	data := append([]byte{}, original...)
	if seed%7 == 0 {
		return data[:random.IntN(len(data))]
	}
	for range 1 + random.IntN(16) {
		at := random.IntN(len(data))
		if random.IntN(3) > 0 {
			at = random.IntN(min(len(data), 4096))
		}
		data[at] = byte(random.Uint32())
	}
	return data
}

// TestMutatedFiles: whatever a damaged file holds, a comparison ends with a verdict or with an error
// that names the file; it never hangs and never takes the process with it unless HDF5 itself does.
func TestMutatedFiles(t *testing.T) {
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
	first, deaths := 0, []string{}
	for first < 2*mutants {
		next, said := child(t, folder, first)
		if next < 2*mutants {
			deaths = append(deaths, fmt.Sprintf("mutant %d: %s", next, said))
		}
		first = next + 1
	}
	if len(deaths) > 0 {
		t.Errorf("the process died or hung on %d of %d:\n%s", len(deaths), 2*mutants, strings.Join(deaths, "\n"))
	}
}

// child compares mutants from `first` on and answers the one that it died of, or the number of all.
func child(t *testing.T, folder string, first int) (int, string) {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^TestMutatedFiles$", "-test.timeout=60s")
	command.Env = append(os.Environ(), victim+"="+folder, victim+"_FROM="+strconv.Itoa(first))
	command.WaitDelay = time.Second
	output, err := command.CombinedOutput()
	if err == nil {
		return 2 * mutants, ""
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
	for n := from; n < 2*mutants; n++ {
		original := filepath.Join(folder, []string{"odd.h5", "whole.h5"}[n%2])
		bytes, err := os.ReadFile(original)
		if err != nil {
			t.Fatal(err)
		}
		mutant := filepath.Join(folder, "mutant.h5")
		if err := os.WriteFile(mutant, mutate(bytes, uint64(n)), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "at"), []byte(strconv.Itoa(n)), 0o644); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := Files(original, mutant, Options{}); err != nil && !strings.Contains(err.Error(), ".h5") {
			t.Errorf("mutant %d: the message names no file: %v", n, err)
		}
		if _, err := Files(mutant, original, Options{}); err != nil && !strings.Contains(err.Error(), ".h5") {
			t.Errorf("mutant %d as reference: the message names no file: %v", n, err)
		}
		if time.Since(began) > 10*time.Second {
			t.Errorf("mutant %d took %v", n, time.Since(began))
		}
	}
}
