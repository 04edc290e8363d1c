package views

import (
	"runtime"
	"sort"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/hostmemory"
	"drawbridge/status"
	"drawbridge/status/nearest"
)

// Declaration is a view that may be asked for by name.
type Declaration struct {
	Name    string
	Width   int    // components per point: 1, ns or nq
	Unit    string // SI
	Meaning string
}

// View is a named block of max_block points of Width components on the device.
type View struct {
	Declaration
	what  string          // for messages
	valid int             // points that hold values, counted from the first
	unit  Unit            // of what it holds
	there [2]device.Array // as input and as output of a kernel, once it has memory
}

// Store is the views of one Frame, by name: the legacy calls fill them, run collections on them and empty them.
type Store struct {
	*Buffers
	views map[string]*View
	boxes []device.Box // of the latest copy: a call makes nothing for the collector
}

// NewStore declares views on a device.
func NewStore(dev device.Device, maxBlock int, layout Layout, declarations []Declaration) *Store {
	s := &Store{Buffers: NewBuffers(dev, maxBlock, layout, ""), views: map[string]*View{}}
	for _, d := range declarations {
		s.views[d.Name] = &View{Declaration: d, what: "view " + d.Name}
	}
	return s
}

// Find gives a declared view.
func (s *Store) Find(name string) (*View, error) {
	v, ok := s.views[name]
	if !ok {
		return nil, status.Errorf(status.UnknownName, "view '%s' is not known%s", name, nearest.Known(name, "views are", s.names(), "drawbridge kernels lists all"))
	}
	if v.Width < 1 {
		return nil, status.Errorf(status.Shape, "view '%s' (%s) has no components: initialize was given no species, or nq = 0 for Q; give it species=, ns=, a mechanism or nq=", name, v.Meaning)
	}
	return v, nil
}

// Valid is how many points of the view hold values.
func (v *View) Valid() int { return v.valid }

// Unpack lifts interior points start..end of a halo-padded array into points 1.. of a view.
func (s *Store) Unpack(name string, a HostArray, start, end int) error {
	v, to, err := s.prepare(name, &a, start, end, hostmemory.Read)
	if err != nil {
		return err
	}
	v.valid = 0
	s.boxes = a.Boxes(s.boxes[:0], start, end, to)
	if err := s.device.CopyIn(to.Memory, s.boxes); err != nil {
		return err
	}
	v.valid = end - start + 1
	return nil
}

// Pack puts points 1.. of a view back into interior points start..end of a halo-padded array.
func (s *Store) Pack(name string, a HostArray, start, end int) error {
	v, from, err := s.prepare(name, &a, start, end, hostmemory.Write)
	if err != nil {
		return err
	}
	if n := end - start + 1; v.valid < n {
		return status.Errorf(status.Order, "view %s: %d points are asked, %d hold values: run a collection that writes it first", name, n, v.valid)
	}
	s.boxes = a.Boxes(s.boxes[:0], start, end, from)
	return s.device.CopyOut(from.Memory, s.boxes)
}

// At reads back what a view holds at one point (1-based), component by component.
func (s *Store) At(name string, point int) ([]float64, error) {
	v, err := s.Find(name)
	if err != nil {
		return nil, err
	}
	from, err := s.argument(v, 0)
	if err != nil {
		return nil, err
	}
	return components(s.device, from.Memory, from.Base+(point-1)*from.Point, from.Component, from.Components)
}

// components reads so many values back, that lie a stride apart from an offset on.
func components(d device.Device, m device.Memory, offset, stride, width int) ([]float64, error) {
	values := make([]float64, width)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&values[0])
	box := device.Box{Bytes: 8, Extent: [4]int{width, 1, 1, 1}, Host: uintptr(unsafe.Pointer(&values[0])), HostStride: [4]int{1, 0, 0, 0},
		Offset: offset, Stride: [4]int{stride, 0, 0, 0}}
	return values, d.CopyOut(m, []device.Box{box})
}

func (s *Store) prepare(name string, a *HostArray, start, end int, right hostmemory.Right) (*View, device.Array, error) {
	v, err := s.Find(name)
	if err == nil && a.Width != v.Width {
		err = status.Errorf(status.Shape, "view %s: variables %d..%d are %d, the view has %d", name, a.Var, a.Var+a.Width-1, a.Width, v.Width)
	}
	if err == nil {
		err = a.Check(v.what)
	}
	if err == nil {
		err = s.checkStripe(a, v.what, start, end, right)
	}
	if err != nil {
		return nil, device.Array{}, err
	}
	as := 0
	if right == hostmemory.Write {
		as = 1
	}
	there, err := s.argument(v, as)
	return v, there, err
}

// argument is a view as input, 0, or output, 1, of a kernel. It gets its memory here.
func (s *Store) argument(v *View, as int) (device.Array, error) {
	a := &v.there[as]
	if a.Memory != nil {
		return *a, nil
	}
	var err error
	*a, err = s.Array(v.Name, v.Width, as == 1)
	v.unit.Put(a)
	return *a, err
}

// Input gives a view as input of a kernel on n points, or an error if fewer hold values.
func (s *Store) Input(name string, n int) (device.Array, error) {
	v, err := s.Find(name)
	if err == nil && v.valid < n {
		err = status.Errorf(status.Order, "input %s: %d points are asked, %d hold values", name, n, v.valid)
	}
	if err != nil {
		return device.Array{}, err
	}
	return s.argument(v, 0)
}

// Output gives a view as output of a kernel.
func (s *Store) Output(name string) (device.Array, error) {
	v, err := s.Find(name)
	if err != nil {
		return device.Array{}, err
	}
	return s.argument(v, 1)
}

// SetValid says how many points of a view hold values after a launch.
func (s *Store) SetValid(name string, n int) {
	if v, ok := s.views[name]; ok {
		v.valid = n
	}
}

// Close gives all memory back.
func (s *Store) Close() {
	s.Buffers.Close()
	for _, v := range s.views {
		v.valid, v.there = 0, [2]device.Array{}
	}
}

func (s *Store) names() []string {
	names := make([]string, 0, len(s.views))
	for name := range s.views {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
