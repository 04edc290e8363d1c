package frame

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/files/filestest"
)

// A report into a pipe that nobody reads, or whose reader stops, never keeps the host waiting; a reader gets it whole.
func TestReportIntoPipes(t *testing.T) {
	pipe := filestest.Pipe(t, "report")
	filestest.Refused(t, "a pipe without a reader", "no such device", func() error { return putReport(pipe, []byte("text")) })
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	filestest.Refused(t, "a pipe that is full", "timeout", func() error { return putReport(pipe, []byte(strings.Repeat("x", 1<<20))) })
	if err := putReport(os.DevNull, []byte("text")); err != nil {
		t.Errorf("%s: %v", os.DevNull, err)
	}
}

// A full disk, a folder that is gone or may not be written end in an error, and nothing is left.
func TestReportWithoutRoom(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{filepath.Join(folder, "none", "r.txt"), folder, "/dev/full"} {
		if err := putReport(path, []byte("text")); err == nil {
			t.Errorf("%s: written", path)
		}
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Error(errors.New("left behind"), left)
	}
}
