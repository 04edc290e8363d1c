package snapshot

/*
#include <stdlib.h>
#include "hdf5_dynamic.h"
*/
import "C"

import (
	"unsafe"

	"drawbridge/status"
	"drawbridge/views"
)

// planesHeld bounds the points of a slab: 4 MiB of doubles, or one plane where that is more.
const planesHeld = 1 << 19

// Slabs hands over the values of a field in the numbering of its interior, x fastest, at most `points`
// at a time but the last in equal steps; first counts from 0. The values are read before put returns.
type Slabs func(points int, put func(first int, values []float64) error) error

// Stream writes a field whose values are not in host memory: slab by slab, so that no copy of the whole
// is made. source says which array it stands for; its memory is not touched. A failure of slabs leaves a
// snapshot that can only be abandoned.
func (w *Writer) Stream(name, unit string, source views.HostArray, slabs Slabs) error {
	mutex.Lock()
	defer mutex.Unlock()
	what := "field " + name
	if err := w.ready(what); err != nil {
		return err
	}
	if err := w.refuse(name, unit, source); err != nil {
		return w.about(what, err)
	}
	err := w.stream(name, slabs)
	if err == nil {
		err = w.handle.text(folder+name, "units", unit, false)
	}
	if err != nil {
		w.broken = w.about(what, err)
		return w.broken
	}
	w.fields[name] = true
	return nil
}

func (w *Writer) stream(name string, slabs Slabs) error {
	s := &streamed{plane: w.grid.Cells[0] * w.grid.Cells[1], total: w.grid.Cells[0] * w.grid.Cells[1] * w.grid.Cells[2]}
	for d, n := range w.grid.Cells {
		s.field.cells[2-d] = C.hdf5_size(n)
	}
	planes := max(1, planesHeld/s.plane)
	if w.deflate > 0 { // whole chunks, so that none is packed twice
		chunk := chunkOf(w.grid.Cells)
		s.field.deflate = C.uint(w.deflate)
		for d, n := range chunk {
			s.field.chunk[2-d] = C.hdf5_size(n)
		}
		planes = max(1, planes/chunk[2]) * chunk[2]
	}
	path := cText(folder + name)
	var why C.struct_hdf5_text
	if s.set = C.hdf5_stream_begin(C.hdf5_id(w.handle), path, &s.field, &why); s.set < 0 {
		return reason(&why)
	}
	err := slabs(planes*s.plane, s.put)
	if C.hdf5_stream_end(s.set, &why) != 0 && err == nil {
		err = reason(&why)
	}
	if err == nil && s.next != s.total {
		err = status.Errorf(status.Internal, "%d of %d cells came", s.next, s.total)
	}
	return err
}

// streamed is a dataset that is being filled from the first plane on.
type streamed struct {
	set                C.hdf5_id
	field              C.struct_hdf5_field
	plane, total, next int // cells of a plane, of all; the cell that comes next
}

func (s *streamed) put(first int, values []float64) error {
	n := len(values)
	if first != s.next || n == 0 || n%s.plane != 0 || first+n > s.total {
		return status.Errorf(status.Internal, "cells %d to %d of %d came, expected whole planes of %d from %d on", first, first+n-1, s.total, s.plane, s.next)
	}
	s.next += n
	s.field.first[0] = C.hdf5_size(first / s.plane)
	s.field.count = [4]C.hdf5_size{1, C.hdf5_size(n / s.plane), s.field.cells[1], s.field.cells[2]}
	var why C.struct_hdf5_text
	if C.hdf5_stream_planes(s.set, &s.field, (*C.double)(unsafe.Pointer(&values[0])), &why) != 0 {
		return reason(&why)
	}
	return nil
}
