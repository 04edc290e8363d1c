package stencils

import (
	"testing"
	"unsafe"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
)

// device and kernels never meet: the structure between them stands twice.
func TestTheBlockOfASweepIsTheSameInGoAndC(t *testing.T) {
	if size := int(unsafe.Sizeof(device.Block{})); size != kernels.BlockBytes {
		t.Errorf("device.Block has %d bytes, struct sweep %d", size, kernels.BlockBytes)
	}
}
