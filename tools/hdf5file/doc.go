// Package hdf5file reads HDF5 files of any origin for the command line: what is in them, their
// attributes, and their numbers piece by piece.
//
// gonum.org/v1/hdf5 does the work behind a small layer that checks element type, bounds and length
// first, because a bare call of it corrupts memory silently where they do not fit. Where gonum has
// nothing (attribute lists, conversion between number types, the text of an error) inspect.c has
// own calls. Every call is serialised and stays on one thread, where HDF5 keeps its error stack.
//
// Built with the tag hdf5; without it the package builds too and Open says what is missing. The
// shared library never imports it. Here lives reading. Never here: comparing, drawing, writing.
package hdf5file
