// Package gpu is the device that runs kernels on an NVIDIA GPU: driver API and NVRTC opened at run
// time, kernels compiled from text for the exact architecture and kept in a cache on disk.
//
// A queue is a stream of the driver. Copies go by one of two paths: rows of the host's array are packed
// (by the host device's workers) into pinned memory of the queue and copied from there; or the array is
// pinned itself, and the copy engine lifts its rows. The primary context is pushed at each entry and
// popped at its end, so that the host's own CUDA is undisturbed; it stays until the process ends.
//
// testdata/fake is a driver on host memory: tests run all of this without a GPU, to prove order, memory
// and error paths. It never stands for a GPU.
//
// Here lives what mentions CUDA. Never here: a variant's meaning, an equation, a view's name.
package gpu
