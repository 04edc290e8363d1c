// Package section cuts planes and lines out of a file of fields and hands them to picture.
//
// Here lives which cells a cut meets and what the axes are called. Never here: drawing (picture) or
// HDF5 calls (hdf5file).
package section
