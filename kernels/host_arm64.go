package kernels

/*
#include "table.h"

static const struct drawbridge_entry *neon_table(void) { return drawbridge_kernels_neon; }
*/
import "C"

var tables = []isaTable{{"neon", C.neon_table(), true}}
