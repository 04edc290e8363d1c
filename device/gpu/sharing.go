package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// leastShared is the least memory that is shared: the driver may put smaller ones into one block, all of which it would share.
const leastShared = 2 << 20

// reached is memory of another process.
type reached struct {
	memory
}

// Share gives cleared memory that other processes of the node may open, and the handle by which they do.
func (d *Device) Share(name string, bytes int) (device.Memory, []byte, error) {
	if C.gpu_can_share(d.vendor.number) == 0 {
		return nil, nil, status.Errorf(status.NotAvailable, "the %s driver cannot share memory with other processes", d.vendor.driver)
	}
	m, err := d.takeBy(name, (max(bytes, leastShared)+7)/8, func(bytes C.size_t, address *C.uint64_t, text *C.char) C.int {
		return C.gpu_allocate_shared(d.c, bytes, address, text)
	})
	if err != nil {
		return nil, nil, err
	}
	if err := d.clear(name, m); err != nil {
		d.free(m.address)
		return nil, nil, err
	}
	var handle C.struct_memory_handle
	if err := d.call("sharing "+name, func(text *C.char) C.int { return C.gpu_share(d.c, m.address, &handle, text) }); err != nil {
		d.free(m.address)
		return nil, nil, err
	}
	return m, C.GoBytes(unsafe.Pointer(&handle), C.int(unsafe.Sizeof(handle))), nil
}

// Reach opens memory that another process shares.
func (d *Device) Reach(name string, handle []byte) (device.Memory, error) {
	var h C.struct_memory_handle
	if len(handle) != int(unsafe.Sizeof(h)) {
		return nil, status.Errorf(status.Internal, "%s: a handle of %d bytes", name, len(handle))
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&h)), len(handle)), handle)
	m := &reached{}
	err := d.call("opening "+name, func(text *C.char) C.int { return C.gpu_reach(d.c, &h, &m.address, text) })
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Leave gives back what Share or Reach gave. It goes to the driver, not to the next owner: another process may still write there.
func (d *Device) Leave(given device.Memory) {
	switch m := given.(type) {
	case *reached:
		d.call("closing memory of another process", func(text *C.char) C.int { return C.gpu_leave_memory(d.c, m.address, text) })
	case *memory:
		d.free(m.address)
	}
}

// Spoil sets all bits of some bytes. It has a stream of its own: kernels that were started before may wait for what never comes.
func (d *Device) Spoil(m device.Memory, at, bytes int) {
	d.call("telling another process", func(text *C.char) C.int {
		return C.gpu_fill(d.c, C.stream_out, C.uint64_t(m.Address())+C.uint64_t(at), 0xff, C.size_t(bytes), text)
	})
	d.call("telling another process", func(text *C.char) C.int { return C.gpu_wait(d.c, C.stream_out, text) })
}

// Notice gives a word of the host, 0 at first, that kernels may write.
func (d *Device) Notice() (*uint64, error) {
	var at unsafe.Pointer
	err := d.call("a word for kernels", func(text *C.char) C.int { return C.gpu_pinned(d.c, 8, &at, text) })
	if err != nil {
		return nil, err
	}
	word := (*uint64)(at)
	*word = 0
	return word, nil
}

// Forgo gives back what Notice gave.
func (d *Device) Forgo(word *uint64) {
	d.call("release", func(text *C.char) C.int { return C.gpu_release_pinned(d.c, unsafe.Pointer(word), text) })
}
