package cuda

/*
#include "driver.h"
*/
import "C"

import (
	"fmt"
	"runtime"
	"time"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// zeros is what new fields are made of, piece by piece.
var zeros [1 << 17]float64

// AllocateField takes bytes of device memory and clears them.
func (d *Device) AllocateField(name string, bytes int) (device.Memory, error) {
	n := (bytes + 7) / 8
	m, err := d.Allocate(name, n)
	if err != nil {
		return nil, err
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&zeros)
	for first := 0; first < n; first += len(zeros) {
		piece := min(len(zeros), n-first)
		if err := d.CopyGrid(m, device.GridBox{Bytes: 8, Extent: [3]int{piece, 1, 1}, Host: uintptr(unsafe.Pointer(&zeros)),
			HostRow: piece, HostPlane: piece, Offset: first, Row: piece, Plane: piece}, false); err != nil {
			d.Release(m)
			return nil, err
		}
	}
	return m, nil
}

// CopyGrid copies a box between host memory, pinned or not, and a field, and waits.
func (d *Device) CopyGrid(m device.Memory, b device.GridBox, toHost bool) error {
	d.forgetStale()
	direction := C.int(0)
	if toHost {
		direction = 1
	}
	t := C.struct_transfer{device: C.uint64_t(m.Address() + uintptr(b.Offset*b.Bytes)), host: C.uintptr_t(b.Host),
		width: C.size_t(b.Extent[0] * b.Bytes), height: C.size_t(b.Extent[1]), depth: C.size_t(b.Extent[2]),
		device_pitch: C.size_t(b.Row * b.Bytes), device_rows: C.size_t(b.Plane / b.Row),
		host_pitch: C.size_t(b.HostRow * b.Bytes), host_rows: C.size_t(b.HostPlane / b.HostRow)}
	q := &d.queues[0]
	if err := q.transfer("copy of a field", direction, []C.struct_transfer{t}); err != nil {
		return err
	}
	return d.Finish()
}

// CopyMemory starts a copy within the device.
func (d *Device) CopyMemory(to, from device.Memory, bytes int) error {
	return d.call("copy of a field", func(text *C.char) C.int {
		return C.cuda_copy_between(d.c, 0, C.uint64_t(to.Address()), C.uint64_t(from.Address()), C.size_t(bytes), text)
	})
}

// Sweep compiles the program at its first use and starts it.
func (d *Device) Sweep(s device.Sweep) error {
	if len(s.Program.Variants) == 0 {
		return status.Errorf(status.NotAvailable, "kernel %s has no form for a GPU", s.Program.Name)
	}
	k, err := d.kernel(s.Program, s.Program.Variants[0])
	if err != nil {
		return err
	}
	var block device.Block
	s.Pack(&block, device.Memory.Address)
	grid := C.struct_grid{C.uint(s.Blocks[0]), C.uint(s.Blocks[1]), C.uint(s.Blocks[2]), C.uint(s.Threads), C.uint(s.Shared)}
	q := &d.queues[0]
	if d.options.Debug.Sync { // what came before is not of this launch's time
		if err := q.wait(); err != nil {
			return err
		}
	}
	begin := time.Now()
	err = d.call("kernel "+s.Program.Name, func(text *C.char) C.int {
		return C.cuda_sweep(d.c, 0, k.c.function, unsafe.Pointer(&block), grid, text)
	})
	if err == nil && d.options.Debug.Sync {
		err = q.timed(s.Program.Name, k, fmt.Sprint(s.Extent[0], " x ", s.Extent[1], " x ", s.Extent[2]), begin)
	}
	return err
}

// Finish waits for the sweeps.
func (d *Device) Finish() error {
	_, err := d.queues[0].Finish()
	return err
}

// Compiles is true: programs come as texts.
func (d *Device) Compiles() bool { return true }
