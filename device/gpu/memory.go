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

// memory is device memory.
type memory struct {
	address  C.uint64_t
	elements int
	version  uint64 // of its content: another one after each copy to it
}

func (m *memory) Elements() int    { return m.elements }
func (m *memory) Address() uintptr { return uintptr(m.address) }

// pool keeps released memory for the next owner of the same size: sets of views come and go (plans,
// species data), the driver's allocator takes a tenth of a millisecond and waits for the device.
type pool map[int][]*memory

// Allocate takes n float64 of device memory.
func (d *Device) Allocate(name string, n int) (device.Memory, error) {
	if n < 1 {
		return nil, status.Errorf(status.Argument, "%s: %d elements asked, at least 1 expected", name, n)
	}
	if list := d.pool[n]; len(list) > 0 {
		d.pool[n] = list[:len(list)-1]
		return list[len(list)-1], nil
	}
	m, err := d.take(name, n)
	if err != nil && d.trim() > 0 {
		m, err = d.take(name, n)
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// spare is how many elements lie behind those of a memory: a thread that works on up to 16 points side by side
// (kernels, JAM) reads them all, and stores those that there are.
const spare = 15

func (d *Device) take(name string, n int) (*memory, error) {
	return d.takeBy(name, n, func(bytes C.size_t, address *C.uint64_t, text *C.char) C.int {
		return C.gpu_allocate(d.c, bytes, address, text)
	})
}

func (d *Device) takeBy(name string, n int, allocate func(bytes C.size_t, address *C.uint64_t, text *C.char) C.int) (*memory, error) {
	m := &memory{elements: n}
	bytes := C.size_t(8 * (n + spare))
	err := d.call("memory for "+name, func(text *C.char) C.int { return allocate(bytes, &m.address, text) })
	if err == nil {
		d.taken[m.address] = true
		return m, nil
	}
	var free, total C.size_t
	if lost := d.call("free memory", func(text *C.char) C.int { return C.gpu_memory(d.c, &free, &total, text) }); lost != nil {
		return nil, err // nothing can be asked of the device any more: not a matter of memory
	}
	return nil, status.Errorf(status.OutOfMemory, "no device memory for %s: %s asked, %s of %s free (%v)", name, status.GB(float64(bytes)), status.GB(float64(free)), status.GB(float64(total)), err)
}

// free gives memory back to the driver.
func (d *Device) free(address C.uint64_t) {
	d.waiting("release", func(text *C.char) C.int { return C.gpu_release(d.c, address, text) })
	delete(d.taken, address)
}

// Release keeps a memory for the next owner.
func (d *Device) Release(released device.Memory) {
	m, ok := released.(*memory)
	if !ok || m.address == 0 {
		return
	}
	if d.pool == nil {
		d.pool = pool{}
	}
	again := *m // who still holds the former one holds nothing
	m.address = 0
	d.pool[m.elements] = append(d.pool[m.elements], &again)
}

// trim gives the pool's memory back to the driver and tells how many blocks that were.
func (d *Device) trim() int {
	blocks := 0
	for n, list := range d.pool {
		for _, m := range list {
			d.free(m.address)
			blocks++
		}
		delete(d.pool, n)
	}
	return blocks
}

// staged is a piece of pinned host memory.
type staged struct {
	at       unsafe.Pointer
	elements int
}

func (s staged) Elements() int    { return s.elements }
func (s staged) Address() uintptr { return uintptr(s.at) }

func (s staged) part(from, n int) staged { return staged{unsafe.Add(s.at, 8*from), n} }

// wholeLines is room for n elements, so that what follows begins at a cache line.
func wholeLines(n int) int { return (n + 7) &^ 7 }

// stage is pinned host memory that pieces are taken from in order, and given back all at once.
type stage struct {
	blocks []staged
	block  int // pieces come from this one
	taken  int // elements of it
}

const leastBlock = 1 << 17 // elements, 1 MB

// fits tells whether a piece can be had without asking the driver.
func (s *stage) fits(n int) bool {
	for i := s.block; i < len(s.blocks); i++ {
		if free := s.blocks[i].elements; (i > s.block && n <= free) || n <= free-s.taken {
			return true
		}
	}
	return false
}

// take gives n elements, from a new block where none has room.
func (s *stage) take(d *Device, n int) (staged, error) {
	n = wholeLines(n)
	for ; s.block < len(s.blocks); s.block, s.taken = s.block+1, 0 {
		if b := s.blocks[s.block]; n <= b.elements-s.taken {
			piece := staged{unsafe.Add(b.at, 8*s.taken), n}
			s.taken += n
			return piece, nil
		}
	}
	b := staged{elements: max(n, leastBlock)}
	err := d.call("staging memory", func(text *C.char) C.int { return C.gpu_pinned(d.c, C.size_t(8*b.elements), &b.at, text) })
	if err != nil {
		return staged{}, status.Errorf(status.OutOfMemory, "no pinned host memory to pack into: %s asked (%v)", status.GB(8*float64(b.elements)), err)
	}
	s.blocks = append(s.blocks, b)
	s.taken = n
	return staged{b.at, n}, nil
}

func (s *stage) reset() { s.block, s.taken = 0, 0 }

func (s *stage) close(d *Device) {
	for _, b := range s.blocks {
		d.call("release", func(text *C.char) C.int { return C.gpu_release_pinned(d.c, b.at, text) })
	}
	*s = stage{}
}
