package frame

import (
	"drawbridge/snapshot"
	"drawbridge/status"
	"drawbridge/views"
)

// Snapshots need no live Frame: a run with the bridge off writes them too.
var (
	open         = map[int]*snapshot.Writer{}
	lastSnapshot int
)

// CreateSnapshot begins a snapshot file.
func CreateSnapshot(path string, g snapshot.Grid) (int, error) {
	w, err := snapshot.Create(path, g)
	if err != nil {
		return 0, err
	}
	if err := w.Attribute("drawbridge_version", Version); err != nil {
		w.Abandon()
		return 0, err
	}
	lastSnapshot++
	open[lastSnapshot] = w
	return lastSnapshot, nil
}

// SnapshotField adds the interior of one variable of an array.
func SnapshotField(handle int, name, unit string, a views.HostArray) error {
	w, err := writer(handle)
	if err != nil {
		return err
	}
	return w.Field(name, unit, a)
}

// CloseSnapshot renames the file to its name; keep false removes it.
func CloseSnapshot(handle int, keep bool) error {
	w, err := writer(handle)
	if err != nil {
		return err
	}
	delete(open, handle)
	if keep {
		return w.Close()
	}
	w.Abandon()
	return nil
}

func writer(handle int) (*snapshot.Writer, error) {
	w, ok := open[handle]
	if !ok {
		return nil, status.Errorf(status.Order, "snapshot %d is not open: it was never created, or is closed", handle)
	}
	return w, nil
}
