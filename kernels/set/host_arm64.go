package set

import "drawbridge/kernels/neon"

var tables = []isaTable{{"neon", neon.Table(), neon.Runs()}}
