// Package filestest makes what no file should be, for the tests of the packages that open files.
package filestest

import (
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Limit is how long the refusal of a file may take.
const Limit = 10 * time.Second

// Pipe makes a named pipe that nobody writes to or reads from.
func Pipe(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Refused runs work, which opens a hostile file: it ends in time, with an error that holds a word.
func Refused(t *testing.T, what, want string, work func() error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", what, err, want)
		}
	case <-time.After(Limit):
		t.Errorf("%s: still at work after %v", what, Limit)
	}
}

// Bomb is a YAML text of a few hundred bytes whose aliases expand to 9^levels values.
func Bomb(levels int) string {
	names := "abcdefghijklmnopqrstuvwxyz"
	text := "a: &a [1]\n"
	for i := 1; i <= levels; i++ {
		alias := "*" + names[i-1:i]
		text += names[i:i+1] + ": &" + names[i:i+1] + " [" + strings.Repeat(alias+", ", 8) + alias + "]\n"
	}
	return text
}

// The bounds on what one foreign text may take: far above what any seed needs, far below what hurts a host.
const (
	MostTime   = 10 * time.Second
	MostMemory = 1 << 30 // bytes allocated
)

// Bounded runs the reading of one text and fails where it takes more time or memory than any text may.
func Bounded(t *testing.T, read func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	read()
	took := time.Since(begin)
	runtime.ReadMemStats(&after)
	if took > MostTime {
		t.Errorf("took %v, at most %v expected", took, MostTime)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > MostMemory {
		t.Errorf("allocated %d MB, at most %d expected", used>>20, MostMemory>>20)
	}
}
