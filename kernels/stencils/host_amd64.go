package stencils

/*
#include "table.h"

static const struct drawbridge_stencil *avx512_stencils(void) { return drawbridge_stencils_avx512; }
static const struct drawbridge_stencil *avx2_stencils(void) { return drawbridge_stencils_avx2; }
static const struct drawbridge_stencil *baseline_stencils(void) { return drawbridge_stencils_baseline; }
*/
import "C"

var tables = []isaTable{
	{"avx512", C.avx512_stencils(), C.drawbridge_stencils_run_avx512() != 0},
	{"avx2", C.avx2_stencils(), C.drawbridge_stencils_run_avx2() != 0},
	{"baseline", C.baseline_stencils(), true},
}
