//go:build hdf5

package oddfile

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall
#cgo linux,amd64 CFLAGS: -I/usr/lib/x86_64-linux-gnu/hdf5/serial/include
#cgo linux,amd64 LDFLAGS: -L/usr/lib/x86_64-linux-gnu/hdf5/serial
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
