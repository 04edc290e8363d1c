package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"fmt"
	"time"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// FieldAlignment is two transactions of 128 bytes, which an H200's memory serves together: its copies are 2 to 8 % slower where
// rows begin at odd multiples of one (docs/stencils.md).
func (d *Device) FieldAlignment() int { return 256 }

// AllocateField takes bytes of device memory and clears them.
func (d *Device) AllocateField(name string, bytes int) (device.Memory, error) {
	m, err := d.Allocate(name, (bytes+7)/8)
	if err != nil {
		return nil, err
	}
	if err := d.clear(name, m); err != nil {
		d.Release(m)
		return nil, err
	}
	return m, nil
}

func (d *Device) clear(name string, m device.Memory) error {
	err := d.call("clearing "+name, func(text *C.char) C.int {
		return C.gpu_fill(d.c, C.stream_calls, C.uint64_t(m.Address()), 0, C.size_t(8*m.Elements()), text)
	})
	if err == nil {
		err = d.waiting("clearing "+name, func(text *C.char) C.int { return C.gpu_wait(d.c, C.stream_calls, text) })
	}
	return err
}

// CopyMemory starts a copy within the device.
func (d *Device) CopyMemory(to, from device.Memory, bytes int) error {
	return d.call("copy of a field", func(text *C.char) C.int {
		return C.gpu_copy_between(d.c, 0, C.uint64_t(to.Address()), C.uint64_t(from.Address()), C.size_t(bytes), text)
	})
}

// boundSweep is a sweep with all that the driver's call takes.
type boundSweep struct {
	kernel *kernel
	block  device.Block
	grid   C.struct_grid
}

// bound compiles the program of a sweep at its first use.
func (d *Device) bound(s device.Sweep) (b boundSweep, err error) {
	if len(s.Program.Variants) == 0 {
		return b, status.Errorf(status.NotAvailable, "kernel %s has no form for a GPU", s.Program.Name)
	}
	b.kernel, err = d.kernel(s.Program, s.Program.Variants[0])
	s.FillBlock(&b.block, device.Memory.Address)
	b.grid = C.struct_grid{C.uint(s.Blocks[0]), C.uint(s.Blocks[1]), C.uint(s.Blocks[2]), C.uint(s.Threads), C.uint(s.Shared)}
	return b, err
}

// Sweep starts a sweep.
func (d *Device) Sweep(s device.Sweep) error {
	b, err := d.bound(s)
	if err != nil {
		return err
	}
	q := &d.queues[0]
	if d.options.Debug.Sync { // what came before is not of this launch's time
		if err := q.wait(); err != nil {
			return err
		}
	}
	begin := time.Now()
	err = d.call("kernel "+s.Program.Name, func(text *C.char) C.int {
		return C.gpu_sweep(d.c, C.stream_calls, b.kernel.c.function, unsafe.Pointer(&b.block), b.grid, text)
	})
	if err == nil && d.options.Debug.Sync {
		err = q.timed(s.Program.Name, b.kernel, fmt.Sprint(s.Extent[0], " x ", s.Extent[1], " x ", s.Extent[2]), begin)
	}
	return err
}

// Finish waits for the sweeps.
func (d *Device) Finish() error {
	_, err := d.queues[0].Finish()
	return err
}
