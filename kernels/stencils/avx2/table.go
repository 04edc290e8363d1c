//go:build amd64

// Package avx2 holds the stencils compiled for AVX2 with FMA: a package of its own, so that Go compiles the
// instruction sets side by side, and none of them for a test of another package.
package avx2

/*
#cgo CXXFLAGS: -std=c++17 -O2 -fno-exceptions -fno-asynchronous-unwind-tables -Wall -Wextra
#include "../table.h"

static const void *table(void) { return drawbridge_stencils_avx2; }
*/
import "C"

import (
	"unsafe"

	_ "drawbridge/kernels/stencils" // its headers
	_ "drawbridge/machine"
)

// Table is the address of the table of ../table.h.
func Table() unsafe.Pointer { return C.table() }

// Runs tells whether this CPU, and its operating system, run the instruction set.
func Runs() bool { return C.drawbridge_stencils_run_avx2() != 0 }
