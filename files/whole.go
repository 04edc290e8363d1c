package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

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
