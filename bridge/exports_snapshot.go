package main

/*
#include "types.h"
#include "guard.h"
*/
import "C"

import (
	"fmt"
	"strings"
	"unsafe"

	"drawbridge/frame"
	"drawbridge/snapshot"
	"drawbridge/status"
	"drawbridge/views"
)

// 8. Snapshots

//export goSnapshotCreate
func goSnapshotCreate(s C.struct_bridge_snapshot, handle *C.int, message *C.char) C.int {
	return answer(message, func() error {
		path, g, err := newSnapshot(s)
		if s.refused != 0 {
			err = before(s.refused, s.why)
		} else if err == nil {
			err = contradiction(s, path)
		}
		if s.comm == nil {
			if err != nil {
				return err
			}
			return storeNumber("snapshot: handle", handle, func() (int, error) { return frame.CreateSnapshot(path, g, int(s.deflate)) })
		}
		r, err := request(s, path, g, err)
		if err != nil {
			return err
		}
		return storeNumber("snapshot: handle", handle, func() (int, error) { return frame.CreateSnapshotTogether(r) })
	})
}

// before is what the caller was refused for before it came here.
func before(code C.int, why *C.char) error {
	if !status.Code(code).Known() {
		return status.Errorf(status.Argument, "refused=%d is not a status code, 0 to %d expected", code, status.StaleArray)
	}
	words := strings.TrimSpace(C.GoString(why))
	if words == "" {
		words = fmt.Sprintf("the caller gives refused=%d, and kept no message: drawbridge_refuse keeps one", code)
	}
	return status.Errorf(status.Code(code), "%s", words)
}

// contradiction is what is wrong with arguments that do not go together.
func contradiction(s C.struct_bridge_snapshot, path string) error {
	switch {
	case s.comm == nil && s.box != nil:
		return status.Errorf(status.Argument, "snapshot %s: box= or boxes= without comm=: they are the part of one rank among those of comm=", path)
	case s.comm != nil && s.deflate != 0:
		return status.Errorf(status.Argument, "snapshot %s: compression level %d with comm: a file of several ranks cannot be compressed", path, int(s.deflate))
	}
	return nil
}

// newSnapshot reads what a new snapshot is told.
func newSnapshot(s C.struct_bridge_snapshot) (string, snapshot.Grid, error) {
	var g snapshot.Grid
	path, err := text("snapshot: path", s.path, s.path_length)
	if err != nil {
		return path, g, err
	}
	name, err := text("snapshot: case", s.case_name, s.case_length)
	if err != nil {
		return path, g, err
	}
	cells, err := integers("snapshot: cells", s.cells, 3)
	if err != nil {
		return path, g, err
	}
	origin, err := doubles("snapshot: origin", s.origin, 3, false)
	if err != nil {
		return path, g, err
	}
	spacing, err := doubles("snapshot: spacing", s.spacing, 3, false)
	if err != nil {
		return path, g, err
	}
	return path, snapshot.Grid{Cells: [3]int(cells), Origin: [3]float64(origin), Spacing: [3]float64(spacing), Time: float64(s.time), Step: int(s.step), Case: name}, nil
}

// request is a snapshot of many ranks: what was refused so far is told to all of them.
func request(s C.struct_bridge_snapshot, path string, g snapshot.Grid, refused error) (frame.SnapshotRequest, error) {
	r := frame.SnapshotRequest{Path: path, Grid: g, Refused: refused, Environment: pairs(C.GoString(s.environment))}
	comm, err := integers("snapshot: comm", s.comm, 1)
	if err != nil {
		return r, err // nobody can be told
	}
	r.Comm = comm[0]
	if s.box != nil {
		if r.Boxes, err = boxes(s); refused == nil {
			r.Refused = err
		}
	}
	return r, nil
}

func boxes(s C.struct_bridge_snapshot) ([][6]int, error) {
	if s.boxes < 1 || s.boxes > 1<<20 {
		return nil, status.Errorf(status.Shape, "snapshot: boxes must have the shape (6, boxes of this rank), with at least one box")
	}
	flat, err := integers("snapshot: box", s.box, 6*int(s.boxes))
	if err != nil {
		return nil, err
	}
	return sixes(flat), nil
}

func sixes(flat []int) [][6]int {
	list := make([][6]int, len(flat)/6)
	for i := range list {
		list[i] = [6]int(flat[6*i:])
	}
	return list
}

//export goSnapshotField
func goSnapshotField(handle C.int, f C.struct_bridge_field, message *C.char) C.int {
	return answer(message, func() error {
		unit, err := text("snapshot: unit", f.unit, f.unit_length)
		name, d, a, wrong := lentField(f)
		if err == nil {
			err = wrong
		}
		if f.refused != 0 {
			err = before(f.refused, f.why)
		}
		return frame.SnapshotField(int(handle), name, unit, d, a, err)
	})
}

// lentField reads the name of a field and the array that it comes from or goes to.
func lentField(f C.struct_bridge_field) (name string, d frame.Declared, a views.HostArray, err error) {
	if name, err = text("snapshot: field", f.name, f.name_length); err != nil {
		return name, d, a, err
	}
	d, err = declaredArray("snapshot field "+name, f.rank, f.shape, f.interior, f.order, f.order_length, f.bounds, f.lower)
	return name, d, views.HostArray{Address: uintptr(unsafe.Pointer(f.address)), Var: int(f._var), Width: 1}, err
}

//export goSnapshotBlocks
func goSnapshotBlocks(handle, ranks C.int, bounds, owners *C.int, message *C.char) C.int {
	return answer(message, func() error {
		if ranks < 1 || ranks > 1<<20 {
			return status.Errorf(status.Argument, "snapshot: blocks of %d ranks, expected 1 to %d", ranks, 1<<20)
		}
		flat, err := integers("snapshot: blocks", bounds, 6*int(ranks))
		if err != nil {
			return err
		}
		var of []int
		if owners != nil {
			if of, err = integers("snapshot: ranks of blocks", owners, int(ranks)); err != nil {
				return err
			}
		}
		return frame.SnapshotBlocks(int(handle), sixes(flat), of)
	})
}

//export goSnapshotAttribute
func goSnapshotAttribute(handle C.int, name *C.char, nameLength C.int, word *C.char, wordLength C.int, number *C.double, message *C.char) C.int {
	return answer(message, func() error {
		label, err := text("snapshot: attribute", name, nameLength)
		if err != nil {
			return err
		}
		if number != nil {
			value, err := doubles("snapshot: attribute "+label, number, 1, false)
			if err != nil {
				return err
			}
			return frame.SnapshotAttribute(int(handle), label, value[0])
		}
		value, err := text("snapshot: attribute "+label, word, wordLength)
		if err != nil {
			return err
		}
		return frame.SnapshotAttribute(int(handle), label, value)
	})
}

//export goSnapshotOpen
func goSnapshotOpen(path *C.char, length C.int, cells *C.int, origin, spacing, time *C.double, step, handle *C.int, message *C.char) C.int {
	return answer(message, func() error {
		for _, place := range []struct {
			what    string
			address unsafe.Pointer
			bytes   int
		}{{"cells", unsafe.Pointer(cells), 12}, {"origin", unsafe.Pointer(origin), 24}, {"spacing", unsafe.Pointer(spacing), 24}, {"time", unsafe.Pointer(time), 8}, {"step", unsafe.Pointer(step), 4}} {
			if err := writable("snapshot: "+place.what, place.address, place.bytes); err != nil {
				return err
			}
		}
		name, err := text("snapshot: path", path, length)
		if err != nil {
			return err
		}
		return storeNumber("snapshot: handle", handle, func() (int, error) {
			opened, g, err := frame.OpenSnapshot(name)
			if err != nil {
				return 0, err
			}
			for d := range 3 {
				unsafe.Slice(cells, 3)[d] = C.int(g.Cells[d])
				unsafe.Slice(origin, 3)[d] = C.double(g.Origin[d])
				unsafe.Slice(spacing, 3)[d] = C.double(g.Spacing[d])
			}
			*time, *step = C.double(g.Time), C.int(g.Step)
			return opened, nil
		})
	})
}

//export goSnapshotRead
func goSnapshotRead(handle C.int, f C.struct_bridge_field, first *C.int, message *C.char) C.int {
	return answer(message, func() error {
		name, d, a, err := lentField(f)
		if err != nil {
			return err
		}
		corner, err := integers("snapshot: first", first, 3)
		if err != nil {
			return err
		}
		return frame.ReadSnapshot(int(handle), name, [3]int(corner), d, a)
	})
}

//export goSnapshotClose
func goSnapshotClose(handle, keep C.int, message *C.char) C.int {
	return answer(message, func() error { return frame.CloseSnapshot(int(handle), keep != 0) })
}
