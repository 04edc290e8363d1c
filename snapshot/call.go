package snapshot

/*
#include <stdlib.h>
#include "hdf5_dynamic.h"
*/
import "C"

import (
	"regexp"
	"slices"
	"strings"
	"unsafe"

	"drawbridge/status"
	"drawbridge/views"
)

// This file translates: one Go function for each C call, no decisions. The caller holds mutex.

// handle is an open HDF5 file (hid_t).
type handle int64

const folder = "/VTKHDF/CellData/" // where the fields lie

// cText gives a text to C for the time of a call. C.CString would end the process where malloc has no memory.
func cText(s string) *C.char {
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(append([]byte(s), 0))))
}

func createFile(path string) (handle, error) {
	name := cText(path)
	var why C.struct_hdf5_text
	id := C.hdf5_create(name, &why)
	if id < 0 {
		return 0, reason(&why)
	}
	return handle(id), nil
}

func (h handle) group(path string) error {
	name := cText(path)
	var why C.struct_hdf5_text
	if C.hdf5_group(C.hdf5_id(h), name, &why) != 0 {
		return reason(&why)
	}
	return nil
}

func (h handle) field(name string, cells [3]int, a views.HostArray, deflate int) error {
	path := cText(folder + name)
	f := inMemory(a)
	for d := range 3 { // ours x y z, HDF5's z y x
		f.cells[2-d] = C.hdf5_size(cells[d])
	}
	if deflate > 0 {
		f.deflate = C.uint(deflate)
		for d, n := range chunkOf(cells) {
			f.chunk[2-d] = C.hdf5_size(n)
		}
	}
	var why C.struct_hdf5_text
	if C.hdf5_field(C.hdf5_id(h), path, &f, C.uintptr_t(a.Address), &why) != 0 {
		return reason(&why)
	}
	return nil
}

// inMemory says which part of an array is meant: ours x y z, HDF5's z y x.
func inMemory(a views.HostArray) C.struct_hdf5_field {
	var f C.struct_hdf5_field
	f.shape[0], f.start[0], f.count[0] = C.hdf5_size(a.Shape[3]), C.hdf5_size(a.Var-1), 1
	for d := range 3 {
		f.shape[3-d] = C.hdf5_size(a.Shape[d])
		f.start[3-d] = C.hdf5_size(a.Interior[2*d] - 1)
		f.count[3-d] = C.hdf5_size(a.Interior[2*d+1] - a.Interior[2*d] + 1)
	}
	return f
}

// table writes rows of as many integers as the first has.
func (h handle) table(path string, rows [][]int64) error {
	name := cText(path)
	flat := slices.Concat(rows...)
	var why C.struct_hdf5_text
	if C.hdf5_table(C.hdf5_id(h), name, C.hdf5_size(len(rows)), C.hdf5_size(len(rows[0])), (*C.int64_t)(unsafe.Pointer(&flat[0])), &why) != 0 {
		return reason(&why)
	}
	return nil
}

// text, ints and doubles each write one attribute of an object; a list of one is a scalar.
func (h handle) text(object, name, value string, ascii bool) error {
	kind := C.int(C.HDF5_UTF8)
	if ascii {
		kind = C.HDF5_ASCII
	}
	bytes := append([]byte(value), 0)
	return h.attribute(object, name, kind, len(value), unsafe.Pointer(&bytes[0]))
}

func (h handle) ints(object, name string, values ...int64) error {
	return numbers(h, object, name, C.HDF5_INT, values)
}

func (h handle) doubles(object, name string, values ...float64) error {
	return numbers(h, object, name, C.HDF5_DOUBLE, values)
}

// numbers hands C a copy: the values may lie in a struct that holds Go pointers, which cgo refuses.
func numbers[T int64 | float64](h handle, object, name string, kind C.int, values []T) error {
	alone := slices.Clone(values)
	return h.attribute(object, name, kind, scalarIfOne(len(alone)), unsafe.Pointer(&alone[0]))
}

func scalarIfOne(n int) int {
	if n == 1 {
		return -1
	}
	return n
}

func (h handle) attribute(object, name string, kind C.int, count int, data unsafe.Pointer) error {
	o, n := cText(object), cText(name)
	var why C.struct_hdf5_text
	if C.hdf5_attribute(C.hdf5_id(h), o, n, kind, C.long(count), data, &why) != 0 {
		return reason(&why)
	}
	return nil
}

func (h handle) close() error {
	var why C.struct_hdf5_text
	if C.hdf5_close(C.hdf5_id(h), &why) != 0 {
		return reason(&why)
	}
	return nil
}

// system finds what the operating system said inside HDF5's text, details what only HDF5's own
// developers read (time, descriptors, buffer addresses).
var (
	system  = regexp.MustCompile(`error message = '([^']+)'`)
	details = regexp.MustCompile(`: (time|name|filename) = .*`)
)

// reason makes one line of HDF5's stack: the system's word first, then HDF5's own.
func reason(why *C.struct_hdf5_text) error {
	text := strings.Join(strings.Fields(C.GoString(&why.text[0])), " ")
	if found := system.FindStringSubmatch(text); found != nil {
		text = found[1] + " (" + details.ReplaceAllString(text, "") + ")"
	}
	if strings.Contains(text, "lock file") {
		text += "; where the file system has no locks, set HDF5_USE_FILE_LOCKING=FALSE"
	}
	code := status.File
	if strings.HasPrefix(text, "not enough memory") {
		code = status.OutOfMemory
	}
	return status.Errorf(code, "%s", text)
}
