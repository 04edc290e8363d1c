// Package stencils holds the operators over fields: one source for the GPU and the CPU where an operator
// is one value from its neighbours, and one text per variant for the GPU where it is a loop of its own.
//
//	sweep.h       what a kernel is given: fields, strides, coefficients
//	dialect.h     everything that differs between the compilers
//	operators/    one file per operator: its row, its function of a point, and loops of its own for the CPU and the GPU
//	operators.h, list_operators.h, set/operators.go    all files, all kernels of a host and all rows: made from them by ../tables
//	rows/         what a row says
//	multigrid.h   between two levels                  reduce_host.h  one number for some rows
//	exact.h       sums without rounding, for hosts and GPUs
//	loop_host.h   loops over tiles of rows            stacked_host.h  four planes at once
//	expression_forms.h  every instruction of users' expressions, for C++ and Go
//	expression_steps.h  a handler of each                  expression_functions.h  what they compute with
//	expression_stencils.h  stencils, and stores of several fields, as instructions      expression_totals.h  and sums
//	expression_host.h   users' expressions: programs of instructions, for blocks of registers
//	list.h        every host kernel by its name
//	avx512/ and its like     the same kernels, compiled once for each instruction set, side by side
//	set/          the operators for Go, and their functions on this CPU
//
// Here lives what is computed at a point and in which order points are visited. Never here: a field's name,
// a choice between variants, a thread, an import of another package of this module but machine.
//
// The C type behind an address that Function returns is drawbridge_sweep of table.h.
package stencils
