package snapshot

import (
	"os"
	"path/filepath"

	"drawbridge/files"
	"drawbridge/status"
)

// pending is a file that has its temporary name.
type pending struct {
	final, temporary string
}

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
	whole, err := filepath.Abs(path) // the host may change its folder before the file is closed
	if err != nil {
		whole = path
	}
	p := &pending{final: whole, temporary: files.Temporary(whole)}
	f, err := files.Create(p.temporary)
	if err != nil {
		return nil, status.Errorf(status.File, "snapshot %s: cannot be made: %v", path, cause(err))
	}
	files.Sweep(path)
	if err := f.Close(); err != nil {
		p.remove()
		return nil, status.Errorf(status.File, "snapshot %s: cannot be made: %v", path, cause(err))
	}
	return p, nil
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
func cause(err error) error { return files.Cause(err) }

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
		return status.Wrap(w.broken, "nothing was written: %v", w.broken)
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
