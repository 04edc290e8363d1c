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
	"drawbridge/stencils"
	"drawbridge/views"
)

// 10. Fields

// noPlace is what the Fortran module and Python give for the place of a field that is a whole grid.
const noPlace = -1 << 31

//export goFieldCreate
func goFieldCreate(name *C.char, length C.int, shape *C.int, dims, halo C.int, precision *C.char, precisionLength, components C.int, first *C.int, message *C.char) C.int {
	return withField("create_field", name, length, message, func(f *frame.Frame, field string) error {
		if dims < 1 || dims > 4 {
			return status.Errorf(status.Shape, "field %s: %d extents given, 2 or 3 expected", field, dims)
		}
		extents, err := integers("create_field: shape", shape, int(dims))
		if err != nil {
			return err
		}
		word, err := text("create_field: precision", precision, precisionLength)
		if err != nil {
			return err
		}
		var place []int
		if first != nil {
			if place, err = integers("create_field: first", first, int(dims)); err != nil {
				return err
			}
			if place[0] == noPlace {
				place = nil
			}
		}
		return f.CreateField(field, extents, place, int(halo), word, int(components))
	})
}

//export goFieldTemporary
func goFieldTemporary(name *C.char, length C.int, message *C.char) C.int {
	return withField("field_temporary", name, length, message, (*frame.Frame).MakeTemporary)
}

//export goFieldDestroy
func goFieldDestroy(name *C.char, length C.int, message *C.char) C.int {
	return withField("destroy_field", name, length, message, (*frame.Frame).DestroyField)
}

//export goFieldCopy
func goFieldCopy(name *C.char, length, toHost C.int, a C.struct_bridge_array, message *C.char) C.int {
	return withField("field copy", name, length, message, func(f *frame.Frame, field string) error {
		if toHost != 0 && toHost != 1 {
			return status.Errorf(status.Argument, "field %s: to_host is %d, 0 (into the field) or 1 (out of it) expected", field, int(toHost))
		}
		word := "upload " + field
		if toHost == 1 {
			word = "download " + field
		}
		if a.bytes != 4 && a.bytes != 8 {
			return status.Errorf(status.Argument, "%s: the array has elements of %d bytes, 4 or 8 expected", word, int(a.bytes))
		}
		d, err := declaredArray(word, a.rank, a.shape, a.interior, a.order, a.order_length, a.bounds, a.lower)
		if err != nil {
			return err
		}
		lent := views.HostArray{Address: uintptr(a.address), Single: a.bytes == 4, Var: int(a._var)}
		if a.first == nil && a.part == 0 {
			return f.CopyField(field, d, lent, int(a.layers), toHost == 1)
		}
		if a.layers != 0 {
			return status.Errorf(status.Argument, "%s: first and layers are given; a part has no layers of halo: leave one of both out", word)
		}
		place, err := integers(word+": first", a.first, 3)
		if err != nil {
			return err
		}
		return f.CopyPart(field, d, lent, [3]int(place), toHost == 1)
	})
}

//export goFieldPoints
func goFieldPoints(name *C.char, length, read C.int, points *C.int, count C.int, values *C.double, message *C.char) C.int {
	return withField("field points", name, length, message, func(f *frame.Frame, field string) error {
		visit := stencils.Visit{Field: field, Read: read != 0}
		visit.Points, visit.Values, visit.Refused = pointsOf(field, points, int(count), values, visit.Read)
		if err := f.VisitPoints(visit); err != nil || !visit.Read || count == 0 { // of a field on a domain all ranks make the call
			return err
		}
		copy(unsafe.Slice((*float64)(unsafe.Pointer(values)), int(count)), visit.Values)
		return nil
	})
}

// pointsOf are the points and the values of a call, or what is wrong with them.
func pointsOf(field string, points *C.int, count int, values *C.double, written bool) ([][3]int, []float64, error) {
	switch {
	case count < 0:
		return nil, nil, status.Errorf(status.Shape, "field %s: points must have the shape (3, n), values n", field)
	case count > 1<<24:
		return nil, nil, status.Errorf(status.Argument, "field %s: %d points, 0 to %d expected", field, count, 1<<24)
	case count == 0:
		return nil, nil, nil
	}
	flat, err := integers("field points: points", points, 3*count)
	if err != nil {
		return nil, nil, err
	}
	given, err := doubles("field points: values", values, count, false)
	if err == nil && written {
		err = writable("field points: values", unsafe.Pointer(values), 8*count)
	}
	if err != nil {
		return nil, nil, err
	}
	list := make([][3]int, count)
	for i := range list {
		list[i] = [3]int(flat[3*i:])
	}
	return list, given, nil
}

//export goFieldReduce
func goFieldReduce(what *C.char, whatLength C.int, name *C.char, length C.int, other *C.char, otherLength C.int, value *C.double, message *C.char) C.int {
	return withField("reduce", name, length, message, func(f *frame.Frame, field string) error {
		word, err := text("reduce", what, whatLength)
		if err != nil {
			return err
		}
		second, err := text("reduce: other field", other, otherLength)
		if err != nil {
			return err
		}
		if err := writable("reduce: value", unsafe.Pointer(value), 8); err != nil {
			return err
		}
		number, err := f.Reduce(word, field, second)
		if err == nil {
			*value = C.double(number)
		}
		return err
	})
}

//export goSequenceCreate
func goSequenceCreate(name *C.char, length C.int, handle *C.int, message *C.char) C.int {
	return withField("sequence create", name, length, message, func(f *frame.Frame, title string) error {
		return storeNumber("sequence create: handle", handle, func() (int, error) { return f.NewSequence(title) })
	})
}

//export goSequenceApply
func goSequenceApply(handle C.int, s C.struct_bridge_step, message *C.char) C.int {
	return withSequence(handle, message, func(f *frame.Frame, q *stencils.Sequence) error {
		operator, err := text("sequence: operator", s.operator_name, s.operator_length)
		if err != nil {
			return err
		}
		reads, err := text("sequence: reads", s.reads, s.reads_length)
		if err != nil {
			return err
		}
		writes, err := text("sequence: writes", s.writes, s.writes_length)
		if err != nil {
			return err
		}
		options, err := text("sequence: options", s.options, s.options_length)
		if err != nil {
			return err
		}
		if s.count < 0 || s.count > 64 {
			return status.Errorf(status.Argument, "%s: %d numbers, 0 to 64 expected", operator, s.count)
		}
		var numbers []float64
		if s.count > 0 {
			if numbers, err = doubles(operator+": numbers", (*C.double)(unsafe.Pointer(s.numbers)), int(s.count), false); err != nil {
				return err
			}
		}
		if operator == "properties" {
			return f.AppendProperties(q, options, reads, writes, numbers)
		}
		return q.Apply(operator, reads, writes, numbers, options)
	})
}

//export goSequenceRun
func goSequenceRun(handle, times C.int, message *C.char) C.int {
	return withRunning(handle, message, func(q *stencils.Sequence) error { return q.Run(int(times)) })
}

//export goSequenceStart
func goSequenceStart(handle, times C.int, message *C.char) C.int {
	return withRunning(handle, message, func(q *stencils.Sequence) error { return q.Start(int(times)) })
}

//export goWait
func goWait(message *C.char) C.int {
	return answer(message, func() error {
		_, err := frame.Current("wait")
		return err
	})
}

//export goSequenceSet
func goSequenceSet(handle C.int, name *C.char, length C.int, value C.double, message *C.char) C.int {
	return withRunning(handle, message, func(q *stencils.Sequence) error {
		number, err := text("sequence set: name", name, length)
		if err != nil {
			return err
		}
		return q.Set(number, float64(value))
	})
}

//export goSequenceGet
func goSequenceGet(handle C.int, name *C.char, length C.int, value *C.double, message *C.char) C.int {
	return withSequence(handle, message, func(_ *frame.Frame, q *stencils.Sequence) error {
		number, err := text("sequence get: name", name, length)
		if err != nil {
			return err
		}
		if err := writable("sequence get: value", unsafe.Pointer(value), 8); err != nil {
			return err
		}
		got, err := q.Get(number)
		if err == nil {
			*value = C.double(got)
		}
		return err
	})
}

//export goSequenceDestroy
func goSequenceDestroy(handle C.int, message *C.char) C.int {
	return withSequence(handle, message, func(f *frame.Frame, _ *stencils.Sequence) error { return f.DestroySequence(int(handle)) })
}

//export goPoisson
func goPoisson(p C.struct_bridge_poisson, cycles *C.int, history *C.double, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("poisson")
		if err != nil {
			return err
		}
		if err := writable("poisson: cycles", unsafe.Pointer(cycles), 4); err != nil {
			return err
		}
		problem, err := problemOf(p)
		if err == nil {
			err = writable("poisson: history", unsafe.Pointer(history), 8*(problem.MaxCycles+1))
		}
		if problem.Refused = err; err == nil { // all ranks of a domain must know
			*cycles = -1 // until the first guess is judged
		}
		residuals, err := f.Solve(problem)
		if len(residuals) > 0 {
			copy(unsafe.Slice((*float64)(unsafe.Pointer(history)), problem.MaxCycles+1), residuals)
			*cycles = C.int(len(residuals) - 1)
		}
		return err
	})
}

func problemOf(p C.struct_bridge_poisson) (problem stencils.Poisson, err error) {
	if problem.U, err = text("poisson: solution", p.u, p.u_length); err != nil {
		return problem, err
	}
	if problem.F, err = text("poisson: right-hand side", p.f, p.f_length); err != nil {
		return problem, err
	}
	if problem.Boundary, err = text("poisson: boundary", p.boundary, p.boundary_length); err != nil {
		return problem, err
	}
	if p.axes < 1 || p.axes > 3 {
		return problem, status.Errorf(status.Argument, "poisson: spacing of %d axes, 2 or 3 expected", p.axes)
	}
	if p.max_cycles < 0 || p.max_cycles > 1<<20 {
		return problem, status.Errorf(status.Argument, "poisson: max_cycles is %d, 0 to %d expected", p.max_cycles, 1<<20)
	}
	problem.Tolerance, problem.MaxCycles = float64(p.tolerance), int(p.max_cycles)
	problem.Spacing, err = doubles("poisson: spacing", (*C.double)(unsafe.Pointer(p.spacing)), int(p.axes), false)
	return problem, err
}

// withField reads a name and runs the work of a call of the live Frame on it.
func withField(call string, name *C.char, length C.int, message *C.char, work func(*frame.Frame, string) error) C.int {
	return answer(message, func() error {
		f, err := frame.Current(call)
		if err != nil {
			return err
		}
		word, err := text(call+": name", name, length)
		if err != nil {
			return err
		}
		return work(f, word)
	})
}

// withSequence finds a sequence and runs the work of a call on it.
func withSequence(handle C.int, message *C.char, work func(*frame.Frame, *stencils.Sequence) error) C.int {
	return answer(message, func() error {
		f, err := frame.Current("sequence")
		if err != nil {
			return err
		}
		q, err := f.Sequence(int(handle))
		if err != nil {
			return err
		}
		return work(f, q)
	})
}

// withRunning is withSequence for calls that do not wait for lists that were started.
func withRunning(handle C.int, message *C.char, work func(*stencils.Sequence) error) C.int {
	return answer(message, func() error {
		f, err := frame.Running("sequence")
		if err != nil {
			return err
		}
		q, err := f.Sequence(int(handle))
		if err != nil {
			return err
		}
		return work(q)
	})
}
