package rules

import (
	"go/build"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ofTheProcessor are words that belong into machine/machine.h alone: headers of intrinsics, floating-point control.
var ofTheProcessor = regexp.MustCompile(`immintrin\.h|xmmintrin\.h|arm_neon\.h|arm_sve\.h|_mm_[gs]etcsr|\bfpcr\b|_mm_pause|_mm_sfence`)

var includesMachine = regexp.MustCompile(`#include ".*\bmachine\.h"`)

// everyFile calls visit with all that the repository holds, by its path from the root. Builds and git's own are left out.
func everyFile(t *testing.T, visit func(path string, d fs.DirEntry)) {
	root, files := filepath.Join("..", ".."), 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "build" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if !d.IsDir() {
			files++
			relative, _ := filepath.Rel(root, path)
			visit(filepath.ToSlash(relative), d)
		}
		return nil
	})
	if err != nil || files < 500 {
		t.Fatalf("%d files found, %v", files, err)
	}
}

func TestWhatDependsOnTheProcessorStandsInOneHeader(t *testing.T) {
	headers := 0
	everyFile(t, func(path string, d fs.DirEntry) {
		if d.Name() == "machine.h" {
			headers++
		}
		if path == "machine/machine.h" || !slices.Contains([]string{".c", ".h", ".cpp"}, filepath.Ext(path)) || strings.Contains(path, "/testdata/") {
			return
		}
		if found := ofTheProcessor.FindString(read(t, path)); found != "" {
			t.Errorf("%s has %s, which belongs into machine/machine.h", path, found)
		}
	})
	if headers != 1 {
		t.Errorf("%d files are called machine.h, where machine/machine.h should be the only one", headers)
	}
}

// The go command compiles a package anew when its own files change or an imported package does. A header outside the
// package's folder is neither, so the import stands for the header.
func TestWhoIncludesTheHeaderImportsItsPackage(t *testing.T) {
	folders := map[string]bool{}
	everyFile(t, func(path string, d fs.DirEntry) {
		if slices.Contains([]string{".c", ".h", ".cpp", ".go"}, filepath.Ext(path)) && includesMachine.MatchString(read(t, path)) {
			folders[filepath.Dir(path)] = true
		}
	})
	for folder := range folders {
		p, err := build.ImportDir(filepath.Join("..", "..", folder), 0)
		if err != nil {
			continue // no package: a program that a script compiles
		}
		if !slices.Contains(p.Imports, "drawbridge/machine") {
			t.Errorf("%s includes machine.h and does not import drawbridge/machine", folder)
		}
	}
	if len(folders) < 4 {
		t.Errorf("only %d folders include machine.h: %v", len(folders), folders)
	}
}

// Downloads as zip, Go's module archives and some file systems hold no symbolic links.
func TestNoSymbolicLinks(t *testing.T) {
	everyFile(t, func(path string, d fs.DirEntry) {
		if d.Type()&fs.ModeSymlink != 0 {
			t.Errorf("%s is a symbolic link: write a file, include by a path, or make the link where it is needed", path)
		}
	})
}
