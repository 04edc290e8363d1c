package set

// #include "../table.h"
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// View is one view of a direct call: element (point t, component k) is
// Data[t*PointStride + k*ComponentStride]; where Row is not 0, point (x,y,z) of the region is
// Data[x + y*Row + z*Plane + k*ComponentStride]. Empty Data is an absent view.
type View struct {
	Data                         []float64
	PointStride, ComponentStride int
	Row, Plane                   int
	Factor, Shift                float64   // of a view in another unit than the kernel's; Factor 0: as it is
	Singles                      []float32 // in the place of Data
}

// Call runs a compiled kernel on the points begin <= t < end on the caller's thread, under the
// floating-point environment of production, and gives the number of flagged points. It is for
// checks and benches: production goes through a device. views are all reads, then all writes;
// block is a parameter block. Names and counts are checked, sizes are the caller's business.
func (s *Set) Call(isa, kernel string, views []View, block []float64, begin, end int) (int, error) {
	return s.CallInRows(isa, kernel, views, block, nil, begin, end)
}

// Region is a box of which a call covers points, numbered x fastest, then y, then z.
type Region struct {
	Points, Rows int // points of a row, rows of a plane
	First        int // point, from 0, that is point 0 of the call
	Given        Given
}

// CallInRows is Call where views with a Row begin at point 0 of a region.
func (s *Set) CallInRows(isa, kernel string, views []View, block []float64, region *Region, begin, end int) (int, error) {
	k, known := s.Kernel(kernel)
	run := entry(isa, kernel)
	if !known || run == nil {
		return 0, fmt.Errorf("no kernel %q for the instruction set %q", kernel, isa)
	}
	if region != nil {
		k = k.Giving(region.Given)
	}
	if want := len(k.Reads) + len(k.Writes); len(views) != want || len(block) == 0 {
		return 0, fmt.Errorf("kernel %s: %d views and a block of %d doubles given, %d views expected", kernel, len(views), len(block), want)
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	arrays := make([]C.struct_drawbridge_array, len(views))
	for i, v := range views {
		a := &arrays[i]
		a.point, a.row, a.plane, a.component = C.long(v.PointStride), C.long(v.Row), C.long(v.Plane), C.long(v.ComponentStride)
		if len(v.Data) > 0 {
			pin.Pin(&v.Data[0])
			a.at = (*C.double)(&v.Data[0])
		}
		if len(v.Singles) > 0 {
			pin.Pin(&v.Singles[0])
			a.at = (*C.double)(unsafe.Pointer(&v.Singles[0]))
		}
	}
	var in *C.struct_drawbridge_region
	if region != nil {
		in = &C.struct_drawbridge_region{points: C.long(region.Points), rows: C.long(region.Rows), first: C.long(region.First)}
		given := region.Given.Numbers()
		in.state, in.composition, in.closing = C.long(given[0]), C.long(given[1]), C.long(given[2])
	}
	for i, v := range views {
		if v.Factor == 0 && len(v.Singles) == 0 {
			continue
		}
		if in == nil {
			in = &C.struct_drawbridge_region{points: C.long(end), rows: 1}
		}
		in.converted = 1
		in.conversion[i] = C.struct_drawbridge_conversion{factor: C.double(v.Factor), shift: C.double(v.Shift)}
		if len(v.Singles) > 0 {
			in.conversion[i].single = 1
		}
	}
	flagged := C.drawbridge_run(run, &arrays[0], (*C.double)(&block[0]), in, C.long(begin), C.long(end))
	return int(flagged), nil
}
