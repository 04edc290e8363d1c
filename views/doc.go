// Package views lifts points of a halo-padded Fortran array into flat buffers of fixed size, or describes
// the array where it is, as an argument of a kernel. Plans bind such arguments to the slots of a kernel. The
// legacy calls work on a Store: views by name, and how many of their points hold values.
//
// Here lives what mentions a stripe, a halo or a layout. Never here: a stream or a vendor's name
// (device), an equation (kernels), the order of kernels or a unit (properties).
package views
