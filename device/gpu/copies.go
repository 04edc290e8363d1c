package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"drawbridge/device"
)

// span is the part of a memory that boxes cover: rows of equal length, one per component where
// components lie apart, else a single one. In elements.
type span struct{ first, elements, rows, pitch int }

func cover(boxes []device.Box) span {
	first, last := boxes[0].Offset, 0
	b := boxes[0]
	for _, b := range boxes {
		end := b.Offset
		for i := range 3 {
			end += (b.Extent[i] - 1) * b.Stride[i]
		}
		first, last = min(first, b.Offset), max(last, end)
	}
	s := span{first, last - first + 1, b.Extent[3], b.Stride[3]}
	if s.rows == 1 || s.pitch < s.elements { // components lie between each other
		s.elements += (s.rows - 1) * s.pitch
		s.rows, s.pitch = 1, s.elements
	}
	return s
}

func (s span) size() int { return s.elements * s.rows }

// compact shifts boxes of the memory to a stage that holds the span alone.
func (s span) compact(boxes []device.Box) []device.Box {
	list := append([]device.Box(nil), boxes...)
	for i := range list {
		list[i].Offset -= s.first
		if s.rows > 1 {
			list[i].Stride[3] = s.elements
		}
	}
	return list
}

func (s span) transfer(m device.Memory, host staged) C.struct_transfer {
	t := flat(C.uint64_t(m.Address()+8*uintptr(s.first)), host.at, 8*s.elements)
	t.height, t.host_pitch, t.device_pitch = C.size_t(s.rows), C.size_t(8*s.elements), C.size_t(8*s.pitch)
	return t
}

// size of boxes in bytes.
func size(boxes []device.Box) int {
	bytes := 0
	for _, b := range boxes {
		bytes += b.Bytes * b.Elements()
	}
	return bytes
}

// greatestPitch is what the driver takes from row to row (CU_DEVICE_ATTRIBUTE_MAX_PITCH of all GPUs so far).
const greatestPitch = 1<<31 - 1

// strided describes boxes as copies straight between the host array and the memory, rows of x as they
// lie; nil where a row's elements do not lie side by side on both sides, or are converted.
func strided(m device.Memory, boxes []device.Box) []C.struct_transfer {
	var list []C.struct_transfer
	for _, b := range boxes {
		if b.Stride[0] != 1 || b.HostStride[0] != 1 || b.Single {
			return nil
		}
		if part := rowsOf(m, b); part != nil {
			list = append(list, *part)
			continue
		}
		for c := range b.Extent[3] {
			list = append(list, slab(m, b, c))
		}
	}
	return list
}

// rowsOf copies a part of one row of x, all components at once; nil where the box is more than that.
func rowsOf(m device.Memory, b device.Box) *C.struct_transfer {
	if b.Extent[1] > 1 || b.Extent[2] > 1 || (b.Extent[3] > 1 && 8*max(b.HostStride[3], b.Stride[3]) > greatestPitch) {
		return nil
	}
	t := flat(C.uint64_t(m.Address()+8*uintptr(b.Offset)), pointer(b.Host), 8*b.Extent[0])
	t.height, t.host_pitch, t.device_pitch = C.size_t(b.Extent[3]), C.size_t(8*b.HostStride[3]), C.size_t(8*b.Stride[3])
	return &t
}

// slab copies rows and planes of one component. Strides along an axis of one element may be anything.
func slab(m device.Memory, b device.Box, component int) C.struct_transfer {
	n := b.Bytes
	t := flat(C.uint64_t(m.Address()+uintptr(n*(b.Offset+component*b.Stride[3]))), pointer(b.Host+uintptr(n*component*b.HostStride[3])), n*b.Extent[0])
	rows, planes := 1, 2 // the axes that the driver's rows and planes are
	if b.Extent[1] == 1 {
		rows, planes = 2, 1
	}
	t.height, t.depth = C.size_t(b.Extent[rows]), C.size_t(b.Extent[planes])
	if t.height > 1 {
		t.host_pitch, t.device_pitch = C.size_t(n*b.HostStride[rows]), C.size_t(n*b.Stride[rows])
	}
	if t.depth > 1 {
		t.host_rows, t.device_rows = C.size_t(b.HostStride[planes]/b.HostStride[rows]), C.size_t(b.Stride[planes]/b.Stride[rows])
	}
	return t
}
