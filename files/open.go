package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
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

// Write puts data into the file at path as a whole: written beside its name and renamed, so that a full disk or a crash
// leaves an older file as it was and never half of a new one. Its rights are those that the umask leaves. The message
// names path, never the temporary name.
func Write(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return refusal(path, errors.New("it exists and is no plain file"))
	}
	temporary := Temporary(path)
	f, err := Create(temporary)
	if err != nil {
		return refusal(path, err)
	}
	Sweep(path)
	_, err = f.Write(data)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		_ = os.Remove(temporary)
		return refusal(path, err)
	}
	return nil
}

// Create makes a file that is not there yet, with the rights that the umask leaves. path is what Temporary gives.
func Create(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, syscall.ENAMETOOLONG) {
		return nil, &fs.PathError{Op: "open", Path: path, Err: tooLong(filepath.Base(path))}
	}
	return f, err
}

// longestName is the most bytes that a name has on the file systems of Linux.
const longestName = 255

// tooLong says how long the name of a target may be; its temporary name is longer.
func tooLong(temporary string) error {
	at := strings.LastIndex(temporary, part)
	if at < 0 || len(temporary) <= longestName {
		return syscall.ENAMETOOLONG // it is the folders' names
	}
	ending := len(temporary) - at
	return fmt.Errorf("the name has %d bytes, expected at most %d: %d more follow it while the file is written", at, longestName-ending, ending)
}

// Cause is the system's word without a path that the user never named.
func Cause(err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		return at.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

func refusal(path string, err error) error {
	return fmt.Errorf("%s: cannot be written: %w", path, Cause(err))
}
