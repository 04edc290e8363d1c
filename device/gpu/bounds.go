package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"fmt"
	"slices"

	"drawbridge/device"
	"drawbridge/status"
)

// extent is what a kernel that checks its accesses (kernels/bounds.h) is told of one view, and how a place in it
// is called.
type extent struct {
	name string
	view C.struct_bounds_view
	axes [axes]string // what the axes count, the slowest first; "" for none
	from [axes]int    // what the first of them is called
}

const (
	axes  = 4
	never = 1 << 60 // the stride of an axis that has one place
)

// axis is one of the axes of a view: what it counts, its stride in elements and how many there are.
type axis struct {
	name          string
	stride, count int
}

// extents of the views of a launch over a region. A thread may read a pair of points beyond the end of a row.
func extents(arrays []device.Array, r device.Region) []extent {
	list := make([]extent, len(arrays))
	for i, a := range arrays {
		list[i].name = a.Name
		if a.Memory == nil {
			continue
		}
		e := &list[i]
		e.view.begin, e.view.bytes = C.ulonglong(a.Address()), C.long(a.Bytes)
		all := []axis{{"index", a.Component, a.Components}, {"point", a.Point, r.Points}}
		if a.Row != 0 {
			all = []axis{{"index", a.Component, a.Components}, {"z", a.Plane, r.Extent[2]}, {"y", a.Row, r.Extent[1]}, {"x", a.Point, r.Extent[0]}}
		}
		for k := range all {
			if all[k].count == 1 {
				all[k] = axis{"", never, 1}
			}
		}
		slices.SortStableFunc(all, func(a, b axis) int { return b.stride - a.stride })
		for k := range axes - len(all) {
			e.axis(k, axis{"", never, 1})
		}
		for k, x := range all {
			e.axis(axes-len(all)+k, x)
		}
	}
	return list
}

func (e *extent) axis(a int, x axis) {
	e.axes[a], e.from[a], e.view.stride[a], e.view.count[a] = x.name, 1, C.long(x.stride), C.long(x.count)
}

// checked starts a kernel. One that checks its accesses is told of its views, waited for, and asked.
func (q *queue) checked(k *kernel, list []extent, start func() error) error {
	if !q.options.Debug.Bounds || k.c.bounds == 0 {
		return start()
	}
	if q.bounds == nil {
		if err := q.call("memory for checks", func(text *C.char) C.int { return C.gpu_pinned(q.c, C.sizeof_struct_bounds, &q.bounds, text) }); err != nil {
			return err
		}
	}
	b := (*C.struct_bounds)(q.bounds)
	*b = C.struct_bounds{}
	for i, e := range list {
		b.view[i] = e.view
	}
	t := []C.struct_transfer{flat(C.uint64_t(k.c.bounds), q.bounds, C.sizeof_struct_bounds)}
	move := func(toHost C.int) error {
		return q.call("checks of kernel "+k.name, func(text *C.char) C.int { return C.gpu_copy(q.c, q.at, toHost, &t[0], 1, text) })
	}
	for _, step := range []func() error{func() error { return move(0) }, start, func() error { return move(1) },
		func() error {
			return q.waiting("kernel "+k.name, func(text *C.char) C.int { return C.gpu_wait(q.c, q.at, text) })
		}} {
		if err := step(); err != nil {
			return err
		}
	}
	if b.outside == 0 {
		return nil
	}
	return status.Errorf(status.Internal, "kernel %s, variant %s: %s (%d accesses outside in all)", k.name, k.variant, list[b.number].place(b), b.outside)
}

// place says where the access was and where it might have been.
func (e *extent) place(b *C.struct_bounds) string {
	text := "a load from"
	if b.stored != 0 {
		text = "a store to"
	}
	text += " view " + e.name
	for a, name := range e.axes {
		if name != "" {
			text += fmt.Sprintf(", %s %d (%d to %d)", name, int(b.at[a])+e.from[a], e.from[a], int(e.view.count[a])-1+e.from[a])
		}
	}
	return text + " lies outside"
}
