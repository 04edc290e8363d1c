package stencils

import (
	"runtime"
	"unsafe"

	"drawbridge/status"
	"drawbridge/views"
)

// AddAt adds values to single interior points (1-based): sources.
func (s *Stencils) AddAt(name string, points [][3]int, values []float64) error {
	return s.points("add_at", name, points, func(i int, now float64) (float64, bool) {
		return now + values[i], true
	})
}

// Sample reads single interior points (1-based): receivers.
func (s *Stencils) Sample(name string, points [][3]int, values []float64) error {
	return s.points("sample", name, points, func(i int, now float64) (float64, bool) {
		values[i] = now
		return 0, false
	})
}

// points visits single points; visit is given what is there and may answer what shall be there.
func (s *Stencils) points(call, name string, points [][3]int, visit func(i int, now float64) (float64, bool)) error {
	f, err := s.fields.Single(name)
	if err != nil {
		return status.Wrap(err, "%s: %v", call, err)
	}
	for i, p := range points {
		for axis, n := range p {
			if n < 1 || n > f.Shape[axis] {
				return status.Errorf(status.Shape, "%s: point %d is %v, not within %s", call, i+1, p, f.Describe())
			}
		}
	}
	var cell element
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&cell)
	for i, p := range points {
		if err := s.fields.Element(f, p, uintptr(unsafe.Pointer(&cell)), true); err != nil {
			return err
		}
		next, put := visit(i, cell.value(f))
		if !put {
			continue
		}
		cell.set(f, next)
		if err := s.fields.Element(f, p, uintptr(unsafe.Pointer(&cell)), false); err != nil {
			return err
		}
	}
	return nil
}

// element is room for one value of either precision.
type element struct{ bits [1]float64 }

func (e *element) value(f *views.Field) float64 {
	if f.Bytes == 4 {
		return float64(*(*float32)(unsafe.Pointer(e)))
	}
	return e.bits[0]
}

func (e *element) set(f *views.Field, v float64) {
	if f.Bytes == 4 {
		*(*float32)(unsafe.Pointer(e)) = float32(v)
		return
	}
	e.bits[0] = v
}
