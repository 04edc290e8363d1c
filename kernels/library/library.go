// Package library loads a shared library of kernels that an owner has compiled, and calls what it exports.
//
// Here lives dlopen. Never here: what a kernel set is (properties/owners), or whether a file may be trusted.
package library

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
#cgo LDFLAGS: -ldl
#include <stdlib.h>
#include "library.h"
*/
import "C"

import (
	"errors"
	"runtime"
	"unsafe"
)

// Library is a library that was loaded. It stays loaded as long as the process: its kernels may be running.
type Library struct{ handle unsafe.Pointer }

// Open loads a library with all symbols that it needs; the error is the loader's.
func Open(path string) (*Library, error) {
	text := make([]byte, C.library_text)
	handle := C.library_open(words(path), (*C.char)(unsafe.Pointer(&text[0])))
	if handle == nil {
		return nil, errors.New(C.GoString((*C.char)(unsafe.Pointer(&text[0]))))
	}
	return &Library{handle}, nil
}

// Loaded is the path of a library that the process has loaded under a bare name; "" where it has none.
func Loaded(name string) string {
	text := make([]byte, C.library_text)
	if C.library_loaded(words(name), (*C.char)(unsafe.Pointer(&text[0]))) == 0 {
		return ""
	}
	return C.GoString((*C.char)(unsafe.Pointer(&text[0])))
}

// Symbol is the address of what the library exports under a name; 0 where it exports nothing.
func (l *Library) Symbol(name string) uintptr {
	return uintptr(C.library_symbol(l.handle, words(name)))
}

// Bytes is a copy of n bytes of the library's data.
func Bytes(address uintptr, n int) []byte {
	return C.GoBytes(pointer(address), C.int(n))
}

// Sizes calls a function of a set that answers how many values each argument of a kernel has.
func Sizes(function uintptr, numbers []float64, counts []int64) {
	if len(numbers) == 0 || len(counts) == 0 {
		return
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&numbers[0])
	pin.Pin(&counts[0])
	C.library_sizes(pointer(function), (*C.double)(&numbers[0]), (*C.long)(unsafe.Pointer(&counts[0])))
}

// words gives a text to C for the time of a call. C.CString would end the process where malloc has no memory.
func words(s string) *C.char {
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(append([]byte(s), 0))))
}

// pointer turns an address of the library into a pointer; such memory is not Go's.
func pointer(address uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&address))
}
