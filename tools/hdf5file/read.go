//go:build hdf5

package hdf5file

/*
#include "inspect.h"
*/
import "C"

import (
	"fmt"
	"syscall"
	"unsafe"

	"gonum.org/v1/hdf5"
)

// Read reads a region whose elements in the file are T byte for byte, without any conversion; it
// refuses another type. start and count follow Shape: slowest dimension first.
func Read[T Element](d *Dataset, start, count []int, into []T) error {
	if err := d.checkRegion(start, count, len(into)); err != nil {
		return err
	}
	if want := elementType[T](); d.Type != want {
		return fmt.Errorf("%s: holds %s, read as %s", d.Path, d.Type, want)
	}
	return d.file.alone(d.file.path+": "+d.Path, func() error {
		set := d.file.open[d.Path]
		if set == nil {
			return refusal("the file is closed")
		}
		if len(d.Shape) == 0 {
			return set.Read(&into)
		}
		return readRegion(set, start, count, &into)
	})
}

// readRegion reads through gonum. Type and length are checked by the caller.
func readRegion[T Element](set *hdf5.Dataset, start, count []int, into *[]T) error {
	disk := set.Space()
	if disk == nil {
		return refusal("the dataset has no extent")
	}
	defer disk.Close()
	if err := disk.SelectHyperslab(unsigned(start), nil, unsigned(count), nil); err != nil {
		return err
	}
	memory, err := hdf5.CreateSimpleDataspace(unsigned(count), nil)
	if err != nil {
		return err
	}
	defer memory.Close()
	return set.ReadSubset(into, memory, disk)
}

func unsigned(list []int) []uint {
	out := make([]uint, len(list))
	for i, n := range list {
		out[i] = uint(n)
	}
	return out
}

// ReadFloat64 reads a region of any number type as float64. Integers beyond 2^53 are rounded.
func (d *Dataset) ReadFloat64(start, count []int, into []float64) error {
	if d.Type == elementType[float64]() {
		return Read(d, start, count, into)
	}
	if !d.Type.Number() {
		return fmt.Errorf("%s: holds %s, which cannot be read as numbers", d.Path, d.Type)
	}
	return convert(d, C.AS_DOUBLE, start, count, unsafe.Pointer(unsafe.SliceData(into)), len(into))
}

// ReadInt64 reads a region of an integer type as int64. Unsigned values beyond it are clipped.
func (d *Dataset) ReadInt64(start, count []int, into []int64) error {
	if d.Type == elementType[int64]() {
		return Read(d, start, count, into)
	}
	if d.Type.Class != Integer {
		return fmt.Errorf("%s: holds %s, which cannot be read as integers", d.Path, d.Type)
	}
	return convert(d, C.AS_INT64, start, count, unsafe.Pointer(unsafe.SliceData(into)), len(into))
}

// ReadUint64 reads a region of an integer type as uint64. Negative values become 0.
func (d *Dataset) ReadUint64(start, count []int, into []uint64) error {
	if d.Type.Class != Integer {
		return fmt.Errorf("%s: holds %s, which cannot be read as integers", d.Path, d.Type)
	}
	return convert(d, C.AS_UINT64, start, count, unsafe.Pointer(unsafe.SliceData(into)), len(into))
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
