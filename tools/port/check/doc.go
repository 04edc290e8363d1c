// Package check compares translations with the Fortran that they came from: both are compiled without optimisation, and
// run over random and boundary values, one process for each routine. It needs gfortran, g++ and objcopy.
package check
