package kernels

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// nvrtcNames are where NVRTC is looked for, after DRAWBRIDGE_NVRTC (the path of the library).
var nvrtcNames = []string{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"}

// mostSpilled is the bound on the bytes of registers that a kernel spills to local memory: those of the
// longest kernels (diffusion, the Jacobian, 1.2 KB seen) in the layouts that bound the registers most.
const mostSpilled = 2048

var spilled = regexp.MustCompile(`(\d+) bytes spill stores`)

// Every kernel compiles for GPUs in every layout, without a warning and within the bound of spills, as the
// texts that the device compiles. The layouts share the species counts among them; DRAWBRIDGE_NVRTC_ALL=1
// compiles each for 1, 5 and 50. NVRTC needs no GPU: CONTRIBUTING.md names the wheel of PyPI that holds it.
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
	counts := []int{5, 50, 1}
	for _, k := range BuiltIn().Kernels() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			for i := range layouts {
				for turn, ns := range counts {
					if turn != i%len(counts) && os.Getenv("DRAWBRIDGE_NVRTC_ALL") == "" {
						continue
					}
					if layouts[i].named && k.Name != "preosthermalproperties" { // they are for comparison, and take long
						continue
					}
					text := BuiltIn().text(k.Name, gpuConstants(k, ns), layouts[i])
					compileText(t, program, library, texts, text, []string{"sm_80", "sm_90"}[i%2:])
				}
			}
		})
	}
}

// gpuConstants are those of a mixture without k_ij under the default options, all views there.
func gpuConstants(k Kernel, ns int) Constants {
	special := map[string]float64{}
	for _, name := range specials {
		special[name] = 0
	}
	special["high_to"], special["mass_rank"], special["R"] = 1e30, 12, 8.3
	return Constants{Species: ns, Special: special, MassRank: 12, Present: 1<<(len(k.Reads)+len(k.Writes)) - 1, UnitPoints: true}
}

func compileText(t *testing.T, program, library, texts string, text Text, architectures []string) {
	t.Helper()
	for _, architecture := range architectures {
		code, log := nvrtc(t, program, library, texts, architecture, text.Unit)
		what := fmt.Sprintf("%s, layout %s, %s", t.Name(), text.Layout, architecture)
		if code != 0 || strings.Contains(log, "warning") {
			t.Errorf("%s: exit %d\n%s", what, code, log)
			continue
		}
		if m := spilled.FindStringSubmatch(log); m == nil {
			t.Errorf("%s: the log tells no spills: %s", what, log)
		} else if bytes, _ := strconv.Atoi(m[1]); bytes > mostSpilled && !text.Named {
			t.Errorf("%s: %d bytes spilled, at most %d expected", what, bytes, mostSpilled)
		} else if testing.Verbose() {
			t.Logf("%s: %d bytes spilled", what, bytes)
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
