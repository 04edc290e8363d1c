// Package owners reads the kernel sets of an owner: shared libraries that hold Fortran routines which drawbridge port has
// translated, their entries over points, and a description of them.
//
// Here lives whether a file is a kernel set that this Drawbridge can use, and what its kernels are. Never here: loading
// (kernels/library), a field (properties), a launch (device).
package owners
