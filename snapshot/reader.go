package snapshot

import (
	"runtime"
	"slices"
	"strings"

	"drawbridge/files"
	"drawbridge/snapshot/localheap"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// Reader is an open snapshot that a solver restarts from. Every rank opens the file and reads its
// own box of it, so the number of ranks may differ from that of the run which wrote it; the numbers
// arrive bit for bit. Its methods may be called from any thread, one at a time.
type Reader struct {
	path   string
	grid   Grid
	handle handle
	closed bool
}

// Open opens a snapshot for reading. Errors: status.NotAvailable (no HDF5), status.File (absent,
// not readable, no HDF5 file, no VTKHDF ImageData).
func Open(path string) (*Reader, error) {
	r := &Reader{path: path}
	if path == "" {
		return nil, status.Errorf(status.Argument, "a snapshot needs a file name")
	}
	if err := files.Check(path); err != nil {
		return nil, status.Errorf(status.File, "snapshot %s: %v", path, cause(err))
	}
	if err := localheap.Check(path); err != nil {
		return nil, status.Errorf(status.File, "snapshot %s: %v", path, err)
	}
	mutex.Lock()
	defer mutex.Unlock()
	if err := bind(); err != nil {
		return nil, err
	}
	var err error
	if r.handle, err = openFile(path); err != nil {
		return nil, r.about("", err)
	}
	if err := r.header(); err != nil {
		_ = r.handle.close()
		return nil, r.about("", err)
	}
	return r, nil
}

// header reads the grid and the moment. Time and step may be absent in files of other programs.
func (r *Reader) header() error {
	var extent [6]int64
	found, err := r.handle.readInts("/VTKHDF", "WholeExtent", extent[:])
	if err != nil || !found {
		why := ""
		if err != nil {
			why = ": " + err.Error()
		}
		return status.Errorf(status.File, "no VTKHDF ImageData: it has no group /VTKHDF with a WholeExtent of six integers%s", why)
	}
	for d := range 3 {
		r.grid.Cells[d] = int(extent[2*d+1] - extent[2*d])
	}
	r.grid.Spacing = [3]float64{1, 1, 1}
	var step [1]int64
	var time [1]float64
	for _, read := range []func() (bool, error){
		func() (bool, error) { return r.handle.readDoubles("/VTKHDF", "Origin", r.grid.Origin[:]) },
		func() (bool, error) { return r.handle.readDoubles("/VTKHDF", "Spacing", r.grid.Spacing[:]) },
		func() (bool, error) { return r.handle.readInts("/", "step", step[:]) },
		func() (bool, error) { return r.handle.readDoubles("/", "time", time[:]) },
	} {
		if _, err := read(); err != nil {
			return err
		}
	}
	r.grid.Step, r.grid.Time = int(step[0]), time[0]
	return r.grid.check(r.path)
}

// Grid is the whole grid of the file and the moment it shows; Case is not read.
func (r *Reader) Grid() Grid { return r.grid }

// Field reads the box of cells that begins at `first` (x, y, z counted from 1 in the whole grid) and
// is as large as the array's interior into that interior. Nothing else of the array is touched.
func (r *Reader) Field(name string, first [3]int, into views.HostArray) error {
	mutex.Lock()
	defer mutex.Unlock()
	what := "field " + name
	if err := r.fits(name, first, into); err != nil {
		return r.about(what, err)
	}
	usual, values := into.Rearranged(false)
	err := r.handle.read(name, first, usual)
	if err == nil {
		into.Return(usual)
	}
	runtime.KeepAlive(values)
	return r.about(what, err)
}

// Fits refuses an array that cannot take the box of a field that begins at `first`.
func (r *Reader) Fits(name string, first [3]int, into views.HostArray) error {
	mutex.Lock()
	defer mutex.Unlock()
	return r.about("field "+name, r.fits(name, first, into))
}

func (r *Reader) fits(name string, first [3]int, into views.HostArray) error {
	if r.closed {
		return status.Errorf(status.Order, "the snapshot is closed already")
	}
	if err := checkName("field", name); err != nil {
		return err
	}
	if err := checkArray(into); err != nil {
		return err
	}
	if err := r.known(name); err != nil {
		return err
	}
	cells, err := r.handle.extent(name)
	if err != nil {
		return err
	}
	return inside(cells, first, into)
}

// known refuses a field that the file does not hold and says which there are.
func (r *Reader) known(name string) error {
	names, err := r.handle.names(strings.TrimSuffix(folder, "/"))
	if err != nil {
		return err
	}
	if !slices.Contains(names, name) {
		return status.Errorf(status.UnknownName, "there is no such field%s", nearest.Known(name, "there are", names, ""))
	}
	return nil
}

// inside refuses a box that leaves the field.
func inside(cells, first [3]int, into views.HostArray) error {
	for d := range 3 {
		n := into.Interior[2*d+1] - into.Interior[2*d] + 1
		if first[d] < 1 || first[d]+n-1 > cells[d] {
			return status.Errorf(status.Shape, "cells %d:%d in %c were requested, the file has 1:%d", first[d], first[d]+n-1, 'x'+d, cells[d])
		}
	}
	return nil
}

// Close closes the file. A second Close is an error of order.
func (r *Reader) Close() error {
	mutex.Lock()
	defer mutex.Unlock()
	if r.closed {
		return r.about("", status.Errorf(status.Order, "the snapshot is closed already"))
	}
	r.closed = true
	return r.about("", r.handle.close())
}

func (r *Reader) about(what string, err error) error { return about(r.path, what, err) }
