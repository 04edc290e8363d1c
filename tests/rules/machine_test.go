package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ofTheProcessor are words that belong into kernels/machine.h alone: headers of intrinsics, floating-point control.
var ofTheProcessor = regexp.MustCompile(`immintrin\.h|xmmintrin\.h|arm_neon\.h|arm_sve\.h|_mm_[gs]etcsr|\bfpcr\b|_mm_pause|_mm_sfence`)

// What depends on the processor stands in one header. Other packages hold a symbolic link to it: the go command does not
// see a change of a header outside a package's own folder.
func TestWhatDependsOnTheProcessorStandsInOneHeader(t *testing.T) {
	root := filepath.Join("..", "..")
	header := filepath.Join("kernels", "machine.h")
	want, err := filepath.EvalSymlinks(filepath.Join(root, header))
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, _ := filepath.Rel(root, path)
		if d.IsDir() && (d.Name() == "build" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if d.IsDir() || relative == header || !slices.Contains([]string{".c", ".h", ".cpp"}, filepath.Ext(path)) {
			return nil
		}
		if d.Name() == "machine.h" {
			links++
			if got, err := filepath.EvalSymlinks(path); err != nil || d.Type()&fs.ModeSymlink == 0 || got != want {
				t.Errorf("%s is not a symbolic link to %s", relative, header)
			}
			return nil
		}
		text, err := os.ReadFile(path)
		if found := ofTheProcessor.Find(text); found != nil {
			t.Errorf("%s has %s, which belongs into %s", relative, found, header)
		}
		return err
	})
	if err != nil || links < 3 {
		t.Fatalf("%d links to %s found, %v", links, header, err)
	}
}
