//go:build hdf5

package oddfile

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall
#cgo linux,amd64 CFLAGS: -I/usr/lib/x86_64-linux-gnu/hdf5/serial/include
#cgo linux,amd64 LDFLAGS: -L/usr/lib/x86_64-linux-gnu/hdf5/serial
#cgo linux,arm64 CFLAGS: -I/usr/lib/aarch64-linux-gnu/hdf5/serial/include
#cgo linux,arm64 LDFLAGS: -L/usr/lib/aarch64-linux-gnu/hdf5/serial
#cgo LDFLAGS: -lhdf5
#include <stdlib.h>
#include "oddfile.h"
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// Make writes the odd file. `planted` changes one value of each dataset that holds data.
func Make(path string, planted bool) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	change := C.int(0)
	if planted {
		change = 1
	}
	if at := C.oddfile_make(name, change); at != 0 {
		return fmt.Errorf("%s: step %d of the odd file failed", path, at)
	}
	return nil
}

// MakePlaced writes a file whose datasets all hold 1 to 6, each kept in another way: in a row, in
// chunks, in the header, in a bare file, behind a link, put together from another file. Both files
// begin with 1024 bytes that are not HDF5's.
func MakePlaced(path, source, raw string) error {
	names := [3]*C.char{C.CString(path), C.CString(source), C.CString(raw)}
	for _, name := range names {
		defer C.free(unsafe.Pointer(name))
	}
	if at := C.placedfile_make(names[0], names[1], names[2]); at != 0 {
		return fmt.Errorf("%s: step %d of the placed file failed", path, at)
	}
	return nil
}

// Redirection is where a snapshot leads instead of holding what it names.
type Redirection int

// The redirections: a link to another file, a symbolic link, bare bytes of another file, those to its end, a virtual dataset.
const (
	ToFile    Redirection = C.REDIRECTED_LINK
	ToName    Redirection = C.REDIRECTED_NAME
	ToRaw     Redirection = C.REDIRECTED_RAW
	ToRest    Redirection = C.REDIRECTED_REST
	ToVirtual Redirection = C.REDIRECTED_VIRTUAL
)

// Redirect changes a snapshot so that the object `what` leads to the file `other`, which need not be there.
func Redirect(path, what, other string, how Redirection) error {
	names := [3]*C.char{C.CString(path), C.CString(what), C.CString(other)}
	for _, name := range names {
		defer C.free(unsafe.Pointer(name))
	}
	if at := C.redirectedfile_make(names[0], names[1], names[2], C.int(how)); at != 0 {
		return fmt.Errorf("%s: step %d of the redirected file failed", path, at)
	}
	return nil
}

// MakeKinds writes a file of types that few programs write. `planted` changes one value of each.
func MakeKinds(path string, planted bool) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	change := C.int(0)
	if planted {
		change = 1
	}
	if at := C.kindsfile_make(name, change); at != 0 {
		return fmt.Errorf("%s: step %d of the file of kinds failed", path, at)
	}
	return nil
}

// MakeForms writes a file of types that are no numbers. `other` gives the same bytes other names: the members of an
// enumeration, of a compound, and so on. In "order of ..." nothing but their order differs, in "text ..." nothing but the
// character set and the filling.
func MakeForms(path string, other bool) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	change := C.int(0)
	if other {
		change = 1
	}
	if at := C.formsfile_make(name, change); at != 0 {
		return fmt.Errorf("%s: step %d of the file of forms failed", path, at)
	}
	return nil
}

// MakePacked writes a file with a dataset "plain", and one "packed" by a filter that HDF5 does not bring, such as 32000 (LZF).
func MakePacked(path string, filter int) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	if at := C.packedfile_make(name, C.int(filter)); at != 0 {
		return fmt.Errorf("%s: step %d of the packed file failed", path, at)
	}
	return nil
}

// MakeComplex writes a file with a dataset "z" of compounds of two doubles: h5py names them r and i.
func MakeComplex(path, first, second string, chunked bool, values []complex128) error {
	texts := [3]*C.char{C.CString(path), C.CString(first), C.CString(second)}
	for _, text := range texts {
		defer C.free(unsafe.Pointer(text))
	}
	chunk := C.int(0)
	if chunked {
		chunk = 1
	}
	if at := C.complexfile_make(texts[0], texts[1], texts[2], C.long(len(values)), (*C.double)(unsafe.Pointer(&values[0])), chunk); at != 0 {
		return fmt.Errorf("%s: step %d of the file of complex numbers failed", path, at)
	}
	return nil
}

// Link adds a link to an object of another file, or of the same where `to` is empty.
func Link(path, name, to, object string) error {
	texts := [4]*C.char{C.CString(path), C.CString(name), C.CString(to), C.CString(object)}
	for _, text := range texts {
		defer C.free(unsafe.Pointer(text))
	}
	if at := C.linkfile_make(texts[0], texts[1], texts[2], texts[3]); at != 0 {
		return fmt.Errorf("%s: step %d of the link failed", path, at)
	}
	return nil
}

// Crash does what HDF5 does on some damaged files: 0 reads from nowhere, 1 aborts, 2 recurses without
// end, 3 loops.
func Crash(kind int) { C.oddfile_crash(C.int(kind)) }
