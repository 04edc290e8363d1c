package snapshot

/*
#include <stdlib.h>
#include "hdf5_dynamic.h"
*/
import "C"

import (
	"unsafe"

	"drawbridge/views"
)

// One Go function for each C call that reads, as in call.go. The caller holds mutex.

func openFile(path string) (handle, error) {
	name := cText(path)
	var why C.struct_hdf5_text
	id := C.hdf5_open_file(name, &why)
	if id < 0 {
		return 0, reason(&why)
	}
	return handle(id), nil
}

// numbersOf reads an attribute of as many numbers as `into` holds; false where there is none.
func numbersOf[T int64 | float64](h handle, object, name string, kind C.int, into []T) (bool, error) {
	o, n := cText(object), cText(name)
	var why C.struct_hdf5_text
	switch C.hdf5_numbers(C.hdf5_id(h), o, n, kind, C.long(len(into)), unsafe.Pointer(&into[0]), &why) {
	case 0:
		return true, nil
	case 1:
		return false, nil
	}
	return false, reason(&why)
}

func (h handle) readInts(object, name string, into []int64) (bool, error) {
	return numbersOf(h, object, name, C.HDF5_INT, into)
}

func (h handle) readDoubles(object, name string, into []float64) (bool, error) {
	return numbersOf(h, object, name, C.HDF5_DOUBLE, into)
}

// names lists a group.
func (h handle) names(group string) ([]string, error) {
	path := cText(group)
	var joined *C.char
	var why C.struct_hdf5_text
	count := C.hdf5_names(C.hdf5_id(h), path, &joined, &why)
	defer func() { C.free(unsafe.Pointer(joined)) }()
	if count < 0 {
		return nil, reason(&why)
	}
	list, at := make([]string, 0, int(count)), unsafe.Pointer(joined)
	for range int(count) {
		name := C.GoString((*C.char)(at))
		list = append(list, name)
		at = unsafe.Add(at, len(name)+1)
	}
	return list, nil
}

// extent answers the cells of a field in x, y, z.
func (h handle) extent(name string) ([3]int, error) {
	path := cText(folder + name)
	var cells [3]C.hdf5_size
	var why C.struct_hdf5_text
	if C.hdf5_extent(C.hdf5_id(h), path, &cells[0], &why) != 0 {
		return [3]int{}, reason(&why)
	}
	return [3]int{int(cells[2]), int(cells[1]), int(cells[0])}, nil
}

// read lifts the box that begins at cell `first` (x, y, z from 1) into the interior of an array.
func (h handle) read(name string, first [3]int, a views.HostArray) error {
	path := cText(folder + name)
	f := inMemory(a)
	for d := range 3 {
		f.first[2-d] = C.hdf5_size(first[d] - 1)
	}
	var why C.struct_hdf5_text
	if C.hdf5_read(C.hdf5_id(h), path, &f, C.uintptr_t(a.Address), &why) != 0 {
		return reason(&why)
	}
	return nil
}
