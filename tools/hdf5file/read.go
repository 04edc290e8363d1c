//go:build hdf5

package hdf5file

/*
#include "inspect.h"
*/
import "C"

import (
	"fmt"
	"reflect"
	"syscall"
	"unsafe"
)

// Read reads a region of any number type: as float64, which rounds integers beyond 2^53, or of an integer type as int64, which clips
// what is larger, or uint64, which takes negative values as 0. start and count follow Shape: slowest dimension first.
func Read[T float64 | int64 | uint64](d *Dataset, start, count []int, into []T) error {
	memory := C.H5T_NATIVE_DOUBLE_g
	switch any(into).(type) {
	case []int64:
		memory = C.H5T_NATIVE_INT64_g
	case []uint64:
		memory = C.H5T_NATIVE_UINT64_g
	}
	if !d.Type.Number() || memory != C.H5T_NATIVE_DOUBLE_g && d.Type.Class != Integer {
		return fmt.Errorf("%s: holds %s, which cannot be read as %ss", d.Path, d.Type, reflect.TypeFor[T]())
	}
	return convert(d, memory, start, count, unsafe.Pointer(unsafe.SliceData(into)), len(into))
}

// ReadBytes reads a region as it is stored: Type.Size bytes for each element, in a row.
func (d *Dataset) ReadBytes(start, count []int, into []byte) error {
	if d.Type.Class == Loose || d.Type.Size == 0 {
		return fmt.Errorf("%s: holds %s, whose elements have no bytes of their own", d.Path, d.Type)
	}
	if len(into)%d.Type.Size != 0 {
		return fmt.Errorf("%s: a buffer of %d bytes for elements of %d", d.Path, len(into), d.Type.Size)
	}
	return convert(d, 0, start, count, unsafe.Pointer(unsafe.SliceData(into)), len(into)/d.Type.Size)
}

// ReadFlat reads bytes as they lie in the file, `at` bytes from the first of a dataset that is Flat. It
// needs no HDF5 and may be called by several threads at once.
func (d *Dataset) ReadFlat(at int64, into []byte) error {
	if d.offset < 0 || d.file.fd < 0 || at < 0 || at > int64(d.Len())*int64(d.Type.Size)-int64(len(into)) {
		return fmt.Errorf("%s: %s: bytes %d to %d asked outside the dataset", d.file.path, d.Path, at, at+int64(len(into)))
	}
	for from := d.offset + at; len(into) > 0; {
		n, err := syscall.Pread(d.file.fd, into, from)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return fmt.Errorf("%s: %s: %w", d.file.path, d.Path, err)
		case n == 0:
			return fmt.Errorf("%s: %s: the file ends within its data, at byte %d", d.file.path, d.Path, from)
		}
		from, into = from+int64(n), into[n:]
	}
	return nil
}

// convert reads through HDF5's own conversion, which gonum does not reach, to a type in memory; 0: as it is stored.
func convert(d *Dataset, memory C.hid_t, start, count []int, into unsafe.Pointer, length int) error {
	if err := d.checkRegion(start, count, length); err != nil {
		return err
	}
	var from, many [C.MOST_RANK]C.hsize_t
	for i := range d.Shape {
		from[i], many[i] = C.hsize_t(start[i]), C.hsize_t(count[i])
	}
	return d.file.alone(d.file.path+": "+d.Path, func() error {
		set := d.file.open[d.Path]
		if set == nil {
			return refusal("the file is closed")
		}
		id, disk, room := C.hid_t(set.ID()), C.hid_t(C.H5S_ALL), C.hid_t(C.H5S_ALL)
		stored := C.H5Dget_type(id)
		defer func() { release(stored); release(disk); release(room) }()
		if memory == 0 {
			memory = stored
		}
		if rank := len(d.Shape); rank > 0 {
			disk, room = C.H5Dget_space(id), C.H5Screate_simple(C.int(rank), &many[0], nil)
			C.H5Sselect_hyperslab(disk, C.H5S_SELECT_SET, &from[0], nil, &many[0], nil) // checkRegion knows that it fits
		}
		if C.H5Dread(id, memory, room, disk, C.H5P_DEFAULT, into) < 0 {
			return refusal("%s", reason())
		}
		return nil
	})
}
