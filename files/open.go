package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// The most bytes that are read of a text. The largest mechanisms that are published have about 15 MB.
const (
	MostMechanism  = 32 << 20
	MostTolerances = 1 << 20
	MostReport     = 64 << 20
	MostCode       = 256 << 20 // of one compiled kernel
)

// Open opens a regular file, or a symbolic link to one, for reading. It never waits: a pipe, a device, a socket or a
// folder is refused.
func Open(path string) (*os.File, error) {
	if err := Check(path); err != nil { // before it is opened, for opening some devices does something
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// Check refuses what is there and is no regular file, and what is not there.
func Check(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return regular(path, info)
}

func regular(path string, info os.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &os.PathError{Op: "open", Path: path, Err: fmt.Errorf("it is %s, expected a regular file", kind(info.Mode()))}
}

func kind(m os.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&os.ModeNamedPipe != 0:
		return "a pipe"
	case m&os.ModeSocket != 0:
		return "a socket"
	case m&os.ModeDevice != 0:
		return "a device"
	}
	return "not a plain file"
}

// machines are the numbers in ELF's headers.
var machines = map[byte]string{62: "amd64", 183: "arm64"}

func ofThisProcessor(path string) error {
	f, err := Open(path)
	if err != nil {
		return nil // the loader says why
	}
	defer f.Close()
	header := make([]byte, 20)
	if _, err := io.ReadFull(f, header); err != nil || !bytes.HasPrefix(header, []byte("\x7fELF")) {
		return nil
	}
	if built := machines[header[18]]; built != "" && built != runtime.GOARCH {
		return &os.PathError{Op: "open", Path: path,
			Err: fmt.Errorf("it is built for %s and this program for %s; name one that is built for %s", built, runtime.GOARCH, runtime.GOARCH)}
	}
	return nil
}

// ErrTooLarge is in the error about a file of more bytes than are read.
var ErrTooLarge = errors.New("too large")

// Read gives the content of a regular file of at most `most` bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1)) // files of /proc say that they are empty
	if err == nil && int64(len(text)) > most {
		err = &os.PathError{Op: "read", Path: path, Err: fmt.Errorf("%w: more than the %d bytes that are read", ErrTooLarge, most)}
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

// CheckLibrary refuses a path that the loader would wait for: neither a regular file nor a folder of them. It refuses a
// library of another processor too, of which the loader says that there is no such file. A bare name is the loader's to find,
// and a path where there is nothing is the loader's to refuse.
func CheckLibrary(path string) error {
	if !strings.Contains(path, "/") {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil
	case !info.IsDir():
		if err := regular(path, info); err != nil {
			return err
		}
		return ofThisProcessor(path)
	}
	for _, pattern := range []string{"lib*.so*", "lib/lib*.so*"} {
		found, _ := filepath.Glob(filepath.Join(path, pattern))
		for _, library := range found {
			if info, err := os.Stat(library); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
				return regular(library, info)
			}
		}
	}
	return nil
}
