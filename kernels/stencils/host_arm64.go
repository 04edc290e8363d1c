package stencils

/*
#include "table.h"

static const struct drawbridge_stencil *neon_stencils(void) { return drawbridge_stencils_neon; }
*/
import "C"

var tables = []isaTable{{"neon", C.neon_stencils(), true}}
