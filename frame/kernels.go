package frame

import (
	"strings"

	"drawbridge/status"
)

// LoadKernels loads a kernel set, a shared library of routines that drawbridge port has translated. Its kernels run on fields
// under their names, as collections do.
func (f *Frame) LoadKernels(path string) error {
	if strings.TrimSpace(path) == "" {
		return status.Errorf(status.Argument, "load_kernels: the name of a shared library is expected, none is given")
	}
	s, err := f.properties.Load(path, Version)
	if err != nil {
		return status.Wrap(err, "load_kernels: %v", err)
	}
	var names []string
	for _, k := range s.Kernels {
		names = append(names, k.Name)
	}
	f.report.Note("kernel set %s (digest %.12s): %s", s.Path, s.Digest, strings.Join(names, " "))
	return nil
}
