//go:build mpi

package snapshot

/*
#cgo pkg-config: ompi
#include <stdlib.h>
#include "hdf5_dynamic.h"
*/
import "C"

func init() { parallel = mpio{} }

// mpio is HDF5's parallel driver. The caller holds mutex.
type mpio struct{}

func (mpio) usable() bool { return C.hdf5_parallel_usable() != 0 }

func (mpio) create(path string, comm int) (handle, error) {
	name := cText(path)
	var why C.struct_hdf5_text
	id := C.hdf5_create_parallel(name, C.int(comm), &why)
	if id < 0 {
		return 0, reason(&why)
	}
	return handle(id), nil
}
