package frame

import (
	"drawbridge/device/hostmemory"
	"drawbridge/snapshot"
	"drawbridge/status"
	"drawbridge/views"
)

// Snapshots need no live Frame: a run with the bridge off writes them too.
var (
	open         = map[int]writing{}
	missing      = map[int][]refusal{} // of the fields of open snapshots
	restarts     = map[int]*snapshot.Reader{}
	lastSnapshot int
)

type refusal struct {
	field string
	why   error
}

// writing is a snapshot that is being written, by this process or by all ranks together.
type writing interface {
	Field(name, unit string, source views.HostArray) error
	Fits(name string, source views.HostArray) error
	Holds(field string) bool
	Blocks(list [][6]int, owners ...int) error
	Attribute(name string, value any) error
	Close() error
	Abandon()
}

// CreateSnapshot begins a snapshot file; deflate is the compression level, 1 to 9, or 0.
func CreateSnapshot(path string, g snapshot.Grid, deflate int) (int, error) {
	w, err := snapshot.Create(path, g, snapshot.Deflate(deflate))
	if err != nil {
		return 0, err
	}
	for name, value := range about() {
		if err := w.Attribute(name, value); err != nil {
			w.Abandon()
			return 0, err
		}
	}
	lastSnapshot++
	open[lastSnapshot] = w
	return lastSnapshot, nil
}

// about is what every snapshot says of the library: its version, and where a Frame is live its
// device and the options that were set (the others are the release's defaults).
func about() map[string]string {
	said := map[string]string{"drawbridge_version": Version}
	if f := current; f != nil {
		said["drawbridge_device"] = f.device.About().Description
		for name, value := range f.properties.Chosen() {
			said["option_"+name] = value
		}
	}
	return said
}

// SnapshotField adds the interior of one variable of an array; refused is what was wrong with the
// arguments before they came here. A field that is refused must come again, else the snapshot is not closed.
func SnapshotField(handle int, name, unit string, d Declared, a views.HostArray, refused error) error {
	w, err := writer(handle)
	if err != nil {
		return err
	}
	if refused == nil {
		a, refused = checked("snapshot field "+name, d, a, hostmemory.Read, func(a views.HostArray) error { return w.Fits(name, a) })
	}
	if err = write(w, name, unit, a, refused); err != nil {
		missing[handle] = append(missing[handle], refusal{name, err})
	}
	return err
}

// checked is an array as it is declared. It is refused where it does not fit the file or its memory cannot be used.
func checked(what string, d Declared, a views.HostArray, right hostmemory.Right, fits func(a views.HostArray) error) (views.HostArray, error) {
	a, err := d.Array(what, a)
	if err == nil {
		err = a.Check(what)
	}
	if err == nil {
		err = hostmemory.Check(what, a.Address, a.Bytes(), right)
	}
	if err == nil {
		err = d.fitting(what, a, fits)
	}
	if err == nil && d.Lower == nil {
		mindBounds(what, a.Cornered())
	}
	return a, err
}

// write hands a field over. Where the device has newer values than the array, a snapshot of one process
// takes them from there, without a copy of the whole on the host.
func write(w writing, name, unit string, a views.HostArray, refused error) error {
	if f := current; f != nil && refused == nil {
		if r := f.newer(a); r != nil {
			if one, alone := w.(*snapshot.Writer); alone {
				return f.streamOut(one, name, unit, a, r)
			}
		}
		refused = f.bringBack(a, nil) // of many ranks, another part of the array, or another cut of it
	}
	return field(w, name, unit, a, refused)
}

// SnapshotBlocks keeps how the run was cut; owners are the ranks of the blocks, none: one each, from 0.
func SnapshotBlocks(handle int, blocks [][6]int, owners []int) error {
	w, err := writer(handle)
	if err != nil {
		return err
	}
	return w.Blocks(blocks, owners...)
}

// SnapshotAttribute adds a text or a number to the file.
func SnapshotAttribute(handle int, name string, value any) error {
	w, err := writer(handle)
	if err != nil {
		return err
	}
	return w.Attribute(name, value)
}

// OpenSnapshot opens a file to restart from.
func OpenSnapshot(path string) (int, snapshot.Grid, error) {
	r, err := snapshot.Open(path)
	if err != nil {
		return 0, snapshot.Grid{}, err
	}
	lastSnapshot++
	restarts[lastSnapshot] = r
	return lastSnapshot, r.Grid(), nil
}

// ReadSnapshot reads a box of a field into the interior of an array.
func ReadSnapshot(handle int, name string, first [3]int, d Declared, into views.HostArray) error {
	r, ok := restarts[handle]
	if !ok {
		return status.Errorf(status.Order, "snapshot %d is not open for reading: it was never opened, is closed, or is being written", handle)
	}
	what := "snapshot field " + name
	into, err := checked(what, d, into, hostmemory.Write, func(a views.HostArray) error { return r.Fits(name, first, a) })
	if err != nil {
		return err
	}
	if err := r.Field(name, first, into); err != nil {
		return err
	}
	mindBounds("snapshot read "+name, into.Misread())
	return nil
}

// CloseSnapshot renames the file to its name; keep false removes it, and so does a field that was refused
// and never came: an older file of that name stays. One that was read is closed.
func CloseSnapshot(handle int, keep bool) error {
	if r, ok := restarts[handle]; ok {
		delete(restarts, handle)
		return r.Close()
	}
	w, err := writer(handle)
	if err != nil {
		return err
	}
	err = lost(w, missing[handle])
	delete(open, handle)
	delete(missing, handle)
	if keep && err == nil {
		return w.Close()
	}
	w.Abandon()
	if !keep {
		return nil
	}
	return err
}

// lost tells of the first field that was refused and is not in the file.
func lost(w writing, refused []refusal) error {
	for _, r := range refused {
		if !w.Holds(r.field) {
			return status.Wrap(r.why, "nothing was written: Drawbridge rejected a field: %v", r.why)
		}
	}
	return nil
}

func writer(handle int) (writing, error) {
	w, ok := open[handle]
	if !ok {
		return nil, status.Errorf(status.Order, "snapshot %d is not open: it was never created, or is closed", handle)
	}
	return w, nil
}
