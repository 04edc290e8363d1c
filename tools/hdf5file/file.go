//go:build hdf5

package hdf5file

/*
#include <stdlib.h>
#cgo CFLAGS: -std=gnu11 -O2 -Wall
#cgo linux,amd64 CFLAGS: -I/usr/lib/x86_64-linux-gnu/hdf5/serial/include
#cgo linux,amd64 LDFLAGS: -L/usr/lib/x86_64-linux-gnu/hdf5/serial
#cgo linux,arm64 CFLAGS: -I/usr/lib/aarch64-linux-gnu/hdf5/serial/include
#cgo linux,arm64 LDFLAGS: -L/usr/lib/aarch64-linux-gnu/hdf5/serial
#cgo LDFLAGS: -lhdf5
#include "inspect.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"sync"
	"time"
	"unsafe"

	"gonum.org/v1/hdf5"

	"drawbridge/files"
	"drawbridge/snapshot/localheap"
)

// Available says whether this build reads HDF5 files.
const Available = true

// NameCrashes makes a crash of HDF5 on a damaged file, or a call that computes for longer than `most`, end the process
// with a line that names the file and exit code 2. For the command's main alone: it takes over signals.
func NameCrashes(most time.Duration) {
	C.inspect_name_crashes()
	go func() {
		for range time.Tick(time.Second) {
			C.inspect_end_loop(C.long(most / time.Second))
		}
	}()
}

// ruined says, after HDF5 has refused an attribute, which: no file is read any more. HDF5 1.10 frees twice what it cannot
// decode of an attribute, and crashes at a later call, also about a file that is whole. Under mutex.
var ruined error

// mutex serialises all calls: not every build of HDF5 is thread-safe.
var mutex sync.Mutex

// File is an open HDF5 file.
type File struct {
	path   string
	file   *hdf5.File
	open   map[string]*hdf5.Dataset // by path, kept until Close
	groups []string                 // what Walk has entered, the root first
	places map[string]C.haddr_t     // of what Walk has found in the file itself
	hurt   bool                     // HDF5 has refused something in it
	size   int64                    // bytes of the file
	fd     int                      // HDF5's own descriptor, -1 where it has none
}

// Version answers the version of the HDF5 that reads, such as 1.10.8.
func Version() string {
	v, err := hdf5.LibVersion()
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Release)
}

// alone runs calls about an open file and remembers whether HDF5 refused one.
func (f *File) alone(about string, calls func() error) error {
	err := alone(about, calls)
	f.hurt = f.hurt || err != nil
	return err
}

// alone runs calls of HDF5 on one thread, so that the error stack is the failed call's, and puts
// HDF5's text in the place of gonum's "code -1".
func alone(about string, calls func() error) error {
	mutex.Lock()
	defer mutex.Unlock()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if ruined != nil {
		return fmt.Errorf("%s: not read, since HDF5 may crash after what it met before: %w", about, ruined)
	}
	C.inspect_guard_links()
	C.inspect_quiet() // the stack and its printing are the thread's
	name := C.CString(about)
	C.inspect_reading(name)
	err := calls()
	C.inspect_reading(nil)
	C.free(unsafe.Pointer(name))
	if err == nil {
		return nil
	}
	var told *reasoned
	if said := reason(); !errors.As(err, &told) && said != "" {
		err = errors.New(said)
	}
	return fmt.Errorf("%s: %w", about, err)
}

// reason is what HDF5 says of the last call of this thread, "" where it has not failed.
func reason() string {
	var text [C.REASON]C.char
	C.inspect_reason(&text[0])
	return C.GoString(&text[0])
}

// release gives an object of HDF5 back, whatever it is.
func release(id C.hid_t) {
	if id > 0 {
		C.H5Idec_ref(id)
	}
}

// ruin is for what HDF5 refuses and does not survive. The caller is inside alone.
func (f *File) ruin(what, text string) error {
	ruined = fmt.Errorf("%s: %s: %s; compare the other files without it", f.path, what, text)
	return refusal("%s", text)
}

// reasoned is an error that carries its text already.
type reasoned struct{ text string }

func (r *reasoned) Error() string { return r.text }

func refusal(format string, values ...any) error { return &reasoned{fmt.Sprintf(format, values...)} }

// Open opens a file for reading. The message says what it is where it is no HDF5 file.
func Open(path string) (*File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if file, err := files.Open(path); err != nil { // the system says what is wrong before HDF5 is asked
		return nil, err
	} else {
		file.Close()
	}
	f := &File{path: path, open: map[string]*hdf5.Dataset{}, size: info.Size()}
	err = alone(path, func() error {
		if !hdf5.IsHDF5(path) {
			return refusal("not an HDF5 file (%d bytes)", info.Size())
		}
		if err := localheap.Check(path); err != nil {
			return refusal("%v", err)
		}
		f.file, err = hdf5.OpenFile(path, hdf5.F_ACC_RDONLY)
		if err == nil {
			f.fd = int(C.inspect_descriptor(C.hid_t(f.file.ID())))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Close closes the file and all its datasets. A damaged file stays open until the process ends:
// HDF5 1.10 crashes when it closes some of them.
func (f *File) Close() error {
	if f.hurt || Ruined() != nil {
		return nil
	}
	return alone(f.path, func() error {
		for _, d := range f.open {
			_ = d.Close()
		}
		f.open = map[string]*hdf5.Dataset{}
		return f.file.Close()
	})
}

// Ruined says why no file is read any more in this process, nil where files are.
func Ruined() error {
	mutex.Lock()
	defer mutex.Unlock()
	return ruined
}

// exists says whether there is an entry at a path. Unlike the others it refuses nothing.
func (f *File) exists(path string) bool {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	return alone(f.path, func() error {
		if C.inspect_exists(C.hid_t(f.file.ID()), name) > 0 {
			return nil
		}
		return os.ErrNotExist
	}) == nil
}

// Dataset describes one array by its path.
func (f *File) Dataset(path string) (*Dataset, error) {
	var d *Dataset
	err := f.alone(f.path+": "+path, func() (err error) {
		d, err = f.describe(&f.file.CommonFG, path, path)
		return err
	})
	return d, err
}

// at is what to open for the object at a path: a place and a name from there. The caller is inside alone, and calls done after.
func (f *File) at(path string) (from C.hid_t, name *C.char, done func()) {
	from, name = C.hid_t(f.file.ID()), C.CString(path)
	if place, known := f.places[path]; known {
		if object := C.H5Oopen_by_addr(from, place); object >= 0 {
			C.free(unsafe.Pointer(name))
			name = C.CString(".")
			return object, name, func() { C.H5Oclose(object); C.free(unsafe.Pointer(name)) }
		}
	}
	return from, name, func() { C.free(unsafe.Pointer(name)) }
}

// describe opens the dataset `name` of a group, or of the file, and keeps it by its path. The caller is inside alone.
func (f *File) describe(from *hdf5.CommonFG, name, path string) (*Dataset, error) {
	set, err := from.OpenDataset(name)
	if err != nil {
		return nil, err
	}
	if old := f.open[path]; old != nil {
		_ = old.Close()
	}
	f.open[path] = set
	id := C.hid_t(set.ID())
	kind, space, list := C.H5Dget_type(id), C.H5Dget_space(id), C.H5Dget_create_plist(id)
	defer func() { release(kind); release(space); release(list) }()
	d := &Dataset{Path: path, file: f, offset: -1}
	var fits bool
	if d.Type, fits, err = typeOf(kind); err != nil {
		return nil, err
	}
	if d.Shape, d.Null, err = extentsOf(space); err != nil {
		return nil, err
	}
	if !fits {
		return nil, refusal("the file is damaged: its elements have more bytes than they need")
	}
	var chunk [C.MOST_RANK]C.hsize_t
	var chunked C.int
	if damage := C.inspect_extents(space, list, C.H5Tget_size(kind), &chunk[0], &chunked); damage != nil {
		return nil, refusal("the file is damaged: %s", C.GoString(damage))
	}
	if chunked > 0 {
		d.Chunk = numbers(chunk[:len(d.Shape)])
	}
	var text [C.REASON]C.char
	file := C.hid_t(f.file.ID())
	if C.check_elsewhere(file, list, &text[0]) < 0 || C.check_filters(list, &text[0]) < 0 {
		return nil, refusal("%s", C.GoString(&text[0]))
	}
	elsewhere := C.inspect_elsewhere(file, id, list) != 0
	if !elsewhere && f.fd >= 0 {
		d.offset = int64(C.inspect_offset(id, list))
	}
	if int64(d.Type.Size) > mostPacked*f.size {
		return nil, refusal("the file is damaged: elements of %d bytes in a file of %d", d.Type.Size, f.size)
	}
	if !addressable(d.Shape, d.Type.Size) {
		return nil, refusal("a shape of %v, more than any memory can hold", d.Shape)
	}
	if !elsewhere && float64(d.Len())*float64(d.Type.Size) > mostUnwritten+mostPacked*float64(f.size) {
		return nil, refusal("the file is damaged: a shape of %v in a file of %d bytes", d.Shape, f.size)
	}
	return d, nil
}

// mostPacked is how many bytes deflate can make of one. mostUnwritten is for those that a file describes without holding
// them, bytes: reading them takes seconds, not days.
const (
	mostPacked    = 1032
	mostUnwritten = 16 << 30
)

// addressable says whether the bytes of an array can be counted.
func addressable(shape []int, size int) bool {
	n := max(1, size)
	for _, k := range shape {
		if k < 0 || (k > 0 && n > math.MaxInt/k) {
			return false
		}
		n *= max(1, k)
	}
	return true
}

// typeOf describes a type. fits: its elements have no more bytes than they need; reading one takes that much memory.
func typeOf(kind C.hid_t) (t Type, fits bool, err error) {
	class, size := C.H5Tget_class(kind), C.H5Tget_size(kind)
	number := class == C.H5T_FLOAT || class == C.H5T_INTEGER
	t = Type{Class: Other, Size: int(min(size, math.MaxInt32))}
	switch {
	case class < 0:
		return t, false, refusal("%s", reason())
	case class == C.H5T_FLOAT:
		t.Class = Float
	case class == C.H5T_INTEGER:
		t.Class, t.Unsigned = Integer, C.H5Tget_sign(kind) == C.H5T_SGN_NONE
	case class == C.H5T_STRING:
		if t.Class = Text; C.H5Tis_variable_str(kind) > 0 {
			t.Size = 0 // no bytes of its own
		}
	case C.H5Tdetect_class(kind, C.H5T_VLEN) > 0 || C.H5Tdetect_class(kind, C.H5T_REFERENCE) > 0:
		t.Class = Loose
	}
	t.BigEndian = number && t.Size > 1 && C.H5Tget_order(kind) == C.H5T_ORDER_BE
	t.Complex = C.H5Tequal(kind, C.inspect_complex()) > 0
	for _, usual := range []C.hid_t{C.H5T_IEEE_F64LE_g, C.H5T_IEEE_F32LE_g, C.H5T_STD_I8LE_g, C.H5T_STD_I16LE_g, C.H5T_STD_I32LE_g,
		C.H5T_STD_I64LE_g, C.H5T_STD_U8LE_g, C.H5T_STD_U16LE_g, C.H5T_STD_U32LE_g, C.H5T_STD_U64LE_g} {
		t.Plain = t.Plain || number && C.H5Tequal(kind, usual) > 0
	}
	return t, size <= math.MaxInt32 && (!number || C.inspect_fits(kind) != 0), nil
}

// extentsOf gives the extents of a dataset or an attribute; null: it has no data.
func extentsOf(space C.hid_t) (shape []int, null bool, err error) {
	if C.H5Sget_simple_extent_type(space) == C.H5S_NULL {
		return nil, true, nil
	}
	var extents [C.MOST_RANK]C.hsize_t
	rank := C.H5Sget_simple_extent_ndims(space)
	if rank < 0 || rank > C.MOST_RANK || C.H5Sget_simple_extent_dims(space, &extents[0], nil) < 0 {
		return nil, false, refusal("%s", reason())
	}
	return numbers(extents[:rank]), false, nil
}

func numbers(extents []C.hsize_t) (list []int) {
	for _, n := range extents {
		list = append(list, int(n))
	}
	return list
}
