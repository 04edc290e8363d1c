package views

import (
	"runtime"
	"strconv"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/hostmemory"
	"drawbridge/status"
)

func itoa(n int) string { return strconv.Itoa(n) }

// LentGrid describes an array of the host that a field is copied from or to: x fastest, up to 4 dimensions, variables
// from Var on, one for each component of the field, Interior 1-based and inclusive, Layers of halo around it.
type LentGrid struct {
	Address  uintptr
	Bytes    int // of an element
	Shape    [4]int
	Interior [6]int
	Var      int
	Layers   int
}

// Upload lifts the interior, and Layers of halo, of an array into a field.
func (s *Fields) Upload(name string, a LentGrid) error { return s.copy("upload", name, a, false) }

// Download puts the interior, and Layers of halo, of a field back into an array.
func (s *Fields) Download(name string, a LentGrid) error { return s.copy("download", name, a, true) }

func (s *Fields) copy(call, name string, a LentGrid, toHost bool) error {
	f, err := s.Find(name)
	if err != nil {
		return status.Errorf(status.CodeOf(err), "%s: %v", call, err)
	}
	right := hostmemory.Read
	if toHost {
		right = hostmemory.Write
	}
	if err := a.check(call, f, right); err != nil {
		return err
	}
	var low, extent [3]int // first element of the box in the array, and its extents
	for i := range 3 {
		low[i] = a.Interior[2*i] - 1 - min(a.Layers, f.Layer(i))
		extent[i] = f.Shape[i] + 2*min(a.Layers, f.Layer(i))
	}
	if !toHost && a.Layers > 0 {
		s.HaloChanges(f)
	}
	row, plane := a.Shape[0], a.Shape[0]*a.Shape[1]
	for k := range f.Components {
		first := low[0] + row*low[1] + plane*(low[2]+a.Shape[2]*(a.Var-1+k))
		err := s.device.CopyGrid(f.memory.Memory, device.GridBox{
			Bytes: f.Bytes, Extent: extent, Host: a.Address + uintptr(first*f.Bytes), HostRow: row, HostPlane: plane,
			Offset: f.base + k*f.component - min(a.Layers, f.Layer(0)) - f.row*min(a.Layers, f.Layer(1)) - f.plane*min(a.Layers, f.Layer(2)),
			Row:    f.row, Plane: f.plane}, toHost)
		if err != nil {
			return err
		}
	}
	return nil
}

// check refuses an array that does not fit the field, or whose memory cannot be used.
func (a LentGrid) check(call string, f *Field, right hostmemory.Right) error {
	what := call + " " + f.Name
	if a.Bytes != f.Bytes {
		return status.Errorf(status.Argument, "%s: the array has elements of %d bytes, %s has %d", what, a.Bytes, f.Describe(), f.Bytes)
	}
	if a.Layers < 0 || a.Layers > f.Halo {
		return status.Errorf(status.Shape, "%s: %d halo layers asked, %s has %d", what, a.Layers, f.Describe(), f.Halo)
	}
	elements := 1.0
	for i, n := range a.Shape {
		if n < 1 {
			return status.Errorf(status.Shape, "%s: extent %d of the array is %d", what, i+1, n)
		}
		elements *= float64(n)
	}
	if elements > 1<<45 {
		return status.Errorf(status.Shape, "%s: an array of %v does not fit in memory", what, a.Shape)
	}
	if last := a.Var + f.Components - 1; a.Var < 1 || last > a.Shape[3] {
		if f.Components == 1 {
			return status.Errorf(status.Shape, "%s: variable %d is asked, the array has %d", what, a.Var, a.Shape[3])
		}
		return status.Errorf(status.Shape, "%s: variables %d to %d are asked for %d components, the array has %d", what, a.Var, last, f.Components, a.Shape[3])
	}
	for i, axis := range "xyz" {
		first, last := a.Interior[2*i], a.Interior[2*i+1]
		if last-first+1 != f.Shape[i] {
			return status.Errorf(status.Shape, "%s: interior %c %d..%d has %d points, %s has %d%s", what, axis, first, last, last-first+1, f.Describe(), f.Shape[i], a.misread())
		}
		layers := min(a.Layers, f.Layer(i))
		if first-layers < 1 || last+layers > a.Shape[i] {
			return status.Errorf(status.Shape, "%s: interior %c %d..%d with %d halo layers is not within 1..%d of the array%s", what, axis, first, last, layers, a.Shape[i], a.misread())
		}
	}
	return hostmemory.Check(what, a.Address, int64(elements)*int64(a.Bytes), right)
}

// misread says of a refused interior that its numbers seem to be in another order.
func (a LentGrid) misread() string { return Hint([3]int(a.Shape[:3]), a.Interior) }

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
	offset := f.base + point[0] - 1 + f.row*(point[1]-1) + f.plane*(point[2]-1)
	return s.device.CopyGrid(f.memory.Memory, device.GridBox{Bytes: f.Bytes, Extent: [3]int{1, 1, 1}, Host: host, HostRow: 1, HostPlane: 1,
		Offset: offset, Row: f.row, Plane: f.plane}, toHost)
}
