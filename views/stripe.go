package views

import (
	"fmt"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/hostmemory"
	"drawbridge/status"
)

// Check refuses an array whose numbers cannot be true. what names it in messages.
func (a HostArray) Check(what string) error {
	if a.Address == 0 {
		return status.Errorf(status.NullPointer, "%s: the array's address is null", what)
	}
	if a.Var < 1 || a.Width < 1 || a.Width > 1<<20 {
		return status.Errorf(status.Shape, "%s: variables %d..%d are not a range that begins at 1 or later", what, a.Var, a.Var+a.Width-1)
	}
	bytes := int64(a.ElementBytes())
	if a.Device && a.Address%uintptr(bytes) != 0 { // a host reads such addresses, a GPU does not
		return status.Errorf(status.Argument, "%s: the array begins at 0x%x, which is not a multiple of the %d bytes of its elements, as a GPU needs; pass the address of an element", what, a.Address, bytes)
	}
	for i, n := range a.Shape {
		if n < 1 {
			return status.Errorf(status.Shape, "%s: extent %d of the array is %d, at least 1 expected", what, i+1, n)
		}
		if bytes > (1<<62)/int64(n) {
			return status.Errorf(status.Shape, "%s: an array of %d x %d x %d x %d numbers does not fit in memory", what, a.Shape[0], a.Shape[1], a.Shape[2], a.Shape[3])
		}
		bytes *= int64(n)
	}
	if a.Var+a.Width-1 > a.Shape[3] {
		return status.Errorf(status.Shape, "%s: %s asked, the array has %d", what, a.variables(), a.Shape[3])
	}
	for i, axis := range []string{"x", "y", "z"} {
		first, last := a.Interior[2*i], a.Interior[2*i+1]
		if first < 1 || last > a.Shape[i] || first > last {
			return status.Errorf(status.Shape, "%s: interior %s %d..%d is not within %s%s", what, axis, first+a.Shift[i], last+a.Shift[i], a.declared(i), a.Hint())
		}
	}
	return nil
}

// declared writes the bounds along an axis.
func (a HostArray) declared(axis int) string {
	lower := 1 + a.Shift[axis]
	bounds := fmt.Sprintf("%d..%d", lower, lower+a.Shape[axis]-1)
	if a.Shift != [3]int{} {
		return "the declared bounds " + bounds
	}
	return bounds
}

// variables says which are meant, as the beginning of a sentence about them.
func (a HostArray) variables() string {
	if a.Width == 1 {
		return fmt.Sprintf("variable %d is", a.Var)
	}
	return fmt.Sprintf("variables %d to %d are", a.Var, a.Var+a.Width-1)
}

// Points counts the interior points.
func (a HostArray) Points() int {
	return a.interior(0) * a.interior(1) * a.interior(2)
}

// Bytes of the whole array.
func (a HostArray) Bytes() int64 {
	return int64(a.ElementBytes()) * int64(a.Shape[0]) * int64(a.Shape[1]) * int64(a.Shape[2]) * int64(a.Shape[3])
}

// Span is the addresses from the first element of the variables that are meant to behind the last.
func (a HostArray) Span() (first, end uintptr) {
	bytes, s := uintptr(a.ElementBytes()), a.strides()
	first = a.Address + bytes*uintptr((a.Var-1)*s[3])
	last := (a.Shape[0]-1)*s[0] + (a.Shape[1]-1)*s[1] + (a.Shape[2]-1)*s[2] + (a.Width-1)*s[3]
	return first, first + bytes*uintptr(last+1)
}

func (a *HostArray) interior(axis int) int { return a.Interior[2*axis+1] - a.Interior[2*axis] + 1 }

// checkStripe refuses a stripe outside the interior or longer than the view.
func (s *Store) checkStripe(a *HostArray, what string, start, end int, right hostmemory.Right) error {
	if start < 1 || end < start || end > a.Points() {
		return status.Errorf(status.Shape, "%s: stripe %d..%d is not within the interior points 1..%d", what, start, end, a.Points())
	}
	if end-start+1 > s.maxBlock {
		return status.Errorf(status.Shape, "%s: stripe %d..%d has %d points, max_block is %d", what, start, end, end-start+1, s.maxBlock)
	}
	last := a.lies(end) + a.strides()[3]*(a.Width-1)
	return hostmemory.Check(what, a.Address, int64(a.ElementBytes())*int64(last+1), right) // from its first element on: wrong extents may jump over what is not there
}

// lies is the element that interior point t (1-based) of the first variable is.
func (a *HostArray) lies(t int) int {
	mx, my, s := a.interior(0), a.interior(1), a.strides()
	t--
	return a.first() + t%mx*s[0] + t/mx%my*s[1] + t/(mx*my)*s[2]
}

// Indices are those of interior point t (1-based) in the array, counted from its declared bounds, the halo included.
func (a HostArray) Indices(t int) [3]int {
	mx, my := a.interior(0), a.interior(1)
	t--
	return [3]int{a.Shift[0] + a.Interior[0] + t%mx, a.Shift[1] + a.Interior[2] + t/mx%my, a.Shift[2] + a.Interior[4] + t/(mx*my)}
}

// At is what the variables hold at interior point t (1-based). The caller has checked that the array is mapped.
func (a HostArray) At(t int) []float64 {
	values := make([]float64, a.Width)
	variable := a.strides()[3]
	for k := range values {
		address := a.Address + uintptr(a.ElementBytes())*uintptr(a.lies(t)+k*variable)
		if a.Single {
			values[k] = float64(**(**float32)(unsafe.Pointer(&address)))
		} else {
			values[k] = **(**float64)(unsafe.Pointer(&address)) // memory of the host, not of Go
		}
	}
	return values
}

// Boxes covers interior points start..end (1-based, x fastest, then y, then z) of every variable
// by boxes: a partial row, a partial plane, whole planes, a partial plane, a partial row.
// Point t of the stripe is point t of there, which holds all components where the array is one of them. They are appended to boxes.
func (a *HostArray) Boxes(boxes []device.Box, start, end int, there device.Array) []device.Box {
	mx, my, s := a.interior(0), a.interior(1), a.strides()
	point, base := there.Point, there.Base+max(a.Part-1, 0)*there.Component
	for t := start - 1; t < end; {
		x, y, z, left := t%mx, t/mx%my, t/(mx*my), end-t
		extent := [4]int{min(left, mx-x), 1, 1, a.Width}
		if x == 0 && left >= mx {
			extent[1] = min(left/mx, my-y)
			if y == 0 && left >= mx*my {
				extent[2] = left / (mx * my)
			}
		}
		first := a.first() + x*s[0] + y*s[1] + z*s[2]
		boxes = append(boxes, device.Box{Bytes: 8, Single: a.Single, Past: true,
			Extent: extent, Host: a.Address + uintptr(a.ElementBytes()*first), HostStride: s,
			Offset: base + (t-start+1)*point, Stride: [4]int{point, mx * point, mx * my * point, there.Component},
		})
		t += extent[0] * extent[1] * extent[2]
	}
	return boxes
}
