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

// 6. Plans

//export goPlanCreate
func goPlanCreate(collection *C.char, length C.int, shape, interior, handle *C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("plan create")
		if err != nil {
			return err
		}
		name, err := text("plan create: collection", collection, length)
		if err != nil {
			return err
		}
		extents, err := integers("plan create: shape", shape, 3)
		if err != nil {
			return err
		}
		bounds, err := integers("plan create: interior", interior, 6)
		if err != nil {
			return err
		}
		return storeNumber("plan create: handle", handle, func() (int, error) {
			return f.NewPlan(name, frame.Declared{Extents: extents, Interior: [6]int(bounds)})
		})
	})
}

//export goPlanCreateDeclared
func goPlanCreateDeclared(c C.struct_bridge_declared, handle *C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("plan create")
		if err != nil {
			return err
		}
		name, err := text("plan create: collection", c.collection, c.collection_length)
		if err != nil {
			return err
		}
		d, err := declared(c)
		if err != nil {
			return err
		}
		return storeNumber("plan create: handle", handle, func() (int, error) { return f.NewPlan(name, d) })
	})
}

// declared reads what the arrays of a plan look like.
func declared(c C.struct_bridge_declared) (d frame.Declared, err error) {
	if c.rank < 3 || c.rank > 5 {
		return d, status.Errorf(status.Shape, "plan create: shape has %d numbers, [nx,ny,nz] or [nx,ny,nz,nvar] expected", c.rank)
	}
	if c.bounds < 0 || c.bounds > 5 {
		return d, status.Errorf(status.Shape, "plan create: lbound has %d numbers, 3 to 5 expected", c.bounds)
	}
	if d.Extents, err = integers("plan create: shape", c.shape, int(c.rank)); err != nil {
		return d, err
	}
	interior, err := integers("plan create: interior", c.interior, 6)
	if err != nil {
		return d, err
	}
	d.Interior = [6]int(interior)
	if c.bounds > 0 {
		if d.Lower, err = integers("plan create: lbound", c.lower, int(c.bounds)); err != nil {
			return d, err
		}
	}
	d.Order, err = text("plan create: order", c.order, c.order_length)
	return d, err
}

// Roles of an array in a plan, as in entry.h.
const (
	roleRead = iota
	roleWrite
	roleBind
	roleOnDevice = 16 // added to one of these
)

//export goPlanArray
func goPlanArray(handle, role C.int, name *C.char, length C.int, address unsafe.Pointer, shape, interior *C.int, first C.int, message *C.char) C.int {
	return answer(message, func() error {
		p, err := plan(handle)
		if err != nil {
			return err
		}
		view, err := text("plan: the view's name", name, length)
		if err != nil {
			return err
		}
		extents, err := integers("plan: shape", shape, 4)
		if err != nil {
			return err
		}
		return connect(p, role, view, frame.Use{Address: uintptr(address), Extents: extents, Var: int(first)}, interior)
	})
}

//export goPlanArrayAs
func goPlanArrayAs(u C.struct_bridge_use, message *C.char) C.int {
	return answer(message, func() error {
		p, err := plan(u.handle)
		if err != nil {
			return err
		}
		view, err := text("plan: the view's name", u.name, u.name_length)
		if err != nil {
			return err
		}
		if u.rank < 3 || u.rank > 5 {
			return status.Errorf(status.Shape, "plan: the array of %s has rank %d, 3 to 5 expected", view, u.rank)
		}
		if u.bytes != 4 && u.bytes != 8 {
			return status.Errorf(status.Argument, "plan: the array of %s has elements of %d bytes, 8 or 4 expected", view, u.bytes)
		}
		use := frame.Use{Address: uintptr(u.address), Single: u.bytes == 4, Var: int(u._var)}
		if u.role >= roleOnDevice {
			use.Device, u.role = true, u.role-roleOnDevice
		}
		if use.Extents, err = integers("plan: shape", u.shape, int(u.rank)); err != nil {
			return err
		}
		if u.lower != nil {
			if use.Lower, err = integers("plan: lower bounds", u.lower, int(u.rank)); err != nil {
				return err
			}
		}
		if use.Order, err = text("plan: order", u.order, u.order_length); err != nil {
			return err
		}
		if use.Scale, err = oneDouble("plan: scale", u.scale); err != nil {
			return err
		}
		if use.Offset, err = oneDouble("plan: offset", u.offset); err != nil {
			return err
		}
		return connect(p, u.role, view, use, u.interior)
	})
}

// oneDouble reads a number that may be absent.
func oneDouble(what string, p *C.double) (*float64, error) {
	list, err := doubles(what, p, 1, true)
	if err != nil || list == nil {
		return nil, err
	}
	return &list[0], nil
}

func connect(p *frame.Plan, role C.int, view string, use frame.Use, interior *C.int) error {
	switch role {
	case roleRead:
		return p.Read(view, use)
	case roleWrite:
		return p.Write(view, use)
	case roleBind:
		bounds, err := optionalInterior(interior)
		if err != nil {
			return err
		}
		return p.Bind(view, use, bounds)
	}
	return status.Errorf(status.Argument, "plan: role %d is not read (0), write (1) or bind (2)", role)
}

func optionalInterior(interior *C.int) (*[6]int, error) {
	if interior == nil {
		return nil, nil
	}
	list, err := integers("plan: interior", interior, 6)
	if err != nil {
		return nil, err
	}
	return (*[6]int)(list), nil
}

//export goPlanRun
func goPlanRun(handle C.int, message *C.char) C.int {
	return answer(message, func() error {
		p, err := plan(handle)
		if err != nil {
			return err
		}
		return p.Run()
	})
}

//export goPlanReference
func goPlanReference(handle C.int, sizes *C.int, message *C.char) C.int {
	return answer(message, func() error {
		p, err := plan(handle)
		if err != nil {
			return err
		}
		if err := writable("plan reference: sizes", unsafe.Pointer(sizes), 3*4); err != nil {
			return err
		}
		points, inputs, outputs, err := p.Reference()
		if err != nil {
			return err
		}
		copy(unsafe.Slice(sizes, 3), []C.int{C.int(points), C.int(inputs), C.int(outputs)})
		return nil
	})
}

//export goPlanInputs
func goPlanInputs(handle C.int, values *C.double, message *C.char) C.int {
	return answer(message, func() error {
		p, err := plan(handle)
		if err != nil {
			return err
		}
		list, err := p.CompareInputs()
		if err != nil {
			return err
		}
		if err := writable("plan inputs: values", unsafe.Pointer(values), 8*len(list)); err != nil {
			return err
		}
		copy(unsafe.Slice((*float64)(unsafe.Pointer(values)), len(list)), list)
		return nil
	})
}

//export goPlanCompare
func goPlanCompare(handle C.int, values *C.double, message *C.char) C.int {
	return answer(message, func() error {
		p, err := plan(handle)
		if err != nil {
			return err
		}
		list, err := doubles("plan compare: values", values, p.CompareOutputs(), true)
		if err != nil {
			return err
		}
		if list == nil {
			return status.Errorf(status.NullPointer, "plan compare: values: its address is null")
		}
		return p.Compare(list)
	})
}

//export goPlanSet
func goPlanSet(handle C.int, name *C.char, length C.int, value C.double, message *C.char) C.int {
	return answer(message, func() error {
		p, err := plan(handle)
		if err != nil {
			return err
		}
		number, err := text("plan set: name", name, length)
		if err != nil {
			return err
		}
		return p.SetNumber(number, float64(value))
	})
}

//export goPlanFollow
func goPlanFollow(handle C.int, stream unsafe.Pointer, message *C.char) C.int {
	return answer(message, func() error {
		p, err := plan(handle)
		if err != nil {
			return err
		}
		return p.Follow(uintptr(stream))
	})
}

//export goPlanDestroy
func goPlanDestroy(handle C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("plan destroy")
		if err != nil {
			return err
		}
		return f.Destroy(int(handle))
	})
}

func plan(handle C.int) (*frame.Plan, error) {
	f, err := frame.Current("plan")
	if err != nil {
		return nil, err
	}
	return f.Plan(int(handle))
}

// 7. Report

//export goReportText
func goReportText(buffer *C.char, size C.int, length *C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("report")
		if err != nil {
			return err
		}
		if err := writable("report: length", unsafe.Pointer(length), 4); err != nil {
			return err
		}
		text, err := f.ReportText(size > 0)
		if err != nil {
			return err
		}
		if err := fill("report", buffer, size, text); err != nil {
			return err
		}
		*length = C.int(len(text))
		return nil
	})
}

// 9. About

//export goVersion
func goVersion(buffer *C.char, size C.int, message *C.char) C.int {
	return answer(message, func() error {
		return fill("version", buffer, size, frame.Version)
	})
}

// storeNumber makes something and stores its handle, or another number, where the host wants it. The place is checked first.
func storeNumber(what string, handle *C.int, create func() (int, error)) error {
	if err := writable(what, unsafe.Pointer(handle), 4); err != nil {
		return err
	}
	h, err := create()
	if err != nil {
		return err
	}
	*handle = C.int(h)
	return nil
}

// fill puts a text into the host's buffer, blank-padded; a size of 0 asks for nothing.
func fill(what string, buffer *C.char, size C.int, s string) error {
	if size < 0 {
		return status.Errorf(status.Argument, "%s: a buffer of %d characters, 0 or more expected", what, size)
	}
	if size == 0 {
		return nil
	}
	if err := writable(what+": buffer", unsafe.Pointer(buffer), int(size)); err != nil {
		return err
	}
	to := unsafe.Slice((*byte)(unsafe.Pointer(buffer)), int(size))
	for i := copy(to, s); i < len(to); i++ {
		to[i] = ' '
	}
	return nil
}
