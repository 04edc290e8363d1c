package lists

import (
	"os"
	"sync"
	"testing"

	"drawbridge/device/gpu"
	kernels "drawbridge/kernels/stencils/set"
)

// onGPU stands among the instruction sets for the GPU that DRAWBRIDGE_DEVICE=cuda asks for (tests/with.sh gpu).
const onGPU = "gpu"

// devices are the instruction sets of this host, the best first, and the GPU where it is asked for.
func devices() []string {
	if os.Getenv("DRAWBRIDGE_DEVICE") == "cuda" {
		return append(kernels.ISAs(), onGPU)
	}
	return kernels.ISAs()
}

// checks are with memcheck and without, on a host.
func checks(isa string) []bool {
	if isa == onGPU {
		return []bool{false}
	}
	return []bool{false, true}
}

var opened = sync.OnceValues(func() (*gpu.Device, error) {
	return gpu.Open("cuda", 0, gpu.Options{Threads: 2, Driver: os.Getenv("DRAWBRIDGE_DRIVER"), Toolkit: os.Getenv("DRAWBRIDGE_CUDA"), Cache: os.Getenv("DRAWBRIDGE_CACHE")})
})

// theGPU is one for all tests: it keeps the kernels that it has compiled.
func theGPU(t *testing.T) *gpu.Device {
	t.Helper()
	d, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	return d
}
