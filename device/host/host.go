// Package host is the device that runs kernels on the cores this process is bound to: worker
// threads in C (a goroutine hop would cost more than a small kernel), SIMD kernels by address.
//
// Here lives threading, aligned memory and row copies. Never here: what a kernel computes.
package host

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
#include <stdlib.h>
#include "pool.h"
*/
import "C"

import (
	"fmt"
	"unsafe"

	"drawbridge/device"
	_ "drawbridge/machine" // its header
	"drawbridge/status"
)

// maxArguments is the most views a kernel may have.
const maxArguments = 64

// Device is a host device; see device.Device for its methods.
type Device struct {
	device.Immediate
	about  device.About
	pool   *C.struct_pool
	limit  float64 // bytes that the system could give when the device was opened
	held   float64 // bytes of all memory given out
	one    [1]Copy
	counts []int // boxes of each copy that was begun
	done   int   // copies of these that Until has seen done
	next   C.int // the first box after them
	under  bool  // copies are under way
	arrays [maxArguments]C.struct_array
	region C.struct_region
	block  device.Block    // of the sweep that runs
	links  []C.struct_link // of the chain that runs
}

type memory struct {
	address  *C.double
	elements int
}

func (m *memory) Elements() int    { return m.elements }
func (m *memory) Address() uintptr { return uintptr(unsafe.Pointer(m.address)) }

// BoundCores is the number of CPUs this process is bound to.
func BoundCores() int { return int(C.bound_cores()) }

// OnlineCores is the number of CPUs of the node.
func OnlineCores() int { return int(C.online_cores()) }

// Open starts the workers. isa names the instruction set of the kernels, for the description.
func Open(threads int, isa string) (*Device, error) {
	if threads < 1 {
		return nil, status.Errorf(status.Argument, "host device: %d threads asked, at least 1 expected", threads)
	}
	pool := C.pool_open(C.int(threads))
	if pool == nil {
		return nil, status.Errorf(status.Device, "host device: the system refused to start %d worker threads", threads-1)
	}
	d := &Device{pool: pool, limit: float64(C.available_memory())}
	d.about = device.About{Name: "host", Description: fmt.Sprintf("host %s, %d threads", isa, threads), Threads: threads, Fields: d, InPlace: d, Bits: d, Counts: d, Chainer: d}
	if threads == 1 {
		d.about.Description = fmt.Sprintf("host %s, 1 thread", isa)
	}
	return d, nil
}

// About tells the instruction set and the threads.
func (d *Device) About() *device.About { return &d.about }

// Allocate maps n float64, 64-byte aligned.
func (d *Device) Allocate(name string, n int) (device.Memory, error) {
	if n < 1 {
		return nil, status.Errorf(status.Argument, "%s: %d elements asked, at least 1 expected", name, n)
	}
	// pages count when they are promised, not when they are touched: the sum must fit
	free := min(d.limit-d.held, float64(C.address_room()))
	if 8*float64(n) <= free {
		if p := C.allocate_doubles(C.size_t(n)); p != nil {
			d.held += 8 * float64(n)
			return &memory{p, n}, nil
		}
	}
	return nil, status.Errorf(status.OutOfMemory, "no memory for %s: %s asked, at most %s free", name, status.GB(8*float64(n)), status.GB(max(free, 0)))
}

// Release gives a block back.
func (d *Device) Release(m device.Memory) {
	if b, ok := m.(*memory); ok && b.address != nil {
		C.release_doubles(b.address, C.size_t(b.elements))
		b.address = nil
		d.held -= 8 * float64(b.elements)
	}
}

// lent is an array of the host program.
type lent uintptr

func (lent) Elements() int      { return 0 }
func (m lent) Address() uintptr { return uintptr(m) }

// Lend takes an array of the host as it is.
func (d *Device) Lend(address uintptr) device.Memory { return lent(address) }

// Launch runs a program's host function on the points of a region.
func (d *Device) Launch(p device.Program, arrays []device.Array, parameters device.Memory, r device.Region) (int, error) {
	region, err := d.bind(p, arrays, r)
	if err != nil {
		return 0, err
	}
	return int(C.pool_launch(d.pool, pointer(p.Host), &d.arrays[0], block(parameters), region, C.long(r.Points))), nil
}

// LaunchCounted is Launch where nobody keeps the flag words, which the last of the arrays is: it adds them to counts.
func (d *Device) LaunchCounted(p device.Program, arrays []device.Array, parameters device.Memory, r device.Region, counts *device.FlagCounts) error {
	region, err := d.bind(p, arrays, r)
	if err != nil {
		return err
	}
	C.pool_count(d.pool, pointer(p.Host), &d.arrays[0], C.int(len(arrays)), block(parameters), region, C.long(r.Points), (*C.uint64_t)(unsafe.Pointer(counts)))
	return nil
}

// block is where the parameters of a launch lie; null: it needs none.
func block(parameters device.Memory) *C.double {
	if parameters == nil {
		return nil
	}
	return (*C.double)(pointer(parameters.Address()))
}

// bind gives a launch its arrays. region is null where no array has rows or a conversion.
func (d *Device) bind(p device.Program, arrays []device.Array, r device.Region) (region *C.struct_region, err error) {
	if p.Host == 0 {
		return nil, status.Errorf(status.NotAvailable, "kernel %s has no form for the host device", p.Name)
	}
	if len(arrays) > maxArguments {
		return nil, status.Errorf(status.Internal, "kernel %s has %d arguments, at most %d fit", p.Name, len(arrays), maxArguments)
	}
	d.region.points, d.region.rows, d.region.first, d.region.converted = C.long(r.Extent[0]), C.long(r.Extent[1]), C.long(r.First), 0
	for i, number := range p.Given {
		d.region.given[i] = C.long(number)
	}
	if p.Given != [3]int{} {
		region = &d.region
	}
	for i, a := range arrays {
		c := &d.arrays[i]
		*c = C.struct_array{}
		if i < C.most_converted {
			d.region.conversion[i] = C.struct_conversion{}
		}
		if a.Memory == nil {
			continue
		}
		c.at = (*C.double)(pointer(a.Address()))
		c.point, c.row, c.plane, c.component = C.long(a.Point), C.long(a.Row), C.long(a.Plane), C.long(a.Component)
		converted := a.Factor != 0 || a.Bytes == 4
		if converted {
			if i >= C.most_converted {
				return nil, status.Errorf(status.Internal, "kernel %s: argument %d is converted, the first %d may be", p.Name, i+1, int(C.most_converted))
			}
			d.region.conversion[i] = C.struct_conversion{C.double(a.Factor), C.double(a.Shift), C.long(direction(a.Bytes == 4))}
			d.region.converted = 1
		}
		if a.Row != 0 || converted {
			region = &d.region
		}
	}
	return region, nil
}

// CountBits looks at the words where they lie, row by row.
func (d *Device) CountBits(a device.Array, r device.Region, wanted uint64) (count [64]int, first int, word uint64) {
	first = r.Points
	for t, n := 0, 0; t < r.Points; t += n {
		n = r.Points
		if a.Row != 0 {
			x, _, _ := r.At(t)
			n = min(r.Extent[0]-x, r.Points-t)
		}
		var counts [64]C.long
		words := a.Memory.Address() + 8*uintptr(a.Element(r, t, 0))
		at := int(C.count_bits((*C.double)(pointer(words)), C.long(a.Point), C.long(n), C.uint64_t(wanted), &counts[0]))
		for bit, c := range counts {
			count[bit] += int(c)
		}
		if at < n && first == r.Points {
			first, word = t+at, uint64(*(*float64)(pointer(words + 8*uintptr(at*a.Point))))
		}
	}
	return count, first, word
}

// Close stops the workers.
func (d *Device) Close() {
	if d.pool != nil {
		C.copy_close(d.pool)
		C.pool_close(d.pool)
		d.pool = nil
	}
	C.free(unsafe.Pointer(unsafe.SliceData(d.links)))
	d.links = nil
}

// pointer turns an address that C gave us back into a pointer; such memory is not Go's.
func pointer(address uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&address))
}
