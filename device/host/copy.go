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

// Copy is boxes to copy between host arrays and one memory.
type Copy struct {
	Memory device.Memory
	Boxes  []device.Box
}

// CopyIn copies boxes of a host array into memory.
func (d *Device) CopyIn(m device.Memory, boxes []device.Box) error { return d.copy(m, boxes, false) }

// CopyOut copies boxes of memory into a host array.
func (d *Device) CopyOut(m device.Memory, boxes []device.Box) error { return d.copy(m, boxes, true) }

func (d *Device) copy(m device.Memory, boxes []device.Box, toHost bool) error {
	d.one[0] = Copy{m, boxes}
	n, err := d.fill(d.one[:])
	if err == nil && n > 0 {
		C.copy_all(d.pool, C.int(n), direction(toHost))
	}
	return err
}

// Begin starts copies as one task of all threads. The caller waits for each with Until, and ends the task with End
// before anything else is asked of the device; what it does between goes on beside the copies.
func (d *Device) Begin(copies []Copy, toHost bool) error {
	n, err := d.fill(copies)
	if d.under = err == nil && n > 0; d.under {
		C.copy_begin(d.pool, C.int(n), direction(toHost))
	}
	return err
}

// Until helps until a copy of those that Begin started, and all before it, are done.
func (d *Device) Until(index int) {
	for ; d.done <= index; d.done++ {
		for range d.counts[d.done] {
			C.copy_until(d.pool, d.next)
			d.next++
		}
	}
}

// End helps until all copies are done.
func (d *Device) End() {
	if d.under {
		C.copy_end(d.pool)
		d.under = false
	}
}

// Attend keeps the threads awake between tasks that follow each other closely, until it is told to stop.
func (d *Device) Attend(on bool) { C.pool_attend(d.pool, direction(on)) }

func direction(yes bool) C.int {
	if yes {
		return 1
	}
	return 0
}

// fill puts the boxes where the threads find them and tells how many there are.
func (d *Device) fill(copies []Copy) (count int, err error) {
	most := 0
	for _, c := range copies {
		most += len(c.Boxes)
	}
	room := C.copy_boxes(d.pool, C.int(most))
	if room == nil {
		return 0, status.Errorf(status.OutOfMemory, "no memory to copy %d boxes", most)
	}
	list := unsafe.Slice(room, most)
	d.counts, d.done, d.next = d.counts[:0], 0, 0
	for _, c := range copies {
		before := count
		for _, b := range c.Boxes {
			if b.Elements() == 0 {
				continue
			}
			put(&list[count], c.Memory, b)
			count++
		}
		d.counts = append(d.counts, count-before)
	}
	return count, nil
}

func put(to *C.struct_box, m device.Memory, b device.Box) {
	to.bytes, to.host, to.memory, to.offset = C.long(b.Bytes), C.uintptr_t(b.Host), C.uintptr_t(m.Address()), C.long(b.Offset)
	to.past, to.single = C.long(direction(b.Past)), C.long(direction(b.Single))
	for i := range b.Extent {
		to.extent[i], to.host_stride[i], to.stride[i] = C.long(b.Extent[i]), C.long(b.HostStride[i]), C.long(b.Stride[i])
	}
}
