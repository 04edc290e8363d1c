package set

import (
	"drawbridge/kernels/avx2"
	"drawbridge/kernels/avx512"
	"drawbridge/kernels/baseline"
)

var tables = []isaTable{
	{"avx512", avx512.Table(), avx512.Runs()},
	{"avx2", avx2.Table(), avx2.Runs()},
	{"baseline", baseline.Table(), baseline.Runs()},
}
