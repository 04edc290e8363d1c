package set

/*
#include "../table.h"

static const struct drawbridge_stencil *stencil_at(const void *table, long i) {
    const struct drawbridge_stencil *stencil = (const struct drawbridge_stencil *)table + i;
    return stencil->name ? stencil : 0;
}
*/
import "C"

import (
	"unsafe"

	_ "drawbridge/machine" // its header
)

// BlockBytes is the size of the structure that a kernel is given.
const BlockBytes = int(C.sizeof_struct_sweep)

// Places of the loop's options in a sweep.
const (
	OptionWidth  = C.option_width  // points of a tile along x; 0: all
	OptionTile   = C.option_tile   // rows of a tile
	OptionPlanes = C.option_planes // planes of an item
	// Between two levels of a multigrid:
	OptionFine   = C.option_fine   // fine cells along each axis
	OptionCoarse = C.option_coarse // coarse cells along each axis
	OptionFrom   = C.option_from   // place of the field that is read along each axis, from 0
)

// Places of a state, which says what a reduction has added up so far: Limbs, whether NaN, +infinity and -infinity were seen, an extreme.
const (
	Limbs       = C.limbs
	StatePlaces = C.state_places
)

// isaTable is one of the tables, which host_amd64.go and host_arm64.go list, best first.
type isaTable struct {
	isa   string
	table unsafe.Pointer // to its struct drawbridge_stencil
	runs  bool           // on this CPU
}

// ISAs are the instruction sets that the kernels were compiled for and this CPU runs, best first.
func ISAs() []string {
	var isas []string
	for _, t := range tables {
		if t.runs {
			isas = append(isas, t.isa)
		}
	}
	return isas
}

// Functions are the addresses of all kernels of an instruction set by their names; nil where this CPU
// does not run it.
func Functions(isa string) map[string]uintptr {
	for _, t := range tables {
		if t.isa != isa || !t.runs {
			continue
		}
		found := map[string]uintptr{}
		for i := C.long(0); ; i++ {
			entry := C.stencil_at(t.table, i)
			if entry == nil {
				return found
			}
			found[C.GoString(entry.name)] = uintptr(unsafe.Pointer(entry.run))
		}
	}
	return nil
}
