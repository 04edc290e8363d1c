package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/port/translate"
)

// Translations compile for GPUs. NVRTC needs none; DRAWBRIDGE_NVRTC is its path (tests/nvrtc.sh).
func TestTranslationsCompileForGPU(t *testing.T) {
	library := os.Getenv("DRAWBRIDGE_NVRTC")
	if library == "" {
		t.Skip("DRAWBRIDGE_NVRTC is not set: the translations were not compiled for a GPU")
	}
	folder := t.TempDir()
	program := filepath.Join(folder, "nvrtc")
	if out, err := exec.Command("gcc", "-O1", "-Wall", "../../../kernels/set/testdata/nvrtc.c", "-o", program, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	texts := filepath.Join(folder, "texts")
	if err := os.MkdirAll(texts, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(texts, "port.h"), []byte(translate.Prelude()), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, names := range [][]string{{"traps.f90", "traps.f"}, {"../../../../fortran/reference_peng_robinson.f90", "../../../../fortran/reference_chung.f90"}} {
		_, list, _ := translated(t, names...)
		if err := os.WriteFile(filepath.Join(texts, "kernels.h"), []byte(translate.Text(list)), 0o644); err != nil {
			t.Fatal(err)
		}
		for k, text := range []string{"#include \"kernels.h\"\n", textForGPU(list[len(list)-1], list)} { // the second is what --check compares
			for _, architecture := range []string{"sm_80", "sm_90"} {
				if os.Getenv("DRAWBRIDGE_NVRTC_ALL") == "" && (architecture == "sm_80") != ((i+k)%2 == 0) {
					continue // one in turn
				}
				c := exec.Command(program, library, texts, architecture, text, os.DevNull)
				c.Env = append(os.Environ(), "LD_LIBRARY_PATH="+filepath.Dir(library)) // its builtins lie beside it
				if out, err := c.CombinedOutput(); err != nil || strings.Contains(string(out), "error") {
					t.Errorf("%v, %s: %v\n%.2000s", names, architecture, err, out)
				}
			}
		}
	}
}
