package cuda

import (
	"testing"

	"drawbridge/files/filestest"
)

func TestHostileDrivers(t *testing.T) {
	pipe := filestest.Pipe(t, "libcuda.so.1")
	for _, path := range []string{pipe, pipe[:len(pipe)-len("/libcuda.so.1")]} {
		filestest.Refused(t, path, "a pipe", func() error { _, err := Count(path); return err })
	}
}
