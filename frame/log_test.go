package frame

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"drawbridge/files/filestest"

	"golang.org/x/sys/unix"
)

// Ranks that share a pipe of which nobody reads: many see that there is room for a line, one takes it. The others give up in
// time, and do not wait for a reader within a write.
func TestLinesIntoASharedPipe(t *testing.T) {
	const ranks, pause = 64, 10
	for range 150 {
		var ends [2]int
		if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil { // writes to it wait
			t.Fatal(err)
		}
		size, err := unix.FcntlInt(uintptr(ends[1]), unix.F_GETPIPE_SZ, 0)
		if err != nil {
			t.Fatal(err)
		}
		page := os.Getpagesize()
		if n, err := unix.Write(ends[1], make([]byte, size-page)); n != size-page || err != nil {
			t.Fatal(n, err)
		}
		var all sync.WaitGroup
		line := strings.Repeat("x", min(page, 4096))
		for range ranks {
			all.Add(1)
			go func() { defer all.Done(); _ = deliver(ends[1], line, pause) }()
		}
		done := make(chan struct{})
		go func() { all.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			t.Error("a line waits for a reader of the pipe")
			_ = unix.Close(ends[0]) // ends the writes that wait
			<-done
			return
		}
		_, _ = unix.Close(ends[0]), unix.Close(ends[1])
	}
}

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
