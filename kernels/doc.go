// Package kernels holds the equations and the loops: one source for the GPU (NVRTC) and the CPU
// (g++), and the lists that say which kernels there are and what they need.
//
// A kernel is a function of one grid point. It is written once, in the file of its family under properties/, with
// the types and functions of dialect.h: real is a double on the GPU and a batch of points on the
// CPU. loop_host.h and loop_cuda.h turn every kernel of list.h into a loop over points; the
// argument types of the kernel say what to load and what to store.
//
//	properties/   the kernels by families, each with its row: name, reads, writes, needs, meaning
//	list.h        all rows, and properties.h, all files: made from them by tables/
//	parameters.h  the parameter block: constants of a mixture, with the formula of each entry
//	flags.h       the bits of the flag word
//	equations/    the functions that kernels share, one subject per file
//	avx512/ and its like     the same kernels, compiled once for each instruction set, side by side
//	set/          the list for Go: what a kernel reads and writes, its texts, its functions on this CPU
//
// Here lives an equation. Never here: a view, a stripe, a device, a thread, a name of a user's
// array, and no import of another package of this module but machine. C types do not leave the package: a
// function's address goes out as a uintptr and is called by the host device.
//
// The C type behind an address that Function returns:
//
//	long f(const struct drawbridge_array *arrays, const double *parameters,
//	       const struct drawbridge_region *region, long begin, long end);
//
// arrays has one entry per view in the order of the list line, all reads and then all writes. With
// row 0, element (point t, component k) of array a is a.at[t*a.point + k*a.component]. Otherwise the
// array has rows, each as far from the next as its own halo wants: point (x,y,z) of the region is
// a.at[x*a.point + y*a.row + z*a.plane + k*a.component]. Unit point stride is the fast path. A null
// output is not stored, a null input reads as NaN. The region numbers the points of a box x fastest,
// then y, then z; point 0 of the call is its point `first`. It says too which arrays hold numbers of another
// unit or precision (table.h). It is null where no array has rows or is converted.
// The function works on the points begin <= t < end, touches nothing beyond, and returns the number
// of points whose flag is not 0. Of a batch of points it stores outputs of one value per point when
// all inputs were read, so that they may lie over an input; outputs over the species, even over one,
// are stored one by one while inputs are still read, and may not. It expects round-to-nearest and
// masked exceptions; flush-to-zero and denormals-are-zero (set_floats of machine/machine.h) make it
// immune to slow denormals.
package kernels
