package set

import (
	"drawbridge/kernels/stencils/avx2"
	"drawbridge/kernels/stencils/avx512"
	"drawbridge/kernels/stencils/baseline"
)

var tables = []isaTable{
	{"avx512", avx512.Table(), avx512.Runs()},
	{"avx2", avx2.Table(), avx2.Runs()},
	{"baseline", baseline.Table(), baseline.Runs()},
}
