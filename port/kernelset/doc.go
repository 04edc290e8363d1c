// Package kernelset writes what a solver needs to call ported routines over points: one line for each kernel (names,
// intents, types, extents, variables of modules), and C++ that runs the owner's compiled Fortran over a range of points.
package kernelset
