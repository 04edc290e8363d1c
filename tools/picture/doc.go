// Package picture draws fields of a plane side by side and lines through a field, with colour bars,
// axes and units, by gonum.org/v1/plot.
//
// Here lives what a picture looks like. Never here: files of numbers (hdf5file), or what a field
// means. The shared library never imports it.
package picture
