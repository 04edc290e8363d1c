// Package gpu has gpu.h, the one header of the GPU texts that differs between vendors. No host kernel includes it, so it is not among
// the sources of the package above, by which Go compiles those anew.
package gpu

import (
	"embed"
	"io/fs"
)

//go:embed gpu.h
var own embed.FS

// With is sources with gpu.h beside them.
func With(sources fs.FS) fs.FS { return both{sources} }

type both struct{ fs.FS }

func (b both) Open(name string) (fs.File, error) {
	if name == "gpu.h" {
		return own.Open(name)
	}
	return b.FS.Open(name)
}

// ReadDir is for those who list the sources.
func (b both) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(b.FS, name)
	if err != nil || name != "." {
		return list, err
	}
	mine, err := own.ReadDir(name)
	return append(list, mine...), err
}
