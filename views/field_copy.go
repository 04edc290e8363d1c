package views

import (
	"fmt"
	"runtime"
	"strconv"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/hostmemory"
	"drawbridge/status"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Upload lifts the interior of an array, and layers of halo around it, into a field: variables from Var on, one for each component.
func (s *Fields) Upload(name string, a HostArray, layers int) error {
	return s.copy("upload", name, a, layers, false)
}

// Download puts the interior of a field, and layers of its halo, back into an array.
func (s *Fields) Download(name string, a HostArray, layers int) error {
	return s.copy("download", name, a, layers, true)
}

func (s *Fields) copy(call, name string, a HostArray, layers int, toHost bool) error {
	f, err := s.Find(name)
	if err == nil {
		err = f.Lasting()
	}
	if err != nil {
		return status.Wrap(err, "%s: %v", call, err)
	}
	right := hostmemory.Read
	if toHost {
		right = hostmemory.Write
	}
	a.Width = f.Components
	if err := a.fits(call+" "+f.Name, f, layers, right); err != nil {
		return err
	}
	if !toHost {
		f.InteriorChanges()
	}
	if !toHost && layers > 0 {
		s.HaloChanges(f)
		f.HaloFetched(f.AllAround(layers), false)
	}
	return s.move(f, a.boxWith(layers, f), toHost)
}

// CopyPart copies the interior of an array into a part of a field's interior, or the other way, and answers how many elements that were.
// first is the part's first point, counted from 1; of a field on a domain, in the global grid.
func (s *Fields) CopyPart(call, name string, a HostArray, first [3]int, toHost bool) (elements int, err error) {
	f, err := s.Find(name)
	if err == nil {
		err = f.Lasting()
	}
	if err != nil {
		return 0, status.Wrap(err, "%s: %v", call, err)
	}
	a.Width = f.Components
	part, err := a.partOf(call+" "+f.Name, f, first)
	if err != nil {
		return 0, err
	}
	right := hostmemory.Read
	if toHost {
		right = hostmemory.Write
	}
	if err := hostmemory.Check(call+" "+f.Name, a.Address, a.Bytes(), right); err != nil {
		return 0, err
	}
	if !toHost && f.Spans(part) {
		f.InteriorChanges()
	}
	box := device.Box{Bytes: f.Bytes, Extent: [4]int{part.Extent[0], part.Extent[1], part.Extent[2], f.Components}, HostStride: a.strides(),
		Host: a.Address + uintptr(a.first()*f.Bytes), Offset: f.base, Stride: [4]int{1, f.row, f.plane, f.component}}
	for i, at := range part.At {
		box.Offset += at * box.Stride[i]
	}
	return part.Points() * f.Components, s.move(f, box, toHost)
}

// partOf is the box of a field that the interior of an array covers.
func (a HostArray) partOf(what string, f *Field, first [3]int) (part Box, err error) {
	if a.ElementBytes() != f.Bytes {
		return part, status.Errorf(status.Argument, "%s: the array has elements of %d bytes, %s has %d", what, a.ElementBytes(), f.Describe(), f.Bytes)
	}
	if err := a.Check(what); err != nil {
		return part, err
	}
	begin, within := [3]int{1, 1, 1}, f.Describe()
	if f.Domain != 0 {
		begin, within = f.First, "this rank's box of the domain of "+f.Describe()
	}
	for i, axis := range "xyz" {
		from, to := a.Interior[2*i], a.Interior[2*i+1]
		if from < 1 || to < from || to > a.Shape[i] {
			return part, status.Errorf(status.Shape, "%s: interior %c %d..%d is not within %s of the array", what, axis, from+a.Shift[i], to+a.Shift[i], a.declared(i))
		}
		part.At[i], part.Extent[i] = first[i]-begin[i], to-from+1
		if part.At[i] < 0 || part.Extent[i] > f.Shape[i]-part.At[i] {
			return part, status.Errorf(status.Shape, "%s: the part goes from %d to %d along %c, %d to %d expected: %s", what, first[i], first[i]+part.Extent[i]-1, axis, begin[i], begin[i]+f.Shape[i]-1, within)
		}
	}
	return part, nil
}

// boxWith is the box of a whole interior and layers of halo around it, between an array and a field.
func (a *HostArray) boxWith(layers int, f *Field) device.Box {
	box := device.Box{Bytes: f.Bytes, Extent: [4]int{0, 0, 0, f.Components}, HostStride: a.strides(),
		Offset: f.base, Stride: [4]int{1, f.row, f.plane, f.component}}
	first := a.first()
	for i, n := range f.Shape {
		l := min(layers, f.Layer(i))
		box.Extent[i] = n + 2*l
		box.Offset -= l * box.Stride[i]
		first -= l * box.HostStride[i]
	}
	box.Host = a.Address + uintptr(first*f.Bytes)
	return box
}

// move copies a box between the host and a field. One whose elements do not lie side by side along x goes through memory in which they do,
// where the device copies rows only.
func (s *Fields) move(f *Field, box device.Box, toHost bool) error {
	if box.HostStride[0] != 1 && (box.Bytes != 8 || s.device.About().InPlace == nil) {
		there, values := dense(box)
		defer runtime.KeepAlive(values)
		if !toHost {
			rearrange(box, there)
		}
		if err := s.move(f, there, toHost); err != nil || !toHost {
			return err
		}
		rearrange(there, box)
		return nil
	}
	if toHost {
		return s.device.CopyOut(f.memory.Memory, []device.Box{box})
	}
	return s.device.CopyIn(f.memory.Memory, []device.Box{box})
}

// Fits refuses an array that cannot be copied to a field, or from it. what names it.
func (s *Fields) Fits(what, name string, a HostArray, layers int) error {
	f, err := s.Find(name)
	if err != nil {
		return err
	}
	a.Width = f.Components
	return a.fits(what, f, layers, hostmemory.Read)
}

// fits refuses an array that does not fit the field, or whose memory cannot be used.
func (a HostArray) fits(what string, f *Field, layers int, right hostmemory.Right) error {
	if a.ElementBytes() != f.Bytes {
		return status.Errorf(status.Argument, "%s: the array has elements of %d bytes, %s has %d", what, a.ElementBytes(), f.Describe(), f.Bytes)
	}
	if layers < 0 {
		return status.Errorf(status.Argument, "%s: %d layers of the halo, 0 or more expected", what, layers)
	}
	mode := Reads
	if right == hostmemory.Read { // of the array
		mode = Fills
	}
	if err := (Access{Field: f, Mode: mode, Layers: f.AllAround(layers)}).Check(what); err != nil {
		return err
	}
	if err := a.Check(what); err != nil {
		return err
	}
	hint := a.Hint()
	if halo, has := f.haloOf([3]int(a.Shape[:3])); has && a.Interior != halo {
		hint = fmt.Sprintf("; the array has room for the field and its halo: give interior=%s", list(shifted(halo, a.Shift)))
	}
	for i, axis := range "xyz" {
		first, last := a.Interior[2*i], a.Interior[2*i+1]
		if last-first+1 != f.Shape[i] {
			return status.Errorf(status.Shape, "%s: interior %c %d..%d has %d points, %s has %d%s", what, axis, first+a.Shift[i], last+a.Shift[i], last-first+1, f.Describe(), f.Shape[i], hint)
		}
		if l := min(layers, f.Layer(i)); first-l < 1 || last+l > a.Shape[i] {
			return status.Errorf(status.Shape, "%s: interior %c %d..%d with %d halo layers is not within %s of the array%s", what, axis, first+a.Shift[i], last+a.Shift[i], l, a.declared(i), hint)
		}
	}
	return hostmemory.Check(what, a.Address, a.Bytes(), right)
}

// haloOf is the interior of an array that has the extents of the field with its halo.
func (f *Field) haloOf(shape [3]int) (interior [6]int, has bool) {
	for i, n := range f.Shape {
		l := f.Layer(i)
		if shape[i] != n+2*l {
			return interior, false
		}
		interior[2*i], interior[2*i+1] = l+1, l+n
	}
	return interior, f.Halo > 0
}

// Point reads the components of a field of doubles at an interior point (1-based).
func (s *Fields) Point(f *Field, point [3]int) ([]float64, error) {
	values := make([]float64, f.Components)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&values[0])
	for k := range values {
		if err := s.Element(f.Component(k+1), point, uintptr(unsafe.Pointer(&values[k])), true); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// Element gives the value of one interior point, 1-based; Put sets it (bench and tests aside, this is
// what sources and receivers need).
func (s *Fields) Element(f *Field, point [3]int, host uintptr, toHost bool) error {
	for i, n := range point {
		if n < 1 || n > f.Shape[i] {
			return status.Errorf(status.Shape, "point %v is not within %s", point, f.Describe())
		}
	}
	box := device.Row(f.Bytes, 1, host)
	box.Offset = f.base + point[0] - 1 + f.row*(point[1]-1) + f.plane*(point[2]-1)
	return s.move(f, box, toHost)
}

// Face is layers of a field at the low (Side 0) or high (1) end of an axis: those of the halo, or where Inside those of the interior
// that lie next to it. Along the axes before this one it has the halo too, so that edges and corners follow when the axes are
// exchanged in their order. Along those after it has the halo beyond walls: a fill may have come before the exchange.
type Face struct {
	Axis, Side, Layers int
	Inside             bool
}

// box is a face between a field and memory of the host in which its elements follow each other, component by component.
func (f *Field) box(a Face, host uintptr) device.Box {
	b := device.Box{Bytes: f.Bytes, Extent: [4]int{0, 0, 0, f.Components}, Host: host, Offset: f.base, Stride: [4]int{1, f.row, f.plane, f.component}}
	for i, n := range f.Shape {
		b.Extent[i] = n
		for side, l := range f.besides(a.Axis, i) {
			b.Extent[i] += l
			if side == 0 {
				b.Offset -= l * b.Stride[i]
			}
		}
	}
	b.Extent[a.Axis] = a.Layers
	first := 0 // from the first point of the interior
	if a.Side == 1 {
		first = f.Shape[a.Axis] - a.Layers
	}
	if !a.Inside {
		first += map[int]int{0: -a.Layers, 1: a.Layers}[a.Side]
	}
	b.Offset += first * b.Stride[a.Axis]
	b.HostStride = [4]int{1, b.Extent[0], b.Extent[0] * b.Extent[1], b.Extent[0] * b.Extent[1] * b.Extent[2]}
	return b
}

// besides are the layers of the halo that a face has along another axis, at the low and the high end.
func (f *Field) besides(axis, other int) (layers [2]int) {
	for side := range layers {
		if other < axis || other > axis && !f.joined[other][side] {
			layers[side] = f.Layer(other)
		}
	}
	return layers
}

// Carried are the faces of later axes whose halo a face along an axis has: bit 2 other + side.
func (f *Field) Carried(axis int) (bits int) {
	for other := axis + 1; other < f.Dims; other++ {
		for side, layers := range f.besides(axis, other) {
			if layers > 0 {
				bits |= 1 << (2*other + side)
			}
		}
	}
	return bits
}

// FaceBytes is how many bytes a face takes in memory of the host.
func (f *Field) FaceBytes(a Face) int { return f.box(a, 0).Elements() * f.Bytes }

// CopyFace copies a face into memory of the host, or from it.
func (s *Fields) CopyFace(f *Field, a Face, host uintptr, toHost bool) error {
	if !toHost && !a.Inside {
		s.HaloChanges(f)
	}
	return s.move(f, f.box(a, host), toHost)
}

// CopyBox copies a box of the interior into memory of the host in which its elements follow each other, or from it.
func (s *Fields) CopyBox(f *Field, b Box, host uintptr, toHost bool) error {
	box := device.Box{Bytes: f.Bytes, Extent: [4]int{b.Extent[0], b.Extent[1], b.Extent[2], f.Components}, Host: host, Offset: f.base,
		Stride: [4]int{1, f.row, f.plane, f.component}, HostStride: [4]int{1, b.Extent[0], b.Extent[0] * b.Extent[1], b.Points()}}
	for i, at := range b.At {
		box.Offset += at * box.Stride[i]
	}
	return s.move(f, box, toHost)
}
