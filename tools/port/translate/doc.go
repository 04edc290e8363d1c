// Package translate writes a resolved procedure as plain C++ of scalars and loops, which g++ and NVRTC read. It keeps the
// arithmetic of gfortran -O0 -ffp-contract=off bit for bit, and refuses what it does not know for certain.
package translate
