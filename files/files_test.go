package files

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// within fails a test whose work does not end.
func within(t *testing.T, limit time.Duration, work func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { work(); close(done) }()
	select {
	case <-done:
	case <-time.After(limit):
		t.Fatalf("still at work after %v", limit)
	}
}

func pipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOnlyRegularFilesAreRead(t *testing.T) {
	folder := t.TempDir()
	plain, link, toPipe := filepath.Join(folder, "plain"), filepath.Join(folder, "link"), filepath.Join(folder, "to_pipe")
	fifo := pipe(t)
	for _, err := range []error{os.WriteFile(plain, []byte("text"), 0o600), os.Symlink(plain, link), os.Symlink(fifo, toPipe)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{plain, link, "/proc/self/status"} {
		if text, err := Read(path, 1<<20); err != nil || len(text) == 0 {
			t.Errorf("%s: %q %v", path, text, err)
		}
	}
	within(t, 5*time.Second, func() {
		for path, want := range map[string]string{fifo: "a pipe", toPipe: "a pipe", "/dev/zero": "a device", folder: "a folder", folder + "/none": "no such file"} {
			if _, err := Read(path, 10); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v, expected %q", path, err, want)
			}
			if err := CheckLibrary(path); (err == nil) != (path == folder || strings.HasSuffix(path, "none")) {
				t.Errorf("as a library, %s: %v", path, err)
			}
		}
	})
	if _, err := Read(plain, 3); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	if err := os.Symlink(fifo, filepath.Join(folder, "libcuda.so.1")); err != nil {
		t.Fatal(err)
	}
	if err := CheckLibrary(folder); err == nil {
		t.Error("a pipe under a library's name passed")
	}
	if err := CheckLibrary("libcuda.so.1"); err != nil {
		t.Errorf("a bare name: %v", err)
	}
}

// The loader says of another processor's library that there is no such file.
func TestALibraryOfAnotherProcessorIsNamedAsSuch(t *testing.T) {
	machines := map[string]byte{"amd64": 62, "arm64": 183}
	for built, machine := range machines {
		header := append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 57)...)
		header[16], header[18] = 3, machine
		path := filepath.Join(t.TempDir(), "libhdf5.so")
		if err := os.WriteFile(path, header, 0o600); err != nil {
			t.Fatal(err)
		}
		err := CheckLibrary(path)
		if built == runtime.GOARCH {
			if err != nil {
				t.Errorf("%s: %v", built, err)
			}
			continue
		}
		for _, word := range []string{path, "it is built for " + built, "name one that is built for " + runtime.GOARCH} {
			if err == nil || !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %v, expected %q", built, err, word)
			}
		}
	}
	short := filepath.Join(t.TempDir(), "short.so")
	if err := os.WriteFile(short, []byte("\x7fELF"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := CheckLibrary(short); err != nil {
		t.Errorf("a file that ends early is the loader's to refuse: %v", err)
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain, µs, 水\n\t": "plain, µs, 水\n\t", "\x1b[2J": `\x1b[2J`, "a\rb\x00": `a\x0db\x00`, "\u009b31m": `\u009b31m`, "\x7f\xff": `\x7f\xff`,
		"a\u202eb": `a\u202eb`, "\ufffd": "\ufffd",
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{"plain": "plain", "a\nb\tc\x1b": `a\nb\tc\x1b`} {
		if got := OneLine(text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// Two machines of one name and one number of a process space are two owners.
func TestOwnersOfOneName(t *testing.T) {
	a, b := ownerOf("localhost", "0a1b2c3d-0000", "pid:[4026531836]"), ownerOf("localhost", "ffffffff-0000", "pid:[4026531836]")
	if a == b || a != "localhost-0a1b2c3d-4026531836" {
		t.Errorf("%s and %s", a, b)
	}
	if got := ownerOf("a-b", "", "pid:[1]"); got != "a_b-1" {
		t.Errorf("without a boot: %s", got)
	}
	if mine := owner(); !regexp.MustCompile(`-[0-9a-f]{8}-\d+$`).MatchString(mine) {
		t.Errorf("this owner is %s", mine)
	}
}

// Only names of the exact form are temporary.
func TestNamesOfTemporaries(t *testing.T) {
	for name, want := range map[string]bool{
		filepath.Base(Temporary("/a/run.h5")): true, "s.h5.part-host-4026531836-12-1": true, ".s.h5.part-123": true,
		"field.part-1": false, "s.part-a-b": false, "s.h5.part-host-1-1": false, ".part-1": false, "a.part-x-1-2-3.h5": false,
	} {
		if IsTemporary(name) != want {
			t.Errorf("%s is temporary: %v, expected %v", name, !want, want)
		}
	}
}

// A name that only the temporary ending makes too long: the message says how long it may be, and one of that length is written.
func TestNamesThatAreTooLong(t *testing.T) {
	folder := t.TempDir()
	err := Write(filepath.Join(folder, strings.Repeat("n", 250)), nil)
	if err == nil || !strings.Contains(err.Error(), "the name has 250 bytes, expected at most ") || strings.Contains(err.Error(), "file name too long") {
		t.Errorf("%v", err)
	}
	_, rest, _ := strings.Cut(err.Error(), "expected at most ")
	most, err := strconv.Atoi(strings.SplitN(rest, ":", 2)[0])
	if err != nil {
		t.Fatal(err)
	}
	most -= 2 // the number of a file may have more digits by then
	name := filepath.Join(folder, strings.Repeat("n", most))
	if err := Write(name, []byte("x")); err != nil {
		t.Errorf("%d bytes: %v", most, err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Error(err)
	}
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	for _, text := range []string{"one", "another"} {
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q %v, expected %q", got, err, text)
		}
	}
	if list, _ := os.ReadDir(folder); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
}

func TestRefused(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{filepath.Join(folder, "none", "a.txt"), folder, os.DevNull} {
		err := Write(path, []byte("x"))
		if err == nil || !strings.HasPrefix(err.Error(), path+": cannot be written: ") || strings.Contains(err.Error(), ".part-") {
			t.Errorf("%v", err)
		}
	}
	if list, _ := os.ReadDir(folder); len(list) != 0 {
		t.Errorf("left behind: %v", list)
	}
	if list, _ := filepath.Glob(filepath.Join(filepath.Dir(folder), "*.part-*")); len(list) != 0 {
		t.Errorf("left behind: %v", list)
	}
}
