package host

/*
#include "pool.h"
*/
import "C"

import (
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// FieldAlignment is a cache line, and the widest SIMD register. More makes rows longer, whose padding is fetched too: with 256
// bytes z = a x + b z takes 1.1 times as long at 256 points a row.
func (d *Device) FieldAlignment() int { return 64 }

// AllocateField gives zeroed bytes.
func (d *Device) AllocateField(name string, bytes int) (device.Memory, error) {
	return d.Allocate(name, (bytes+7)/8)
}

// CopyMemory copies rows of 1 MiB and what is left, shared among the threads.
func (d *Device) CopyMemory(to, from device.Memory, bytes int) error {
	const row = 1 << 20
	whole := device.Row(1, row, from.Address())
	whole.Extent[1] = bytes / row
	rest := device.Row(1, bytes%row, from.Address()+uintptr(bytes/row*row))
	rest.Offset = bytes / row * row
	return d.CopyIn(to, []device.Box{whole, rest})
}

// Sweep runs a program's host function on the items of a sweep.
func (d *Device) Sweep(s device.Sweep) error {
	if s.Program.Host == 0 {
		return status.Errorf(status.NotAvailable, "kernel %s has no form for the host device", s.Program.Name)
	}
	s.FillBlock(&d.block, device.Memory.Address)
	C.pool_sweep(d.pool, pointer(s.Program.Host), unsafe.Pointer(&d.block), C.long(s.Items), C.long(max(s.Chunk, 1)))
	return nil
}

// Finish has nothing to wait for: a sweep is done when it returns.
func (d *Device) Finish() error { return nil }
