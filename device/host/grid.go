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

// FieldAlignment is a cache line, and a pack of the widest registers. More makes rows longer, whose padding is fetched too: with 256
// bytes z = a x + b z takes 1.1 times as long at 256 points a row.
func (d *Device) FieldAlignment() int { return 64 }

// AllocateField gives zeroed bytes; pages of the system are aligned to more than 256.
func (d *Device) AllocateField(name string, bytes int) (device.Memory, error) {
	return d.Allocate(name, (bytes+7)/8)
}

// CopyGrid copies a box of rows, shared among the threads.
func (d *Device) CopyGrid(m device.Memory, b device.GridBox, toHost bool) error {
	c := C.struct_grid_box{bytes: C.long(b.Bytes), host: C.uintptr_t(b.Host), host_row: C.long(b.HostRow), host_plane: C.long(b.HostPlane),
		offset: C.long(b.Offset), row: C.long(b.Row), plane: C.long(b.Plane)}
	for i, n := range b.Extent {
		if n < 1 {
			return nil
		}
		c.extent[i] = C.long(n)
	}
	if toHost {
		c.to_host = 1
	}
	C.pool_copy_grid(d.pool, pointer(m.Address()), &c)
	return nil
}

// CopyMemory copies in pieces of 1 MiB, shared among the threads.
func (d *Device) CopyMemory(to, from device.Memory, bytes int) error {
	const piece = 1 << 20
	whole := device.GridBox{Bytes: 1, Extent: [3]int{piece, bytes / piece, 1}, Host: from.Address(), HostRow: piece, HostPlane: 0, Row: piece}
	if err := d.CopyGrid(to, whole, false); err != nil {
		return err
	}
	done := bytes / piece * piece
	rest := device.GridBox{Bytes: 1, Extent: [3]int{bytes - done, 1, 1}, Host: from.Address() + uintptr(done), Offset: done}
	return d.CopyGrid(to, rest, false)
}

// Sweep runs a program's host function on the items of a sweep.
func (d *Device) Sweep(s device.Sweep) error {
	if s.Program.Host == 0 {
		return status.Errorf(status.NotAvailable, "kernel %s has no form for the host device", s.Program.Name)
	}
	s.Pack(&d.block, device.Memory.Address)
	C.pool_sweep(d.pool, pointer(s.Program.Host), unsafe.Pointer(&d.block), C.long(s.Items), C.long(max(s.Chunk, 1)))
	return nil
}

// Finish has nothing to wait for: a sweep is done when it returns.
func (d *Device) Finish() error { return nil }

// Compiles is false: programs come as addresses.
func (d *Device) Compiles() bool { return false }

// Threads is the number of workers, the caller included.
func (d *Device) Threads() int { return d.threads }
