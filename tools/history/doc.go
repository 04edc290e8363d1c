// Package history follows fields through a folder of snapshots: a cell, an extremum or a norm against
// time, or a whole line of cells against time.
//
// Here lives what is taken from each snapshot. Never here: which files are steps (series), drawing
// (picture), HDF5 calls (hdf5file).
package history
