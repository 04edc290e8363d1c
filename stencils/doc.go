// Package stencils is the room for finite differences on 3-D fields that live on the device: what
// an operator reads and writes, in which order operators run, which variant of a kernel is used.
//
// It is empty in this release. Never here: an equation per point (properties), an allocation
// (device), a message between ranks (mpi, behind an interface of this package).
package stencils
