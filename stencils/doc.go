// Package stencils directs finite differences on fields that live on the device: what an operator reads and
// writes, in which order operators of a sequence run, which variant of a kernel is used.
//
//	operators.go  the list of operators             request.go    one application, checked
//	sequence.go   a time step is a list             variants.go   the ways to run it, chosen by measuring
//	fills.go      halo cells beyond a face          reduce.go     sums, extremes and norms of a field
//	expression.go a user's expression, read         program.go, compile.go  and compiled for a host
//	points.go     sources and receivers             poisson.go    Poisson's equation: its call
//	multigrid.go  V-cycles                          levels.go     the grids of a cycle
//
// Never here: an equation per point (properties), an allocation (device), the memory layout of a field
// (views), a message between ranks (mpi, behind an interface of this package).
package stencils
