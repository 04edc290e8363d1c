package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"slices"

	"drawbridge/device"
	"drawbridge/device/hostmemory"
	"drawbridge/status"
)

// registration is a host array that the driver keeps in place, so that the copy engines reach it.
type registration struct {
	address uintptr
	bytes   int64
	watched bool // the system tells us when the pages are given up
}

func (r registration) holds(first, last uintptr) bool {
	return first >= r.address && last <= r.address+uintptr(r.bytes)
}

// Pin registers a host array with the driver: its rows are then lifted by the copy engines themselves.
func (d *Device) Pin(address uintptr, bytes int64) error {
	d.forgetStale()
	for i, r := range d.registrations {
		if r.address == address && r.bytes == bytes {
			if r.watched {
				return nil
			}
			d.registrations = slices.Delete(d.registrations, i, i+1) // nobody knows whether these are still the same pages
			d.drop(r)
			break
		}
		if address < r.address+uintptr(r.bytes) && r.address < address+uintptr(bytes) {
			return status.Errorf(status.Argument, "pin: the array at 0x%x (%d bytes) overlaps the one at 0x%x (%d bytes), which is pinned; unpin that first", address, bytes, r.address, r.bytes)
		}
	}
	if err := d.call("pinning the array", func(text *C.char) C.int { return C.gpu_register(d.c, C.uintptr_t(address), C.size_t(bytes), text) }); err != nil {
		return err
	}
	r := registration{address, bytes, hostmemory.Watch(address, bytes)}
	if !r.watched {
		d.note("a pinned array cannot be watched (ulimit -l, or it is small or already locked): unpin it before it is deallocated (docs/transfers.md)")
	}
	d.registrations = append(d.registrations, r)
	return nil
}

// Unpin gives a pinned array back to its owner; one whose registration was dropped already is let go.
func (d *Device) Unpin(address uintptr) error {
	d.forgetStale()
	for i, r := range d.registrations {
		if r.address == address {
			d.registrations = slices.Delete(d.registrations, i, i+1)
			return d.drop(r)
		}
	}
	return nil
}

func (d *Device) drop(r registration) error {
	for i := range d.queues {
		if d.queues[i].Device != nil {
			d.queues[i].wait()
		}
	}
	if r.watched {
		hostmemory.Unwatch(r.address, r.bytes)
	}
	return d.call("unpinning the array", func(text *C.char) C.int { return C.gpu_unregister(d.c, C.uintptr_t(r.address), text) })
}

// forgetStale drops registrations whose pages the host gave up: the copy engines would still read the
// old ones. What lies there now is packed, as if it had never been pinned.
func (d *Device) forgetStale() {
	d.registrations = slices.DeleteFunc(d.registrations, func(r registration) bool {
		if !r.watched || hostmemory.Watched(r.address, r.bytes) {
			return false
		}
		d.note("a pinned array was deallocated without unpin; its registration was dropped, and what lies there now is packed")
		r.watched = false // the lock went with the pages
		d.drop(r)
		return true
	})
}

// lift describes a copy between a pinned array and a memory without packing; nil where the array is
// not pinned or its layout does not allow it.
func (q *queue) lift(m device.Memory, boxes []device.Box) []C.struct_transfer {
	if len(q.registrations) == 0 {
		return nil
	}
	if q.index == 0 {
		q.forgetStale() // a plan asks once per run
	}
	first, last := hostSpan(boxes)
	if !slices.ContainsFunc(q.registrations, func(r registration) bool { return r.holds(first, last) }) {
		return nil
	}
	return strided(m, boxes)
}

// hostSpan is the range of addresses that boxes touch in the host array.
func hostSpan(boxes []device.Box) (first, last uintptr) {
	first = boxes[0].Host
	for _, b := range boxes {
		end := b.Host + 8
		for i := range b.Extent {
			end += 8 * uintptr(b.Extent[i]-1) * uintptr(b.HostStride[i])
		}
		first, last = min(first, b.Host), max(last, end)
	}
	return first, last
}
