package host

/*
#include <stdlib.h>
#include "pool.h"
*/
import "C"

import (
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// This does not compile where the two structures of a sweep differ in size.
var _ = [1]struct{}{}[unsafe.Sizeof(device.Block{})-C.sizeof_struct_block]

// Chain runs sweeps tile by tile on the workers.
func (d *Device) Chain(links []device.Link, t device.Tiles) error {
	if len(links) == 0 || t.Width < 0 || t.Rows < 1 || t.Depth < 1 || t.Planes < 1 {
		return status.Errorf(status.Internal, "a chain of %d sweeps in tiles %+v", len(links), t)
	}
	extent := links[0].Extent
	if t.Width == 0 {
		t.Width = extent[0]
	}
	list := d.room(len(links))
	if list == nil {
		return status.Errorf(status.OutOfMemory, "no memory for a list of %d sweeps", len(links))
	}
	for i, l := range links {
		if l.Program.Host == 0 || l.Extent != extent {
			return status.Errorf(status.Internal, "kernel %s with extent %v in a chain of extent %v", l.Program.Name, l.Extent, extent)
		}
		c := &list[i]
		c.function = C.sweep_function(pointer(l.Program.Host))
		c.bytes, c.fields, c.passing = C.long(l.Fields[0].Bytes), C.long(len(l.Fields)), C.uint64_t(l.Passing)
		c.along = 0
		for k, f := range l.Fields {
			if f.Point != 0 {
				c.along |= 1 << k
			}
		}
		c.state, c.state_bytes = C.long(l.State), C.long(l.StateBytes)
		l.FillBlock((*device.Block)(unsafe.Pointer(&c.block)), device.Memory.Address)
	}
	chain := C.struct_chain{links: &list[0], count: C.long(len(links)), width: C.long(t.Width), rows: C.long(t.Rows), depth: C.long(t.Depth), planes: C.long(t.Planes)}
	for axis, n := range extent {
		chain.extent[axis] = C.long(n)
	}
	C.pool_chain(d.pool, &chain)
	return nil
}

// room is memory of C for so many links, which stays for the next chain.
func (d *Device) room(n int) []C.struct_link {
	if len(d.links) < n {
		C.free(unsafe.Pointer(unsafe.SliceData(d.links)))
		d.links = nil
		if p := C.calloc(C.size_t(n), C.sizeof_struct_link); p != nil {
			d.links = unsafe.Slice((*C.struct_link)(p), n)
		}
	}
	return d.links
}
