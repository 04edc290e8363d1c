package profile

import (
	"testing"

	"drawbridge/files/filestest"
)

func TestHostileLibraries(t *testing.T) {
	tool, nvtx := filestest.Pipe(t, "tool.so"), filestest.Pipe(t, "nvtx.so")
	filestest.Refused(t, "tool", "a pipe", func() error { _, err := Open(tool, "off", "host"); return err })
	filestest.Refused(t, "nvtx", "a pipe", func() error { _, err := Open("", nvtx, "host"); return err })
}
