package cuda

/*
#include "driver.h"
*/
import "C"

import (
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// kernel is one program that is loaded.
type kernel struct{ module, function unsafe.Pointer }

// Launch compiles the program at its first use and starts it; how many points carry a flag comes with
// Finish.
func (q *queue) Launch(p device.Program, arguments []device.Argument, parameters device.Memory, n int) (int, error) {
	if len(arguments) > C.most_views {
		return 0, status.Errorf(status.Internal, "kernel %s has %d arguments, at most %d fit", p.Name, len(arguments), int(C.most_views))
	}
	v := p.Variants[0]
	k, err := q.kernel(p, v)
	if err != nil {
		return 0, err
	}
	l := C.struct_launch{n: C.long(n)}
	for i, a := range arguments {
		l.point[i], l.component[i] = C.long(a.Point), C.long(a.Component)
		if a.Memory != nil {
			l.data[i] = (*C.double)(pointer(a.Memory.Address() + 8*uintptr(a.Offset)))
		}
	}
	if parameters != nil {
		l.parameters = (*C.double)(pointer(parameters.Address()))
	}
	l.flagged = (*C.ulonglong)(pointer(q.counter.Address()))
	return 0, q.counted(p.Name, k, v.Launch, &l)
}

// counted starts a kernel, and the copy of the counter that tells its flagged points.
func (q *queue) counted(name string, k kernel, g device.Geometry, l *C.struct_launch) error {
	count, err := q.room(1)
	if err != nil {
		return err
	}
	piece := q.begin("kernel " + name)
	if err := q.call("kernel "+name, func(text *C.char) C.int {
		return C.cuda_launch(q.c, q.index, k.function, l, q.grid(g, int(l.n)), text)
	}); err != nil {
		return err
	}
	piece.count = (*uint64)(count.at)
	q.end(piece)
	return q.transfer("flag counter", 1, []C.struct_transfer{flat(q.counter.address, count.at, 8)})
}

// pointer turns an address that CUDA or C gave us into a pointer; such memory is not Go's.
func pointer(address uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&address))
}

// grid is the geometry of a launch over n points, as the driver wants it.
func (d *Device) grid(g device.Geometry, n int) C.struct_grid {
	return C.struct_grid{C.uint(g.Blocks(n, int(C.cuda_multiprocessors(d.c)))), C.uint(max(g.Rows, 1)), C.uint(max(g.Planes, 1)),
		C.uint(g.Threads), C.uint(g.Shared)}
}
