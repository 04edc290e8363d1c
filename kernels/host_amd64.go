package kernels

/*
#include "table.h"

static const struct drawbridge_entry *avx512_table(void) { return drawbridge_kernels_avx512; }
static const struct drawbridge_entry *avx2_table(void) { return drawbridge_kernels_avx2; }
static const struct drawbridge_entry *baseline_table(void) { return drawbridge_kernels_baseline; }
*/
import "C"

var tables = []isaTable{
	{"avx512", C.avx512_table(), C.drawbridge_runs_avx512() != 0},
	{"avx2", C.avx2_table(), C.drawbridge_runs_avx2() != 0},
	{"baseline", C.baseline_table(), true},
}
