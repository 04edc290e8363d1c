package views

import (
	"fmt"
	"strings"
	"unicode"

	"drawbridge/device"
	"drawbridge/status"
)

// MostHalo is the most halo layers a field may have.
const MostHalo = 64

// Field is a named 2-D or 3-D field that lives on the device: an interior of Shape points and Halo
// layers around it along every axis that is used. Shape[2] is 1 and has no halo where the field is 2-D.
// A field of several components also stands for each of them: Component.
type Field struct {
	Name       string
	Shape      [3]int
	First      [3]int // where its first interior point is in the global grid, counted from 1
	Grid       [3]int // extents of that grid; unknownGrid of a field that has a place and is on no domain
	Dims       int    // 2 or 3
	Halo       int
	Bytes      int // of an element: 8 double, 4 float
	Components int
	Temporary  bool      // it holds values within a run of a sequence only
	Domain     int       // of which it is this rank's part; 0: of none
	Blocks     int       // that this rank has of the domain
	Beyond     [3][2]int // ranks beyond the faces of a field on a domain, or Outside, or Around
	row        int       // strides in elements
	plane      int
	component  int
	base       int               // element (1,1,1) of the first component
	parts      []*Field          // its components, where there are several
	ranges     map[[2]int]*Field // of its components, that were asked for
	of         *Field            // the field that this is a component of, or a range of its components
	grownFrom  *Field            // the field whose memory this one has, with layers of its halo as interior
	*held
}

// held is the memory of a field, which its components share.
type held struct {
	memory contents
	second contents   // of the same size, for an operator that cannot write where it reads; without memory: never needed
	shells []Shell    // of each component: what the halo holds after all that was asked, whichever memory it is in
	joined [3][2]bool // faces beyond which a block of a domain lies, another or the field's own around a periodic axis
}

// contents is memory of a field with the state that its halo is in: where two states are equal, so are the halos. 0: unknown.
type contents struct {
	device.Memory
	halo uint64
}

// Fields are the named fields of one Frame.
type Fields struct {
	device device.FieldDevice
	fields map[string]*Field
	own    map[string]scratch // by use and shapes
	states uint64             // of halos, so far: no two are given the same number
	block  int                // at hand in EachBlock; 0: outside it
	blocks int                // of the fields that it has met
}

// scratch is a field for a use, and the shape of the fields that it serves.
type scratch struct {
	*Field
	serves [3]int
}

// NewFields makes an empty collection on a device.
func NewFields(d device.FieldDevice) *Fields {
	return &Fields{device: d, fields: map[string]*Field{}, own: map[string]scratch{}}
}

// Layer is the number of halo layers along an axis (0: x): none along z of a 2-D field.
func (f *Field) Layer(axis int) int {
	if axis >= f.Dims {
		return 0
	}
	return f.Halo
}

// Box is a part of an interior: its first point, counted from 0, and its extents.
type Box struct{ At, Extent [3]int }

// Points counts those of the box.
func (b Box) Points() int { return b.Extent[0] * b.Extent[1] * b.Extent[2] }

// Interior is all of it.
func (f *Field) Interior() Box { return Box{Extent: f.Shape} }

// Points counts the interior.
func (f *Field) Points() int { return f.Shape[0] * f.Shape[1] * f.Shape[2] }

// Component is component k (1-based) as a field of its own, in the memory of the whole.
func (f *Field) Component(k int) *Field {
	if f.Components == 1 {
		return f
	}
	return f.parts[k-1]
}

// Range is components from low to high (1-based) as a field of their own, in the memory of the whole.
func (f *Field) Range(low, high int) *Field {
	switch {
	case low == high:
		return f.Component(low)
	case high-low+1 == f.Components:
		return f
	case f.ranges == nil:
		f.ranges = map[[2]int]*Field{}
	}
	key := [2]int{low, high}
	if f.ranges[key] == nil {
		part := *f
		part.Name, part.Components, part.parts = fmt.Sprintf("%s(%d:%d)", f.Name, low, high), high-low+1, f.parts[low-1:high]
		part.base, part.of, part.ranges = f.base+(low-1)*f.component, f, nil
		f.ranges[key] = &part
	}
	return f.ranges[key]
}

// each does something to a field and to all that stand for some of its components.
func (f *Field) each(do func(*Field)) {
	do(f)
	for _, part := range f.parts {
		do(part)
	}
	for _, part := range f.ranges {
		do(part)
	}
}

// Overlaps tells whether two fields have a component in common.
func (f *Field) Overlaps(g *Field) bool {
	first, other := f.first(), g.first()
	return f.Whole() == g.Whole() && first < other+g.Components && other < first+f.Components
}

// first is the component of the whole, counted from 0, that a field begins with.
func (f *Field) first() int { return (f.base - f.Whole().base) / f.component }

// Whole is the field that this is a component of, else itself.
func (f *Field) Whole() *Field {
	if f.of != nil {
		return f.of
	}
	return f
}

// divide makes the components of a field.
func (f *Field) divide() {
	for k := range f.Components {
		part := *f
		part.Name, part.Components, part.base, part.of = fmt.Sprintf("%s(%d)", f.Name, k+1), 1, f.base+k*f.component, f
		f.parts = append(f.parts, &part)
	}
}

// Precision is the word for its elements.
func (f *Field) Precision() string {
	if f.Bytes == 4 {
		return "float"
	}
	return "double"
}

// Argument gives the field to a kernel.
func (f *Field) Argument(output bool) device.Array {
	return device.Array{Name: f.Name, Memory: f.memory.Memory, Bytes: f.Bytes, Base: f.base, Point: 1, Row: f.row, Plane: f.plane,
		Component: f.component, Components: f.Components, Output: output}
}

// MostComponents is the most components that a field may have, longestName the most bytes of its name.
const (
	MostComponents = 1024
	longestName    = 255
)

// notOfNames tells which characters no name of a field has: what lists of names and components are written with.
func notOfNames(r rune) bool { return unicode.IsControl(r) || strings.ContainsRune(" ,=()", r) }

// Create makes a field of zeros. shape is [nx,ny] or [nx,ny,nz].
func (s *Fields) Create(name string, shape []int, halo int, precision string, components int) error {
	return s.CreateAt(name, shape, nil, halo, precision, components)
}

// unknownGrid is for a grid whose extents nobody has given.
const unknownGrid = 1 << 62

// mostPlace is the last point that a global grid may have along an axis, and its negative the first.
const mostPlace = 1<<31 - 1

// CreateAt is Create where the first interior point is point `first` of the global grid; none: (1,1,1).
func (s *Fields) CreateAt(name string, shape, first []int, halo int, precision string, components int) error {
	f := &Field{Name: name, Dims: len(shape), Halo: halo, Shape: [3]int{1, 1, 1}, First: [3]int{1, 1, 1}, Components: components, held: &held{}}
	if _, there := s.fields[name]; there || s.blocksOf(name) > 0 {
		return status.Errorf(status.Argument, "field '%s' is there already; destroy it first", name)
	}
	if name == "" || len(name) > longestName || strings.ContainsFunc(name, notOfNames) {
		return status.Errorf(status.Argument, "create_field: '%.80s' is not a name for a field; a name has 1 to %d bytes and no blank, control character, comma, = or parenthesis", name, longestName)
	}
	if f.Dims != 2 && f.Dims != 3 {
		return status.Errorf(status.Shape, "field %s: %d extents given, 2 or 3 expected", name, f.Dims)
	}
	for i, n := range shape {
		if n < 1 || n > 1<<24 {
			return status.Errorf(status.Shape, "field %s: extent %d is %d, 1 to %d expected", name, i+1, n, 1<<24)
		}
		f.Shape[i], f.Grid[i] = n, n
	}
	if len(first) > 0 && len(first) != len(shape) {
		return status.Errorf(status.Shape, "field %s: first has %d numbers, %d expected, one for each extent", name, len(first), len(shape))
	}
	for i, n := range first {
		if n < -mostPlace || n > mostPlace-f.Shape[i]+1 {
			return status.Errorf(status.Shape, "field %s: number %d of first is %d, %d to %d expected", name, i+1, n, -mostPlace, mostPlace-f.Shape[i]+1)
		}
		f.First[i] = n
	}
	if len(first) > 0 { // a part of a larger grid
		f.Grid = [3]int{unknownGrid, unknownGrid, unknownGrid}
	}
	if halo < 0 || halo > MostHalo {
		return status.Errorf(status.Argument, "field %s: halo is %d, 0 to %d expected", name, halo, MostHalo)
	}
	if components < 1 || components > MostComponents {
		return status.Errorf(status.Argument, "field %s: %d components given, 1 to %d expected", name, components, MostComponents)
	}
	f.shells = make([]Shell, components)
	switch precision {
	case "double":
		f.Bytes = 8
	case "float":
		f.Bytes = 4
	default:
		return status.Errorf(status.Argument, "field %s: precision '%s' is not double or float", name, precision)
	}
	if err := s.allocate(f, "field "+name); err != nil {
		return err
	}
	if components > 1 {
		f.divide()
	}
	s.HaloChanges(f)
	s.fields[name] = f
	return nil
}

// Scratch is a field of doubles without a halo, for a use that a name tells on fields of the shape of another. All calls with the same
// name and shapes share it. It is given back with the last field of the shape that it serves: ask for it before each use.
func (s *Fields) Scratch(use string, like *Field, shape [3]int) (*Field, error) {
	key := fmt.Sprint(use, " ", like.Shape, shape)
	if own, there := s.own[key]; there {
		return own.Field, nil
	}
	f := &Field{Name: use, Dims: like.Dims, Shape: shape, Bytes: 8, Components: 1, held: &held{}}
	if err := s.allocate(f, use); err != nil {
		return nil, err
	}
	s.own[key] = scratch{f, like.Shape}
	return f, nil
}

// allocate gives a field its memory.
func (s *Fields) allocate(f *Field, name string) error {
	elements, err := f.layOut(s.device.FieldAlignment())
	if err != nil {
		return err
	}
	if f.memory.Memory, err = s.device.AllocateField(name, elements*f.Bytes); err != nil {
		return s.crowded(err)
	}
	return nil
}

// crowded adds to an error for want of memory who has it.
func (s *Fields) crowded(err error) error {
	if status.CodeOf(err) != status.OutOfMemory {
		return err
	}
	var held []owner
	for _, f := range s.fields {
		held = append(held, owner{f.Name, f.memory.Elements()})
		if f.second.Memory != nil {
			held = append(held, owner{"second memory of " + f.Name, f.second.Elements()})
		}
	}
	for _, f := range s.own {
		held = append(held, owner{f.Name, f.memory.Elements()})
	}
	return status.Errorf(status.OutOfMemory, "%v; largest fields: %s", err, heaviest(held))
}

// layOut fixes strides and base for rows whose interior begins at multiples of so many bytes, and answers how many elements
// the field needs. Rows follow each other as closely as that allows: the halo behind one lies beside the halo before the next.
// Their stride is no multiple of 2 KiB, which would map rows of a plane onto few cache sets.
func (f *Field) layOut(alignment int) (int, error) {
	line := alignment / f.Bytes
	left := roundUp(f.Halo, line)
	f.row = roundUp(f.Shape[0]+2*f.Halo, line)
	if f.row*f.Bytes%2048 == 0 {
		f.row += line
	}
	layerY, layerZ := f.Layer(1), f.Layer(2)
	rows, planes := f.Shape[1]+2*layerY, f.Shape[2]+2*layerZ
	f.plane = f.row * rows
	f.base = left + f.row*layerY + f.plane*layerZ
	f.component = (roundUp(f.plane*planes, line)/line | 1) * line // an odd number of lines: components lie in different cache sets
	if float64(f.row)*float64(rows)*float64(planes)*float64(f.Components) > 1<<40 {
		return 0, status.Errorf(status.Shape, "field %s: %v with halo %d and %d components does not fit in memory", f.Name, f.Shape, f.Halo, f.Components)
	}
	return f.component*(f.Components-1) + f.plane*planes + left + line, nil
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

// Copy makes one field's contents another's, halo and all; their forms must be equal. stream takes the copy.
func (s *Fields) Copy(stream device.Stream, to, from *Field) error {
	s.HaloChanges(to)
	if err := stream.CopyMemory(to.memory.Memory, from.memory.Memory, 8*min(to.memory.Elements(), from.memory.Elements())); err != nil {
		return err
	}
	to.memory.halo = from.memory.halo
	return nil
}

// Destroy gives a field back, on all of its blocks.
func (s *Fields) Destroy(name string) error {
	list, err := s.OnBlocks(name)
	for _, f := range list {
		if err == nil {
			err = s.destroy(f)
		}
	}
	return err
}

func (s *Fields) destroy(f *Field) error {
	if f.of != nil {
		return status.Errorf(status.Argument, "destroy_field: %s is a component; destroy the whole field %s", f.Name, f.of.Name)
	}
	delete(s.fields, f.Name)
	if f.grownFrom != nil {
		return nil
	}
	s.forgetGrown(f)
	s.device.Release(f.memory.Memory)
	s.ReleaseSecond(f)
	for _, other := range s.fields {
		if other.Shape == f.Shape {
			return nil
		}
	}
	s.releaseScratch(func(own scratch) bool { return own.serves == f.Shape })
	return nil
}

// releaseScratch gives back those that are chosen.
func (s *Fields) releaseScratch(chosen func(scratch) bool) {
	for use, f := range s.own {
		if chosen(f) {
			s.device.Release(f.memory.Memory)
			delete(s.own, use)
		}
	}
}

// Close gives all fields back.
func (s *Fields) Close() {
	for name := range s.fields {
		_ = s.Destroy(name)
	}
	s.releaseScratch(func(scratch) bool { return true })
}

// Alike refuses two fields whose memory is laid out differently.
func Alike(call string, a, b *Field) error {
	if a.Shape != b.Shape || a.Dims != b.Dims || a.Halo != b.Halo || a.Bytes != b.Bytes || a.Components != b.Components {
		return status.Errorf(status.Shape, "%s: %s and %s differ in form", call, a.Describe(), b.Describe())
	}
	return SamePlace(call, a, b)
}

// SamePlace refuses two fields that begin at different points of the global grid.
func SamePlace(call string, a, b *Field) error {
	if a.First != b.First {
		return status.Errorf(status.Shape, "%s: field %s begins at point %v of the global grid and field %s at %v; create both with the same first", call, a.Name, a.First[:a.Dims], b.Name, b.First[:b.Dims])
	}
	return nil
}

// Swap lets two fields of equal form exchange their contents by exchanging memory.
func (s *Fields) Swap(a, b *Field) error {
	err := s.CanSwap(a, b)
	if err == nil {
		a.memory, b.memory = b.memory, a.memory
	}
	return err
}

// CanSwap refuses two fields that Swap refuses, and changes nothing.
func (s *Fields) CanSwap(a, b *Field) error {
	if err := Alike("swap", a, b); err != nil {
		return err
	}
	if a.of != nil || b.of != nil {
		return status.Errorf(status.Argument, "swap: '%s %s': components cannot be swapped; name two whole fields, or copy the components by combine with the number 1 and a third field", a.Name, b.Name)
	}
	return nil
}

// Describe says name and form, for messages.
func (f *Field) Describe() string {
	text := "field " + f.Name + " (" + f.Precision()
	for _, n := range f.Shape[:f.Dims] {
		text += " x " + itoa(n)
	}
	text += ", halo " + itoa(f.Halo)
	if f.Components > 1 {
		text += ", " + itoa(f.Components) + " components"
	}
	return text + ")"
}
