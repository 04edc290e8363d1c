package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/tools/port/check"
	"drawbridge/tools/port/kernelset"
	"drawbridge/tools/port/source"
)

// compilation is the command that makes the library of the set; where the build compiles its files with flags that differ, there
// is one for each file. -w: g++ warns that it does not know -frecursive.
func (p porting) compilation(list []*source.File) string {
	words := []string{compilerOf(list), "-shared", "-fPIC", "-O2", "-frecursive", "-w"}
	last := []string{"-o", filepath.Join(p.output, "libmine.so")}
	rest := []string{filepath.Join(p.output, "points.cpp"), filepath.Join(p.output, "set.cpp"), filepath.Join(p.output, "kinds.f90")}
	var lines []string
	if slices.ContainsFunc(list, func(f *source.File) bool { return !slices.Equal(f.Own(), list[0].Own()) }) {
		compile := func(path string, own []string) {
			object := filepath.Join(p.output, fmt.Sprintf("%d_%s.o", len(lines)+1, filepath.Base(path)))
			lines = append(lines, source.Quoted(slices.Concat([]string{words[0], "-c"}, words[2:], own, p.flags, []string{"-o", object, path})))
			last = append(last, object)
		}
		for _, f := range check.InOrder(list) {
			compile(f.Path, f.Own())
		}
		compile(rest[2], list[0].Own()) // the kinds are the same in all
		rest = rest[:2]
	} else {
		words = slices.Concat(words, list[0].Own(), p.flags)
		for _, f := range check.InOrder(list) {
			last = append(last, f.Path)
		}
	}
	if p.packs {
		rest = append(rest, "-lmvec", "-lstdc++")
	}
	return strings.Join(append(lines, source.Quoted(slices.Concat(words, last, rest))), " && ")
}

var usesMPI = regexp.MustCompile(`(?i)^\s*(use\s*(,\s*\w+\s*::\s*)?\s*mpi(_f08)?\s*(,|$)|include\s*['"](\S*/)?mpif\.h['"])`)

// compilerOf is the command that compiles the files: MPI's own where one of them uses its module or its file for INCLUDE.
func compilerOf(list []*source.File) string {
	for _, f := range list {
		if slices.ContainsFunc(f.Lines, func(l source.Line) bool { return usesMPI.MatchString(l.Text) }) {
			return "mpifort"
		}
	}
	return "gfortran"
}

// tellLibrary says which routines become kernels of a library, and which do not.
func (p porting) tellLibrary(c *console.Console, list []*source.File, set *kernelset.Set) {
	if p.library || len(set.Kernels()) == 0 {
		for _, w := range set.Without() {
			c.Printf("not for a library: %s: %s", w.Name, w.Reason)
		}
	}
	switch {
	case p.library && len(set.Kernels()) == 0:
		c.Printf("no kernel to load: the files have no routine that can be translated and called over points")
	case len(set.Kernels()) > 0:
		c.Printf("kernels to load: %s", strings.Join(set.Kernels(), " "))
		c.Printf("a library to load: %s", p.compilation(list))
	}
}
