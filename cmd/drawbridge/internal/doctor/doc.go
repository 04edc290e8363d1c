// Package doctor checks whether a solver that links the library can run on this machine: the library, MPI, the GPU, limits
// of the system, settings.
//
// Here lives judging: what is right, what is wrong, and the cure. Never here: layout (console), or what a machine has (probe).
package doctor
