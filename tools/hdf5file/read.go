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
	conversion := C.int(C.AS_DOUBLE)
	switch any(into).(type) {
	case []int64:
		conversion = C.AS_INT64
	case []uint64:
		conversion = C.AS_UINT64
	}
	if !d.Type.Number() || conversion != C.AS_DOUBLE && d.Type.Class != Integer {
		return fmt.Errorf("%s: holds %s, which cannot be read as %ss", d.Path, d.Type, reflect.TypeFor[T]())
	}
	return convert(d, conversion, start, count, unsafe.Pointer(unsafe.SliceData(into)), len(into))
}

// ReadBytes reads a region as it is stored: Type.Size bytes for each element, in a row.
func (d *Dataset) ReadBytes(start, count []int, into []byte) error {
	if d.Type.Class == Loose || d.Type.Size == 0 {
		return fmt.Errorf("%s: holds %s, whose elements have no bytes of their own", d.Path, d.Type)
	}
	if len(into)%d.Type.Size != 0 {
		return fmt.Errorf("%s: a buffer of %d bytes for elements of %d", d.Path, len(into), d.Type.Size)
	}
	return convert(d, C.AS_STORED, start, count, unsafe.Pointer(unsafe.SliceData(into)), len(into)/d.Type.Size)
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

// convert reads through HDF5's own conversion, which gonum does not reach.
func convert(d *Dataset, conversion C.int, start, count []int, into unsafe.Pointer, length int) error {
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
		var text [C.REASON]C.char
		if C.inspect_read(C.hid_t(set.ID()), conversion, C.int(len(d.Shape)), &from[0], &many[0], into, &text[0]) < 0 {
			return refusal("%s", C.GoString(&text[0]))
		}
		return nil
	})
}
