package kernels

// #include "table.h"
import "C"

import (
	"fmt"
	"runtime"
)

// View is one view of a direct call: element (point t, component k) is
// Data[t*PointStride + k*ComponentStride], or of a row where PointStride is 0 (Rows). Empty Data is an
// absent view.
type View struct {
	Data                         []float64
	PointStride, ComponentStride int
}

// Call runs a compiled kernel on the points begin <= t < end on the caller's thread, under the
// floating-point environment of production, and gives the number of flagged points. It is for
// checks and benches: production goes through a device. views are all reads, then all writes;
// block is a parameter block. Names and counts are checked, sizes are the caller's business.
func (s *Set) Call(isa, kernel string, views []View, block []float64, begin, end int) (int, error) {
	return s.CallInRows(isa, kernel, views, block, nil, begin, end)
}

// Rows is how the points of the views of PointStride 0 lie in a halo-padded array.
type Rows struct {
	Points, Rows int // points of a row, rows of a plane
	Row, Plane   int // elements from row to row, from plane to plane
	First        int // interior point, from 0, that is point 0 of the call
}

// CallInRows is Call where views of PointStride 0 begin at interior point 0 of halo-padded arrays.
func (s *Set) CallInRows(isa, kernel string, views []View, block []float64, rows *Rows, begin, end int) (int, error) {
	k, known := s.Kernel(kernel)
	run := entry(isa, kernel)
	if !known || run == nil {
		return 0, fmt.Errorf("no kernel %q for the instruction set %q", kernel, isa)
	}
	if want := len(k.Reads) + len(k.Writes); len(views) != want || len(block) == 0 {
		return 0, fmt.Errorf("kernel %s: %d views and a block of %d doubles given, %d views expected", kernel, len(views), len(block), want)
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	data := make([]*C.double, len(views))
	points, components := make([]C.long, len(views)), make([]C.long, len(views))
	for i, v := range views {
		points[i], components[i] = C.long(v.PointStride), C.long(v.ComponentStride)
		if len(v.Data) > 0 {
			pin.Pin(&v.Data[0])
			data[i] = (*C.double)(&v.Data[0])
		}
	}
	var in *C.long
	if rows != nil {
		in = &[]C.long{C.long(rows.Points), C.long(rows.Rows), C.long(rows.Row), C.long(rows.Plane), C.long(rows.First)}[0]
	}
	flagged := C.drawbridge_run(run, &data[0], &points[0], &components[0], (*C.double)(&block[0]), in, C.long(begin), C.long(end))
	return int(flagged), nil
}
