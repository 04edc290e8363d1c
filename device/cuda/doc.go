// Package cuda is the device that runs kernels on an NVIDIA GPU: driver API and NVRTC opened at run
// time, kernels compiled from text for the exact architecture and kept in a cache on disk.
//
// A view lies in device memory; beside it, in pinned host memory, lies its image, which rows of the
// host's array are packed into (by the host device's workers) and copied from. The primary context
// is pushed at each entry and popped at its end, so that the host's own CUDA is undisturbed.
//
// Here lives what mentions CUDA. Never here: a layout's meaning, an equation, a view's name.
package cuda
