package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"slices"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// mostHalf is the most pinned memory of one of the two halves that boxes with gaps go through, in bytes.
const mostHalf = 16 << 20

// halves are pinned memory: while the copy engine works on one, threads of the host pack the other.
type halves struct {
	at    [2]unsafe.Pointer
	bytes int // of each
}

// hasGaps tells that rows of the memory do not follow each other, as those of a field with a halo, or that elements have not 8
// bytes: such a box goes row by row. What the stages of queues hold has no gaps.
func hasGaps(b device.Box) bool {
	return b.Bytes != 8 || b.Extent[1] > 1 && b.Stride[1] != b.Extent[0]*b.Stride[0] || b.Extent[2] > 1 && b.Stride[2] != b.Extent[1]*b.Stride[1]
}

// byRows tells which boxes go through the halves: those with gaps, and one box of more bytes than given.
func byRows(boxes []device.Box, most int) bool {
	if slices.ContainsFunc(boxes, hasGaps) {
		return true
	}
	return len(boxes) == 1 && boxes[0].Stride[0] == 1 && boxes[0].HostStride[0] == 1 && boxes[0].Extent[3] == 1 && size(boxes) > most
}

// copyRows copies boxes row by row, and waits. Rows of a pinned array are lifted by the copy engine; others go through pinned memory.
func (d *Device) copyRows(m device.Memory, boxes []device.Box, toHost bool) error {
	d.forgetStale()
	err := d.startComponents(m, boxes, toHost)
	if lost := d.Finish(); err == nil { // what was started before an error still uses the host's array
		err = lost
	}
	return err
}

func (d *Device) startComponents(m device.Memory, boxes []device.Box, toHost bool) error {
	for _, b := range boxes {
		if b.Elements() == 0 {
			continue
		}
		if b.Stride[0] != 1 || b.HostStride[0] != 1 {
			return status.Errorf(status.Internal, "a box with gaps whose elements do not lie side by side")
		}
		for k := range b.Extent[3] {
			part := b
			part.Extent[3] = 1
			part.Host += uintptr(k * b.HostStride[3] * b.Bytes)
			part.Offset += k * b.Stride[3]
			if err := d.copyComponent(m, part, toHost); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *Device) copyComponent(m device.Memory, b device.Box, toHost bool) error {
	if d.onPinned(b) {
		return d.startRows(m, b, toHost)
	}
	if err := d.Finish(); err != nil { // who used the halves before
		return err
	}
	if d.takeHalves(min(b.Elements()*b.Bytes, mostHalf)) != nil {
		return d.startRows(m, b, toHost)
	}
	parts := split(b, d.halves.bytes)
	if toHost {
		return d.downloadParts(m, parts)
	}
	for i, p := range parts {
		if err := d.packer.CopyIn(half(uintptr(d.halves.at[i%2])), []device.Box{compact(p)}); err != nil {
			return err
		}
		if i > 0 {
			if err := d.Finish(); err != nil {
				return err
			}
		}
		if err := d.startRows(m, staging(p, d.halves.at[i%2]), false); err != nil {
			return err
		}
	}
	return nil
}

// downloadParts starts a copy out before it unpacks the one before.
func (d *Device) downloadParts(m device.Memory, parts []device.Box) error {
	for i := range len(parts) + 1 {
		if err := d.Finish(); err != nil {
			return err
		}
		if i < len(parts) {
			if err := d.startRows(m, staging(parts[i], d.halves.at[i%2]), true); err != nil {
				return err
			}
		}
		if i > 0 {
			if err := d.packer.CopyOut(half(uintptr(d.halves.at[(i-1)%2])), []device.Box{compact(parts[i-1])}); err != nil {
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

// compact is a box whose memory lies without gaps from the beginning of a half on.
func compact(b device.Box) device.Box {
	b.Offset, b.Stride = 0, dense(b)
	return b
}

// staging is a box whose host side is a half.
func staging(b device.Box, at unsafe.Pointer) device.Box {
	b.Host, b.HostStride = uintptr(at), dense(b)
	return b
}

// dense are the strides of a box without gaps.
func dense(b device.Box) [4]int {
	return [4]int{1, b.Extent[0], b.Extent[0] * b.Extent[1], b.Extent[0] * b.Extent[1] * b.Extent[2]}
}

// split cuts a box of one component into planes, or rows where a plane is more than fits, or parts of rows.
func split(b device.Box, most int) []device.Box {
	part := [3]int{min(max(most/b.Bytes, 1), b.Extent[0]), 1, 1}
	if part[0] == b.Extent[0] {
		part[1] = min(max(most/(part[0]*b.Bytes), 1), b.Extent[1])
	}
	if part[1] == b.Extent[1] {
		part[2] = min(max(most/(part[0]*part[1]*b.Bytes), 1), b.Extent[2])
	}
	var parts []device.Box
	for z := 0; z < b.Extent[2]; z += part[2] {
		for y := 0; y < b.Extent[1]; y += part[1] {
			for x := 0; x < b.Extent[0]; x += part[0] {
				p := b
				for i, from := range [3]int{x, y, z} {
					p.Extent[i] = min(part[i], b.Extent[i]-from)
					p.Host += uintptr(from * b.HostStride[i] * b.Bytes)
					p.Offset += from * b.Stride[i]
				}
				parts = append(parts, p)
			}
		}
	}
	return parts
}

// startRows starts a copy of a box of one component as it lies.
func (d *Device) startRows(m device.Memory, b device.Box, toHost bool) error {
	if toHost {
		return d.queues[0].transfer("copy out", 1, []C.struct_transfer{slab(m, b, 0)})
	}
	return d.queues[0].transfer("copy in", 0, []C.struct_transfer{slab(m, b, 0)})
}

// onPinned tells that a box's host side lies within a pinned array.
func (d *Device) onPinned(b device.Box) bool {
	last := b.Host + uintptr(((b.Extent[2]-1)*b.HostStride[2]+(b.Extent[1]-1)*b.HostStride[1]+b.Extent[0])*b.Bytes)
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
		err := d.call("pinned memory", func(text *C.char) C.int { return C.gpu_pinned(d.c, C.size_t(bytes), &d.halves.at[i], text) })
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
			d.call("release", func(text *C.char) C.int { return C.gpu_release_pinned(d.c, at, text) })
		}
		d.halves.at[i] = nil
	}
	d.halves.bytes = 0
}
