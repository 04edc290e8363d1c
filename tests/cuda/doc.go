// Package cuda holds tests that join the CUDA device with the kernels' own texts: on a GPU where there is one, else
// on the fake driver, which proves what happens to errors and nothing about a GPU. It has no code of its own.
package cuda
