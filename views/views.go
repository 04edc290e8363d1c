package views

import (
	"runtime"
	"sort"
	"strings"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/hostmemory"
	"drawbridge/status"
	"drawbridge/status/nearest"
)

// Layout is the order of a view's elements.
type Layout int

const (
	Left  Layout = iota // point fastest: one thread or lane per point
	Right               // component fastest: a team per point
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
	what    string // for messages
	memory  device.Memory
	valid   int  // points that hold values, counted from the first
	in, out loan // in the place of memory where a kernel reads, and where it writes
	// Units: where nothing else is said, of what it holds, of what the next launch leaves.
	unit, read, written Unit
}

// loan is memory that takes the place of a view's own; none where its memory is nil.
type loan struct {
	memory device.Memory
	array  device.Array // where its points lie
}

// Store is the views of one Frame. Each is sized once, by max_block, when it is first used.
type Store struct {
	device   device.Device
	maxBlock int
	layout   Layout
	views    map[string]*View
	label    string       // "", or which of several stripes it holds, for messages
	looked   bool         // who hands arrays over has looked whether they are there
	boxes    []device.Box // of the latest copy: a call makes nothing for the collector
}

// line is a cache line in elements. Every component of a LayoutLeft view begins an odd number of
// lines after the one before: powers of two would put all components into the same cache sets.
const line = 8

// NewStore declares views on a device.
func NewStore(dev device.Device, maxBlock int, layout Layout, declarations []Declaration) *Store {
	s := &Store{device: dev, maxBlock: maxBlock, layout: layout, views: map[string]*View{}}
	for _, d := range declarations {
		s.views[d.Name] = &View{Declaration: d, what: "view " + d.Name}
	}
	return s
}

// On gives a store of the same views with memory of its own, on a queue of the same device, for arrays that were looked
// for once, not stripe by stripe. label tells the stores apart in messages.
func (s *Store) On(queue device.Device, label string) *Store {
	other := &Store{device: queue, maxBlock: s.maxBlock, layout: s.layout, views: map[string]*View{}, label: label, looked: true}
	for name, v := range s.views {
		other.views[name] = &View{Declaration: v.Declaration, what: v.what, unit: v.unit, read: v.unit, written: v.unit}
	}
	return other
}

// Label tells which of several stripes it holds, for messages.
func (s *Store) Label() string { return s.label }

// MaxBlock is the number of points every view can hold.
func (s *Store) MaxBlock() int { return s.maxBlock }

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
	v, err := s.prepare(name, &a, start, end, hostmemory.Read)
	if err != nil {
		return err
	}
	v.valid, v.read = 0, a.Unit
	to := s.argument(v, false)
	if err := s.device.CopyIn(to.Memory, s.boxesOf(&a, start, end, to)); err != nil {
		return err
	}
	v.valid = end - start + 1 // of a part: the caller brings the others too
	return nil
}

// Pack puts points 1.. of a view back into interior points start..end of a halo-padded array.
func (s *Store) Pack(name string, a HostArray, start, end int) error {
	v, err := s.prepare(name, &a, start, end, hostmemory.Write)
	if err != nil {
		return err
	}
	if n := end - start + 1; v.valid < n {
		return status.Errorf(status.Order, "view %s: %d points are asked, %d hold values: run a collection that writes it first", name, n, v.valid)
	}
	from := s.argument(v, true)
	return s.device.CopyOut(from.Memory, s.boxesOf(&a, start, end, from))
}

// At reads back what a view holds at one point (1-based), component by component.
func (s *Store) At(name string, point int) ([]float64, error) {
	v, err := s.Find(name)
	if err != nil {
		return nil, err
	}
	from := s.argument(v, false)
	return components(s.device, from.Memory, from.Base+(point-1)*from.Point, from.Component, v.Width)
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

// boxesOf gives the boxes of a stripe as a view holds it; they last until the next copy.
func (s *Store) boxesOf(a *HostArray, start, end int, v device.Array) []device.Box {
	s.boxes = a.boxes(s.boxes[:0], start, end, v.Point, v.Component)
	for i := range s.boxes {
		s.boxes[i].Offset += v.Base + max(a.Part-1, 0)*v.Component
	}
	return s.boxes
}

func (s *Store) prepare(name string, a *HostArray, start, end int, right hostmemory.Right) (*View, error) {
	v, err := s.Find(name)
	if err != nil {
		return nil, err
	}
	want := v.Width - closed(a.Closing)
	if a.Part > 0 && a.Part <= want {
		want = 1
	}
	if a.Width != want {
		return nil, status.Errorf(status.Shape, "view %s: variables %d..%d are %d, the view has %d", name, a.Var, a.Var+a.Width-1, a.Width, want)
	}
	if err := a.Check(v.what); err != nil {
		return nil, err
	}
	if err := s.checkStripe(a, v.what, start, end, right); err != nil {
		return nil, err
	}
	return v, s.allocate(v)
}

func closed(closing bool) int {
	if closing {
		return 1
	}
	return 0
}

// Input gives a view as input of a kernel on n points, or an error if fewer hold values.
func (s *Store) Input(name string, n int) (device.Array, error) {
	v, err := s.Find(name)
	if err != nil {
		return device.Array{}, err
	}
	if v.valid < n {
		return device.Array{}, status.Errorf(status.Order, "input %s: %d points are asked, %d hold values", name, n, v.valid)
	}
	return s.argument(v, false), nil
}

// Output gives a view as output of a kernel.
func (s *Store) Output(name string) (device.Array, error) {
	v, err := s.Find(name)
	if err != nil {
		return device.Array{}, err
	}
	if err := s.allocate(v); err != nil {
		return device.Array{}, err
	}
	return s.argument(v, true), nil
}

// SetValid says how many points of a view hold values after a launch.
func (s *Store) SetValid(name string, n int) {
	if v, ok := s.views[name]; ok {
		v.valid, v.read = n, v.written
	}
}

// Close gives all memory back.
func (s *Store) Close() {
	for _, v := range s.views {
		if v.memory != nil {
			s.device.Release(v.memory)
			v.memory = nil
		}
		v.valid, v.in, v.out = 0, loan{}, loan{}
		v.read, v.written = v.unit, v.unit
	}
}

func (s *Store) argument(v *View, output bool) device.Array {
	l, unit := v.in, v.read
	if output {
		l, unit = v.out, v.written
	}
	a := l.array
	if l.memory == nil {
		a = device.Array{Point: s.point(v), Component: s.component(v)}
		l.memory = v.memory
	}
	a.Name, a.Memory, a.Components, a.Output = v.Name, l.memory, v.Width, output
	if a.Bytes == 0 {
		a.Bytes = 8
	}
	unit.put(&a)
	return a
}

func (s *Store) point(v *View) int {
	if s.layout == Right {
		return v.Width
	}
	return 1
}

func (s *Store) component(v *View) int { return s.layout.component(s.maxBlock) }

// component is the stride in elements from one component of a point to the next.
func (l Layout) component(points int) int {
	if l == Right {
		return 1
	}
	return ((points+line-1)/line | 1) * line
}

// Padded tells whether every component of a view ends with the end of a cache line.
func (s *Store) Padded() bool { return s.layout == Left }

// elements that so many points of a width take.
func (l Layout) elements(points, width int) int {
	if l == Right {
		return points * width
	}
	return l.component(points) * width
}

func (s *Store) allocate(v *View) error {
	if v.memory != nil || v.out.memory != nil {
		return nil
	}
	m, err := s.device.Allocate("view "+v.Name+s.label, s.layout.elements(s.maxBlock, v.Width))
	if status.CodeOf(err) == status.OutOfMemory {
		return status.Errorf(status.OutOfMemory, "%v (max_block %d x %d components); largest views: %s", err, s.maxBlock, v.Width, s.largest())
	}
	if err != nil {
		return err
	}
	v.memory = m
	return nil
}

// largest names the views that hold most memory.
func (s *Store) largest() string {
	var held []owner
	for _, v := range s.views {
		if v.memory != nil {
			held = append(held, owner{v.Name, v.memory.Elements()})
		}
	}
	return heaviest(held)
}

// owner is memory with its name, for messages.
type owner struct {
	name     string
	elements int // of 8 bytes
}

// heaviest names the three owners of most memory.
func heaviest(held []owner) string {
	if len(held) == 0 {
		return "none yet"
	}
	sort.Slice(held, func(i, j int) bool {
		return held[i].elements > held[j].elements || held[i].elements == held[j].elements && held[i].name < held[j].name
	})
	var parts []string
	for _, o := range held[:min(3, len(held))] {
		parts = append(parts, o.name+" "+status.GB(8*float64(o.elements)))
	}
	return strings.Join(parts, ", ")
}

func (s *Store) names() []string {
	names := make([]string, 0, len(s.views))
	for name := range s.views {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
