package cuda

/*
#include "driver.h"
*/
import "C"

import (
	"fmt"

	"drawbridge/device"
	"drawbridge/status"
)

// extent is what a kernel that checks its accesses (kernels/bounds.h) is told of one view, and how a place in it
// is called.
type extent struct {
	name string
	view C.struct_bounds_view
	axes [3]string // what the axes count, the slowest first; "" for none
	from [3]int    // what the first of them is called
}

// never is the stride of an axis that has one place.
const never = 1 << 60

// extents of the views of a launch over n points.
func extents(arguments []device.Argument, n int) []extent {
	list := make([]extent, len(arguments))
	for i, a := range arguments {
		list[i].name = a.Name
		if a.Memory == nil {
			continue
		}
		e := &list[i]
		e.view.begin, e.view.bytes = C.ulonglong(a.Memory.Address()+8*uintptr(a.Offset)), 8
		strides, counts, axes := [2]int{a.Component, a.Point}, [2]int{a.Components, n}, [2]string{"index", "point"}
		switch {
		case a.Components == 1:
			strides[0], axes[0] = never, ""
		case a.Point > a.Component:
			strides, counts, axes = [2]int{a.Point, a.Component}, [2]int{n, a.Components}, [2]string{"point", "index"}
		}
		e.axis(0, "", never, 1)
		e.axis(1, axes[0], strides[0], counts[0])
		e.axis(2, axes[1], strides[1], counts[1])
	}
	return list
}

func (e *extent) axis(a int, name string, stride, count int) {
	e.axes[a], e.from[a], e.view.stride[a], e.view.count[a] = name, 1, C.long(stride), C.long(count)
}

// checked starts a kernel. One that checks its accesses is told of its views, waited for, and asked.
func (q *queue) checked(k *kernel, list []extent, start func() error) error {
	if !q.options.Debug.Bounds || k.c.bounds == 0 {
		return start()
	}
	if q.bounds == nil {
		if err := q.call("memory for checks", func(text *C.char) C.int { return C.cuda_pinned(q.c, C.sizeof_struct_bounds, &q.bounds, text) }); err != nil {
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
		return q.call("checks of kernel "+k.name, func(text *C.char) C.int { return C.cuda_copy(q.c, q.at, toHost, &t[0], 1, text) })
	}
	for _, step := range []func() error{func() error { return move(0) }, start, func() error { return move(1) },
		func() error {
			return q.call("kernel "+k.name, func(text *C.char) C.int { return C.cuda_wait(q.c, q.at, text) })
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
