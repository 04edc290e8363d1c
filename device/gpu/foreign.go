package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"drawbridge/device"
	"drawbridge/device/hostmemory"
	"drawbridge/status"
)

// foreign is memory of the host program on the GPU.
type foreign uintptr

func (foreign) Elements() int      { return 0 }
func (m foreign) Address() uintptr { return uintptr(m) }

// Foreign makes an address of the host program's on this GPU a Memory.
func (d *Device) Foreign(address uintptr) device.Memory { return foreign(address) }

// Look refuses what is no memory of this GPU, asked of the driver.
func (d *Device) Look(what string, address uintptr, bytes int64) error {
	const unknown, ofHost = 0, 1
	if address == 0 {
		return status.Errorf(status.NullPointer, "%s: its address is null", what)
	}
	var f C.struct_foreign
	err := d.call("address of "+what, func(text *C.char) C.int { return C.gpu_foreign(d.c, C.uint64_t(address), &f, text) })
	switch {
	case err != nil:
		return err
	case f.kind == unknown:
		return status.Errorf(status.NullPointer, "%s: on_device=.true. was given, but 0x%x is not an address of GPU memory that the driver knows. Pass the device address (host_data use_device, c_devptr), or leave out on_device", what, address)
	case f.kind == ofHost:
		return status.Errorf(status.NullPointer, "%s: on_device=.true. was given, but 0x%x is memory of the host. Pass the device address (host_data use_device, c_devptr), or leave out on_device", what, address)
	case int(f.ordinal) != d.ordinal:
		return status.Errorf(status.NullPointer, "%s: 0x%x lies on GPU %d, the Frame runs on GPU %d. Choose one GPU for both: device='%s' of initialize", what, address, int(f.ordinal), d.ordinal, d.vendor.name(int(f.ordinal)))
	}
	if left := int64(f.begin) + int64(f.bytes) - int64(address); left < bytes {
		return status.Errorf(status.NullPointer, "%s: the array takes %d bytes, and the device memory at 0x%x has %d left; give the extents that it has", what, bytes, address, left)
	}
	return nil
}

// After orders the device's work behind the host program's. A stream is an address of the driver's, or one of its small numbers.
func (d *Device) After(stream uintptr) error {
	const streamNumbers = 2 // CU_STREAM_LEGACY, CU_STREAM_PER_THREAD
	if stream > streamNumbers {
		if err := hostmemory.Check("stream of the run", stream, 8, hostmemory.Read); err != nil {
			return status.Wrap(err, "%v; pass a stream of this process, or none", err)
		}
	}
	return d.waiting("stream of the run", func(text *C.char) C.int { return C.gpu_after(d.c, pointer(stream), text) })
}
