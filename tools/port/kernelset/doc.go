// Package kernelset writes what a set of kernels is made of, which a solver loads: a line for each kernel (names, intents,
// types, extents, variables of modules); C++ that runs the owner's compiled Fortran over points; the same for a GPU, around the
// translated routines; and the description of the set, which is compiled into its shared library.
package kernelset
