package snapshot

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"drawbridge/status"
)

// pending is a file that has its temporary name.
type pending struct {
	final, temporary string
}

var serial atomic.Int64 // tells two snapshots of one process apart

// reserve makes the temporary file, so that a missing folder or right is told before HDF5 is asked.
func reserve(path string) (*pending, error) {
	if path == "" {
		return nil, status.Errorf(status.Argument, "a snapshot needs a file name")
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays a link: its target is replaced
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, status.Errorf(status.File, "snapshot %s: it exists and is not a plain file", path)
	}
	p := &pending{final: path, temporary: temporaryName(path)}
	f, err := os.OpenFile(p.temporary, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, status.Errorf(status.File, "snapshot %s: cannot be made: %v", path, cause(err))
	}
	if err := f.Close(); err != nil {
		p.remove()
		return nil, status.Errorf(status.File, "snapshot %s: cannot be made: %v", path, cause(err))
	}
	return p, nil
}

// temporaryName lies beside the final one, so that the rename stays on one file system.
func temporaryName(path string) string {
	host, _ := os.Hostname()
	return path + ".part-" + host + "-" + strconv.Itoa(os.Getpid()) + "-" + strconv.Itoa(int(serial.Add(1)))
}

// commit puts the complete file in its place: on the disk first, then the name.
func (p *pending) commit() error {
	if err := synchronise(p.temporary); err != nil {
		return err
	}
	if err := os.Rename(p.temporary, p.final); err != nil {
		return status.Errorf(status.File, "cannot be renamed into place: %v", cause(err))
	}
	return nil
}

func synchronise(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return status.Errorf(status.File, "cannot be reopened: %v", cause(err))
	}
	err = f.Sync()
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return status.Errorf(status.File, "cannot be brought to the disk: %v", cause(err))
	}
	return nil
}

func (p *pending) remove() { _ = os.Remove(p.temporary) }

// cause is the system's word without the temporary path that the user never named.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// Close finishes the snapshot and gives it its name. After a failure nothing of it is left, and an
// older file of that name is as it was. A second Close is an error of order.
func (w *Writer) Close() error {
	mutex.Lock()
	defer mutex.Unlock()
	if w.closed {
		return w.about("", status.Errorf(status.Order, "the snapshot is closed already"))
	}
	if w.broken != nil {
		w.discard()
		return status.Errorf(status.CodeOf(w.broken), "nothing was written: %v", w.broken)
	}
	if err := w.handle.close(); err != nil {
		w.discard()
		return w.about("", err)
	}
	w.closed = true
	if err := w.file.commit(); err != nil {
		w.file.remove()
		return w.about("", err)
	}
	return nil
}

// Abandon removes what was written so far; an older file of that name stays. After Close it does
// nothing, so that it may be deferred.
func (w *Writer) Abandon() {
	mutex.Lock()
	defer mutex.Unlock()
	if !w.closed {
		w.discard()
	}
}

// discard gives the disk space back before HDF5 closes the file: on a full disk its last few
// kilobytes would find no room, and it would try again, and complain, when the host ends.
func (w *Writer) discard() {
	_ = os.Truncate(w.file.temporary, 0)
	_ = w.handle.close()
	w.file.remove()
	w.closed = true
}
