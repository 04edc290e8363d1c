// Package tables writes the lists that follow from the rows of kernels/properties/*.h and kernels/stencils/operators/*.h:
// include lists, kernel lists, Go's table of operators and the table in docs/stencils.md.
//
// Here lives how a row is written and which are refused. Never here: a kernel's or an operator's name.
package tables
