package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"fmt"
	"time"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// kernel is one variant of a program that is loaded.
type kernel struct {
	c       C.struct_kernel
	name    string
	variant string
	launch  device.Geometry
	holds   uint64 // version of the parameters in its constant memory
}

// mostRowPoints is how many points of a field a kernel can tell apart by 32 bits.
const mostRowPoints = 1<<32 - 1

// bind gives a launch its arrays and its region.
func bind(l *C.struct_launch, kernel string, arrays []device.Array, r device.Region) error {
	if len(arrays) > C.most_views {
		return status.Errorf(status.Internal, "kernel %s has %d arguments, at most %d fit", kernel, len(arrays), int(C.most_views))
	}
	l.n, l.extent = C.long(r.Points), [2]C.long{C.long(r.Extent[0]), C.long(r.Extent[1])}
	for i, a := range arrays {
		l.point[i], l.row[i], l.plane[i], l.component[i] = C.long(a.Point), C.long(a.Row), C.long(a.Plane), C.long(a.Component)
		l.factor[i], l.shift[i] = C.double(a.Factor), C.double(a.Shift)
		if a.Memory != nil {
			l.data[i] = (*C.double)(pointer(a.Address()))
		}
		if a.Row != 0 && (r.First != 0 || r.Points != device.Whole(r.Extent).Points || r.Points > mostRowPoints) {
			return status.Errorf(status.Internal, "kernel %s: %d points from %d on of a grid of %v; whole grids of at most %d points expected", kernel, r.Points, r.First, r.Extent, mostRowPoints)
		}
	}
	return nil
}

// Launch compiles the program at its first use and starts it; how many points carry a flag comes with
// Finish.
func (q *queue) Launch(p device.Program, arrays []device.Array, parameters device.Memory, r device.Region) (int, error) {
	var l C.struct_launch
	if err := bind(&l, p.Name, arrays, r); err != nil {
		return 0, err
	}
	k, err := q.prepare(p, parameters, &l)
	if err != nil {
		return 0, err
	}
	l.flags = (*C.ulonglong)(pointer(q.counter.Address()))
	return 0, q.counted(p.Name, k, &l, arrays, r)
}

// prepare finds the variant that runs, and gives it its parameters.
func (q *queue) prepare(p device.Program, parameters device.Memory, l *C.struct_launch) (*kernel, error) {
	held, _ := parameters.(*memory)
	if held != nil {
		l.parameters = (*C.double)(pointer(held.Address()))
	}
	if err := q.Start(); err != nil {
		return nil, err
	}
	k, err := q.choose(p, held, l)
	if err != nil {
		return nil, err
	}
	return k, q.fillConstants(k, held)
}

// countingLaunch is a launch whose flags a counter takes.
func countingLaunch(p device.Program, arrays []device.Array, r device.Region, counter device.Memory) (*C.struct_launch, error) {
	l := new(C.struct_launch)
	if err := bind(l, p.Name, arrays, r); err != nil {
		return nil, err
	}
	l.flags = (*C.ulonglong)(pointer(counter.Address()))
	return l, nil
}

// Keeps is false: the device starts what it takes.
func (d *Device) Keeps() bool { return false }

// LaunchCounting starts a launch.
func (d *Device) LaunchCounting(p device.Program, arrays []device.Array, parameters device.Memory, r device.Region, counter device.Memory) error {
	l, err := countingLaunch(p, arrays, r, counter)
	if err != nil {
		return err
	}
	q := &d.queues[0]
	k, err := q.prepare(p, parameters, l)
	if err != nil {
		return err
	}
	return q.launch(p.Name, k, l, arrays, r)
}

// fillConstants copies the head of the parameters into the kernel's constant memory where they changed;
// launches of other queues wait for it.
func (q *queue) fillConstants(k *kernel, parameters *memory) error {
	if parameters == nil || k.c.constants == 0 || k.holds == parameters.version {
		return nil
	}
	bytes := min(k.c.constant_bytes, C.size_t(8*parameters.elements))
	err := q.waiting("parameters of kernel "+k.name, func(text *C.char) C.int {
		for other := range q.queues { // a launch under way still reads the former ones; the parameters may be on their way
			if bad := C.gpu_wait(q.c, C.int(other), text); bad != 0 {
				return bad
			}
		}
		if bad := C.gpu_copy_between(q.c, C.stream_calls, k.c.constants, parameters.address, bytes, text); bad != 0 {
			return bad
		}
		return C.gpu_wait(q.c, C.stream_calls, text)
	})
	if err == nil {
		k.holds = parameters.version
	}
	return err
}

// counted starts a kernel, and the copy of the counter that tells the flags of its points.
func (q *queue) counted(name string, k *kernel, l *C.struct_launch, arrays []device.Array, r device.Region) error {
	count, err := q.room(device.FlagWords)
	if err != nil {
		return err
	}
	piece, err := q.begin("kernel "+name, C.stream_kernels)
	if err != nil {
		return err
	}
	if err := q.launch(name, k, l, arrays, r); err != nil {
		return err
	}
	piece.count = (*device.FlagCounts)(count.at)
	q.end(piece, 1)
	return q.transfer("flag counter", 1, []C.struct_transfer{flat(q.counter.address, count.at, 8*device.FlagWords)})
}

// launch starts a kernel.
func (q *queue) launch(name string, k *kernel, l *C.struct_launch, arrays []device.Array, r device.Region) error {
	begin := time.Now()
	err := q.checked(k, extents(arrays, r), func() error {
		return q.call("kernel "+name, func(text *C.char) C.int {
			return C.gpu_launch(q.c, q.at, k.c.function, l, q.grid(k.launch, int(l.n)), text)
		})
	})
	if err == nil && q.options.Debug.Sync {
		err = q.timed(name, k, fmt.Sprint(int(l.n)), begin)
	}
	return err
}

// timed waits for a launch and says how long it took from begin on, by the host's clock. A lost context says so
// here, under the name of the kernel.
func (q *queue) timed(name string, k *kernel, points string, begin time.Time) error {
	if err := q.wait(); err != nil {
		return status.Wrap(err, "kernel %s, variant %s: %v", name, k.variant, err)
	}
	q.options.Debug.say("kernel %s, variant %s, %s points, %d registers, %d bytes of local memory: %.3f ms", name, k.variant, points,
		int(k.c.registers), int(k.c.local), 1e3*time.Since(begin).Seconds())
	return nil
}

// pointer turns an address that CUDA or C gave us into a pointer; such memory is not Go's.
func pointer(address uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&address))
}

// grid is the geometry of a launch over n points, as the driver wants it.
func (d *Device) grid(g device.Geometry, n int) C.struct_grid {
	return C.struct_grid{C.uint(g.Blocks(n, int(C.gpu_multiprocessors(d.c)))), C.uint(max(g.Rows, 1)), C.uint(max(g.Planes, 1)),
		C.uint(g.Threads), C.uint(g.Shared)}
}
