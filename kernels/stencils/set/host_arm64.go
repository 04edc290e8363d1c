package set

import "drawbridge/kernels/stencils/neon"

var tables = []isaTable{{"neon", neon.Table(), neon.Runs()}}
