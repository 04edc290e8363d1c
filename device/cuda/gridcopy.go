package cuda

/*
#include "driver.h"
*/
import "C"

import (
	"slices"
	"unsafe"

	"drawbridge/device"
)

// mostHalf is the most pinned memory of one of the two halves that boxes of fields go through, in bytes.
const mostHalf = 16 << 20

// halves are pinned memory: while the copy engine works on one, threads of the host pack the other.
type halves struct {
	at    [2]unsafe.Pointer
	bytes int // of each
}

// CopyGrid copies a box between host memory and a field, and waits. Rows of a pinned array are lifted by the copy engine;
// others go through pinned memory.
func (d *Device) CopyGrid(m device.Memory, b device.GridBox, toHost bool) error {
	d.forgetStale()
	row := b.Extent[0] * b.Bytes
	if row < 1 || b.Extent[1] < 1 || b.Extent[2] < 1 {
		return nil
	}
	whole := row * b.Extent[1] * b.Extent[2]
	if d.pinnedGrid(b) || row > mostHalf || d.takeHalves(min(whole, mostHalf)) != nil {
		if err := d.startGrid(m, b, toHost); err != nil {
			return err
		}
		return d.Finish()
	}
	parts := split(b, d.halves.bytes)
	if toHost {
		return d.downloadParts(m, parts)
	}
	for i, p := range parts {
		if err := d.packer.CopyGrid(half(uintptr(d.halves.at[i%2])), compact(p), false); err != nil {
			return err
		}
		if i > 0 {
			if err := d.Finish(); err != nil {
				return err
			}
		}
		if err := d.startGrid(m, staging(p, d.halves.at[i%2]), false); err != nil {
			return err
		}
	}
	return d.Finish()
}

// downloadParts starts a copy out before it unpacks the one before.
func (d *Device) downloadParts(m device.Memory, parts []device.GridBox) error {
	for i := range len(parts) + 1 {
		if err := d.Finish(); err != nil {
			return err
		}
		if i < len(parts) {
			if err := d.startGrid(m, staging(parts[i], d.halves.at[i%2]), true); err != nil {
				return err
			}
		}
		if i > 0 {
			if err := d.packer.CopyGrid(half(uintptr(d.halves.at[(i-1)%2])), compact(parts[i-1]), true); err != nil {
				return err
			}
		}
	}
	return nil
}

// half is pinned memory as the packer sees it.
type half uintptr

func (h half) Elements() int    { return mostHalf / 8 }
func (h half) Address() uintptr { return uintptr(h) }

// compact is a box whose other side lies without gaps from the beginning of a half on.
func compact(b device.GridBox) device.GridBox {
	b.Offset, b.Row, b.Plane = 0, b.Extent[0], b.Extent[0]*b.Extent[1]
	return b
}

// staging is a box whose host side is a half.
func staging(b device.GridBox, at unsafe.Pointer) device.GridBox {
	b.Host, b.HostRow, b.HostPlane = uintptr(at), b.Extent[0], b.Extent[0]*b.Extent[1]
	return b
}

// split cuts a box into planes, or rows where a plane is more than fits.
func split(b device.GridBox, most int) []device.GridBox {
	row := b.Extent[0] * b.Bytes
	rows := min(max(most/row, 1), b.Extent[1])
	planes := 1
	if rows == b.Extent[1] {
		planes = min(max(most/(row*rows), 1), b.Extent[2])
	}
	var parts []device.GridBox
	for z := 0; z < b.Extent[2]; z += planes {
		for y := 0; y < b.Extent[1]; y += rows {
			p := b
			p.Extent[1], p.Extent[2] = min(rows, b.Extent[1]-y), min(planes, b.Extent[2]-z)
			p.Host += uintptr((y*b.HostRow + z*b.HostPlane) * b.Bytes)
			p.Offset += y*b.Row + z*b.Plane
			parts = append(parts, p)
		}
	}
	return parts
}

// startGrid starts a copy of a box as it lies.
func (d *Device) startGrid(m device.Memory, b device.GridBox, toHost bool) error {
	direction := C.int(0)
	if toHost {
		direction = 1
	}
	t := C.struct_transfer{device: C.uint64_t(m.Address() + uintptr(b.Offset*b.Bytes)), host: C.uintptr_t(b.Host),
		width: C.size_t(b.Extent[0] * b.Bytes), height: C.size_t(b.Extent[1]), depth: C.size_t(b.Extent[2]),
		device_pitch: C.size_t(b.Row * b.Bytes), device_rows: C.size_t(b.Plane / b.Row),
		host_pitch: C.size_t(b.HostRow * b.Bytes), host_rows: C.size_t(b.HostPlane / b.HostRow)}
	return d.queues[0].transfer("copy of a field", direction, []C.struct_transfer{t})
}

// pinnedGrid tells that a box's host side lies within a pinned array.
func (d *Device) pinnedGrid(b device.GridBox) bool {
	last := b.Host + uintptr(((b.Extent[2]-1)*b.HostPlane+(b.Extent[1]-1)*b.HostRow+b.Extent[0])*b.Bytes)
	return slices.ContainsFunc(d.registrations, func(r registration) bool { return r.holds(b.Host, last) })
}

// takeHalves makes the halves as large as asked, at least.
func (d *Device) takeHalves(bytes int) error {
	const least = 1 << 16
	if d.halves.bytes >= bytes {
		return nil
	}
	d.releaseHalves()
	bytes = max(bytes, least)
	for i := range d.halves.at {
		err := d.call("pinned memory", func(text *C.char) C.int { return C.cuda_pinned(d.c, C.size_t(bytes), &d.halves.at[i], text) })
		if err != nil {
			d.halves.at[i] = nil
			d.releaseHalves()
			return err
		}
	}
	d.halves.bytes = bytes
	return nil
}

func (d *Device) releaseHalves() {
	for i, at := range d.halves.at {
		if at != nil {
			d.call("release", func(text *C.char) C.int { return C.cuda_release_pinned(d.c, at, text) })
		}
		d.halves.at[i] = nil
	}
	d.halves.bytes = 0
}
