package main

/*
#include "types.h"
#include "guard.h"
*/
import "C"

import (
	"unsafe"

	"drawbridge/frame"
	"drawbridge/status"
)

// Roles of a name that stays on the device, as in entry.h.
const (
	roleResident = 3 + iota
	roleFetch
	roleChanged
)

//export goPlanResident
func goPlanResident(handle, role C.int, name *C.char, length C.int, message *C.char) C.int {
	return answer(message, func() error {
		p, err := plan(handle)
		if err != nil {
			return err
		}
		view, err := text("plan: the view's name", name, length)
		if err != nil {
			return err
		}
		switch role {
		case roleResident:
			return p.Keep(view)
		case roleFetch:
			return p.Fetch(view)
		case roleChanged:
			return p.Changed(view)
		}
		return status.Errorf(status.Argument, "plan: role %d is not resident (3), fetch (4) or changed (5)", role)
	})
}

// 6b. Pinned arrays

//export goPin
func goPin(address unsafe.Pointer, shape *C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("pin")
		if err != nil {
			return err
		}
		extents, err := integers("pin: shape", shape, 4)
		if err != nil {
			return err
		}
		bytes := int64(8)
		for i, n := range extents {
			if n < 1 || bytes > (1<<62)/int64(n) {
				return status.Errorf(status.Shape, "pin: extent %d of the array is %d in a shape of %v", i+1, n, extents)
			}
			bytes *= int64(n)
		}
		return f.Pin(uintptr(address), bytes)
	})
}

//export goUnpin
func goUnpin(address unsafe.Pointer, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("unpin")
		if err != nil {
			return err
		}
		return f.Unpin(uintptr(address))
	})
}
