// Package device is the contract of what runs: memory, copies between a host array and that
// memory, and launches of kernels over points.
//
// Its folders fulfil it: host (threads x SIMD), memcheck (a host that distrusts every kernel), cuda
// (an NVIDIA GPU, which takes a program's text where the host takes its address).
// Here lives what mentions a stream, an allocation or a vendor's name. Never here: a view's name
// with a meaning, a halo, an equation. device and kernels never meet.
package device
