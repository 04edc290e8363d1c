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

// Launch compiles the program at its first use and runs one thread per point.
func (d *Device) Launch(p device.Program, arguments []device.Argument, parameters device.Memory, n int) (int, error) {
	if len(arguments) > C.most_views {
		return 0, status.Errorf(status.Internal, "kernel %s has %d arguments, at most %d fit", p.Name, len(arguments), int(C.most_views))
	}
	v := p.Variants[0]
	k, err := d.kernel(p, v)
	if err != nil {
		return 0, err
	}
	l := C.struct_launch{n: C.long(n)}
	for i, a := range arguments {
		l.point[i], l.component[i] = C.long(a.Point), C.long(a.Component)
		if a.Memory != nil {
			l.data[i] = (*C.double)(pointer(a.Memory.Address()))
		}
	}
	if parameters != nil {
		l.parameters = (*C.double)(pointer(parameters.Address()))
	}
	l.flagged = (*C.ulonglong)(pointer(d.flagged.Address()))
	return d.counted(p.Name, k, v.Launch, &l)
}

// counted launches with the counter at zero and reads it back.
func (d *Device) counted(name string, k kernel, g device.Geometry, l *C.struct_launch) (int, error) {
	counter := (*uint64)(d.flagged.image)
	*counter = 0
	err := d.call("kernel "+name, func(text *C.char) C.int {
		if bad := C.cuda_to_device(d.c, d.flagged.device, d.flagged.image, 8, 1, 8, text); bad != 0 {
			return bad
		}
		if bad := C.cuda_launch(d.c, k.function, l, d.grid(g, int(l.n)), text); bad != 0 {
			return bad
		}
		if bad := C.cuda_to_host(d.c, d.flagged.image, d.flagged.device, 8, 1, 8, text); bad != 0 {
			return bad
		}
		return C.cuda_wait(d.c, text)
	})
	return int(*counter), err
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
