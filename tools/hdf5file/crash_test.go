//go:build hdf5

package hdf5file

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"drawbridge/tests/again"
	"drawbridge/tools/hdf5file/oddfile"
)

// crashing says, in a child process, how it shall crash.
const crashing = "DRAWBRIDGE_TEST_CRASH"

// A crash or a loop within a call of HDF5 names the file and ends with 2; a crash elsewhere is Go's own affair.
func TestCrashesNameTheFile(t *testing.T) {
	if kind, err := strconv.Atoi(os.Getenv(crashing)); err == nil {
		NameCrashes(time.Second)
		if kind < 4 {
			_ = alone("a.h5: /rho", func() error { oddfile.Crash(kind); return nil })
		}
		_ = alone("a.h5", func() error { return nil })
		oddfile.Crash(0)
	}
	for kind := range 5 {
		command := again.Command("-test.run=^TestCrashesNameTheFile$")
		command.Env = append(os.Environ(), crashing+"="+strconv.Itoa(kind))
		output, _ := command.CombinedOutput()
		did := "crashed on it; the file is damaged"
		if kind == 3 {
			did = "did not finish one call in 1 s of computing; the file is damaged, or its chunks are very slow to unpack"
		}
		named := strings.Contains(string(output), "drawbridge: a.h5: /rho: the HDF5 library "+did+"\n")
		if code := command.ProcessState.ExitCode(); code != 2 || named != (kind < 4) || (kind == 4 && !strings.Contains(string(output), "SIGSEGV")) {
			t.Errorf("crash %d: exit %d, %.300s", kind, code, output)
		}
	}
}
