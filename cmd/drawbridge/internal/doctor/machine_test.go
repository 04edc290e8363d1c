package doctor

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFoldersThatCanBeMade: a relative folder, or one below the root, has few slashes, and can be made all the same.
func TestFoldersThatCanBeMade(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, folder := range []string{"cache", "./cache", "a/b/c", "../cache", filepath.Join(t.TempDir(), "a", "b")} {
		if err := writable(folder); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
	}
	if os.Geteuid() == 0 {
		if err := writable("/drawbridge-doctor-cache"); err != nil {
			t.Error(err)
		}
	}
	written(t, ".", "file", "")
	for _, folder := range []string{"file", "file/cache"} {
		if writable(folder) == nil {
			t.Errorf("%s: a file passes for a folder", folder)
		}
	}
}

// TestRunsThatUseNoGPU: an instruction set without a device means the CPU, as in a run.
func TestRunsThatUseNoGPU(t *testing.T) {
	for _, c := range []struct {
		device, isa string
		unused      bool
	}{
		{"", "", false}, {"", "baseline", true}, {"", " ", false}, {" ", "baseline", true}, {"cuda", "baseline", false},
		{"cuda:1", "", false}, {"host", "", true}, {"memcheck", "", true}, {"host", "baseline", true},
	} {
		p := Patient{Environment: map[string]string{"DRAWBRIDGE_DEVICE": c.device, "DRAWBRIDGE_ISA": c.isa}}
		if why := p.hostOnly(); (why != "") != c.unused {
			t.Errorf("device %q, isa %q: %q", c.device, c.isa, why)
		}
	}
}
