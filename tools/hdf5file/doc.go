// Package hdf5file reads HDF5 files of any origin for the command line: what is in them, their
// attributes, and their numbers piece by piece.
//
// gonum.org/v1/hdf5 opens files, groups and datasets. It has no attribute lists, no conversion between
// number types and no text of an error, and its reading corrupts memory silently where types or lengths
// do not fit: inspect.c and attributes.go have calls of their own, which check these first. Every call is serialised and stays on one thread, where HDF5 keeps its error stack.
//
// Built with the tag hdf5; without it the package builds too and Open says what is missing. The
// shared library never imports it. Here lives reading. Never here: comparing, drawing, writing.
package hdf5file
