// Package probe finds out what a machine has: processor, MPI, HDF5, compilers, GPU driver; and how
// to get what is missing.
//
// Here lives looking. Never here: layout (console), or opening a device (device).
package probe
