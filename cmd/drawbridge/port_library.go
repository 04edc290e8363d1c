package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/tools/port/check"
	"drawbridge/tools/port/kernelset"
	"drawbridge/tools/port/source"
)

// compilation is the command that makes the library of the set. -w: g++ warns that it does not know -frecursive.
func (p porting) compilation(list []*source.File) string {
	words := []string{compilerOf(list), "-shared", "-fPIC", "-O2", "-frecursive", "-w"}
	for _, f := range list {
		for _, word := range f.Own() {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	words = append(append(words, p.flags...), "-o", filepath.Join(p.output, "libmine.so"))
	for _, f := range check.InOrder(list) {
		words = append(words, f.Path)
	}
	words = append(words, filepath.Join(p.output, "points.cpp"), filepath.Join(p.output, "set.cpp"), filepath.Join(p.output, "kinds.f90"))
	if p.packs {
		words = append(words, "-lmvec", "-lstdc++")
	}
	return strings.Join(words, " ")
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
		if !p.library {
			c.Printf("a library to load: %s", p.compilation(list))
		}
	}
}
