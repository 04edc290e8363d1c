package set

// Flags that cgo refuses in a #cgo line come from the build by CGO_CXXFLAGS: -ffp-contract=fast
// -fno-math-errno -fno-trapping-math -fschedule-insns -fsched-pressure. Without them the code is
// right and about 5 % slower. The files kernels.cpp need gcc (pragma GCC target).

/*
#cgo CXXFLAGS: -std=c++17 -O2 -Wall -Wextra
#include "../table.h"

static const struct drawbridge_entry *entry_at(const void *table, long i) {
    const struct drawbridge_entry *entry = (const struct drawbridge_entry *)table + i;
    return entry->name ? entry : 0;
}
*/
import "C"

import (
	"unsafe"

	_ "drawbridge/machine" // its header
)

// isaTable is one of the tables, which host_amd64.go and host_arm64.go list, best first.
type isaTable struct {
	isa   string
	table unsafe.Pointer // to its struct drawbridge_entry
	runs  bool           // on this CPU
}

// compiled is the address of a kernel in the table of an instruction set, 0 where there is none.
func compiled(isa, kernel string) uintptr { return uintptr(unsafe.Pointer(entry(isa, kernel))) }

func entry(isa, kernel string) C.drawbridge_kernel {
	for _, t := range tables {
		if t.isa != isa {
			continue
		}
		for i := C.long(0); ; i++ {
			found := C.entry_at(t.table, i)
			if found == nil {
				return nil
			}
			if C.GoString(found.name) == kernel {
				return found.run
			}
		}
	}
	return nil
}

// supported are the instruction sets this CPU runs, best first.
func supported() []string {
	var isas []string
	for _, t := range tables {
		if t.runs {
			isas = append(isas, t.isa)
		}
	}
	return isas
}
