// Package views holds the named views: points of a halo-padded Fortran array lifted into flat
// stripes of fixed size, their layout, and which of them hold values.
//
// Here lives what mentions a stripe, a halo or a layout. Never here: a stream or a vendor's name
// (device), an equation (kernels), the order of kernels or a unit (properties).
package views
