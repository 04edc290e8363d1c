package snapshot

/*
#include <stdlib.h>
#include "hdf5_dynamic.h"
*/
import "C"

import (
	"drawbridge/views"
)

// One Go function for each C call of hdf5_together.c, as in call.go. The caller holds mutex.

// parallel is HDF5's driver for MPI; nil in a build without MPI.
var parallel interface {
	usable() bool // this HDF5 has it, and calls the MPI that we call
	create(path string, comm int) (handle, error)
}

// reserve makes a flat dataset and answers where its bytes begin in the file.
func (h handle) reserve(name string, cells [3]int) (int64, error) {
	path := cText(folder + name)
	f := C.struct_hdf5_field{}
	put(&f, cells)
	var offset C.int64_t
	var why C.struct_hdf5_text
	if C.hdf5_reserve(C.hdf5_id(h), path, &f.cells[0], &offset, &why) != 0 {
		return 0, reason(&why)
	}
	return int64(offset), nil
}

// part writes the interior of an array to the box that begins at cell `first` (x, y, z from 1); every
// rank calls it, on a file of parallel HDF5, one that has no box left with nil.
func (h handle) part(name string, cells, first [3]int, a *views.HostArray) error {
	path := cText(folder + name)
	f := C.struct_hdf5_field{shape: [4]C.hdf5_size{1, 1, 1, 1}}
	address := C.uintptr_t(0)
	if a != nil {
		f, address = boxOf(cells, first, *a), C.uintptr_t(a.Address)
	}
	var why C.struct_hdf5_text
	if C.hdf5_part(C.hdf5_id(h), path, &f, address, &why) != 0 {
		return reason(&why)
	}
	return nil
}

// place writes the interior of an array past HDF5 to its place in a file.
func place(file string, offset int64, cells, first [3]int, a views.HostArray) error {
	path := cText(file)
	f := boxOf(cells, first, a)
	var why C.struct_hdf5_text
	if C.hdf5_place(path, C.int64_t(offset), &f, C.uintptr_t(a.Address), &why) != 0 {
		return reason(&why)
	}
	return nil
}

func boxOf(cells, first [3]int, a views.HostArray) C.struct_hdf5_field {
	f := inMemory(a)
	put(&f, cells)
	for d := range 3 {
		f.first[2-d] = C.hdf5_size(first[d] - 1)
	}
	return f
}

// put turns cells of x, y, z into HDF5's z, y, x.
func put(f *C.struct_hdf5_field, cells [3]int) {
	for d := range 3 {
		f.cells[2-d] = C.hdf5_size(cells[d])
	}
}
