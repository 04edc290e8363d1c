package kernels

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// nvrtcNames are where NVRTC is looked for, after DRAWBRIDGE_NVRTC (the path of the library).
var nvrtcNames = []string{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"}

// The same headers compile for GPUs, without a warning, as the texts that the device compiles. NVRTC
// needs no GPU: the wheel nvidia-cuda-nvrtc-cu12 of PyPI holds it.
func TestCompilesForGPU(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "nvrtc")
	if out, err := exec.Command("gcc", "-O1", "-Wall", "testdata/nvrtc.c", "-o", program, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("gcc testdata/nvrtc.c: %v\n%s", err, out)
	}
	texts := filepath.Join(folder, "texts")
	if err := os.CopyFS(texts, BuiltIn().Sources()); err != nil {
		t.Fatal(err)
	}
	library := findNVRTC(t, program, texts)
	for _, k := range BuiltIn().Kernels() {
		for _, ns := range []int{1, 5, 50} {
			for _, architecture := range []string{"sm_80", "sm_90"} {
				unit := BuiltIn().Unit(k.Name, ns)
				if code, log := nvrtc(t, program, library, texts, architecture, unit); code != 0 || log != "" {
					t.Errorf("%s for %d species and %s: exit %d\n%s", k.Name, ns, architecture, code, log)
				}
			}
		}
	}
}

// findNVRTC tries the names in turn on an empty program, and skips the test where none is there.
func findNVRTC(t *testing.T, program, texts string) string {
	t.Helper()
	given := os.Getenv("DRAWBRIDGE_NVRTC")
	names := nvrtcNames
	if given != "" {
		names = []string{given}
	}
	for _, name := range names {
		if code, _ := nvrtc(t, program, name, texts, "sm_90", "// empty"); code == 0 {
			return name
		}
	}
	if given != "" {
		t.Fatalf("DRAWBRIDGE_NVRTC names %s, which cannot be loaded", given)
	}
	t.Skip("no NVRTC found (set DRAWBRIDGE_NVRTC to its path): the kernels were not compiled for a GPU")
	return ""
}

func nvrtc(t *testing.T, program, library, texts, architecture, unit string) (code int, log string) {
	t.Helper()
	command := exec.Command(program, library, texts, architecture, unit, filepath.Join(t.TempDir(), "unit.cubin"))
	out, err := command.CombinedOutput()
	if command.ProcessState == nil {
		t.Fatalf("%s: %v", program, err)
	}
	return command.ProcessState.ExitCode(), string(out)
}

// Every header that a text includes is embedded: a missing one would fail on the user's machine.
func TestSourcesAreWhole(t *testing.T) {
	for _, pattern := range []string{"*.h", "equations/*.h"} {
		onDisk, _ := filepath.Glob(pattern)
		for _, name := range onDisk {
			if _, err := fs.Stat(BuiltIn().Sources(), filepath.ToSlash(name)); err != nil {
				t.Errorf("%s is not embedded: %v", name, err)
			}
		}
	}
}
