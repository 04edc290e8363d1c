package views

import (
	"sort"
	"strings"

	"drawbridge/device"
	"drawbridge/status"
)

// MostHalo is the most halo layers a field may have.
const MostHalo = 64

// Field is a named 2-D or 3-D field that lives on the device: an interior of Shape points and Halo
// layers around it along every axis that is used. Shape[2] is 1 and has no halo where the field is 2-D.
type Field struct {
	Name   string
	Shape  [3]int
	Dims   int // 2 or 3
	Halo   int
	Bytes  int // of an element: 8 double, 4 float
	row    int // strides in elements
	plane  int
	base   int // element (1,1,1)
	memory contents
	second contents // of the same size, for an operator that cannot write where it reads; without memory: never needed
}

// contents is memory of a field with the state that its halo is in: where two states are equal, so are the halos. 0: unknown.
type contents struct {
	device.Memory
	halo uint64
}

// Fields are the named fields of one Frame.
type Fields struct {
	device device.Grids
	fields map[string]*Field
	states uint64 // of halos, so far: no two are given the same number
}

// NewFields makes an empty collection on a device.
func NewFields(d device.Grids) *Fields { return &Fields{device: d, fields: map[string]*Field{}} }

// Layer is the number of halo layers along an axis (0: x): none along z of a 2-D field.
func (f *Field) Layer(axis int) int {
	if axis >= f.Dims {
		return 0
	}
	return f.Halo
}

// Points counts the interior.
func (f *Field) Points() int { return f.Shape[0] * f.Shape[1] * f.Shape[2] }

// Precision is the word for its elements.
func (f *Field) Precision() string {
	if f.Bytes == 4 {
		return "float"
	}
	return "double"
}

// Argument gives the field to a kernel.
func (f *Field) Argument(output bool) device.GridField {
	return device.GridField{Name: f.Name, Memory: f.memory.Memory, Bytes: f.Bytes, Base: f.base, Row: f.row, Plane: f.plane, Output: output}
}

// Create makes a field of zeros. shape is [nx,ny] or [nx,ny,nz].
func (s *Fields) Create(name string, shape []int, halo int, precision string) error {
	f := &Field{Name: name, Dims: len(shape), Halo: halo, Shape: [3]int{1, 1, 1}}
	if _, there := s.fields[name]; there {
		return status.Errorf(status.Argument, "field '%s' is there already; destroy it first", name)
	}
	if name == "" || strings.ContainsAny(name, " \t\n,=") {
		return status.Errorf(status.Argument, "create_field: '%s' is no name; a name has at least one character and no blank, comma or =", name)
	}
	if f.Dims != 2 && f.Dims != 3 {
		return status.Errorf(status.Shape, "field %s: %d extents given, 2 or 3 expected", name, f.Dims)
	}
	for i, n := range shape {
		if n < 1 || n > 1<<24 {
			return status.Errorf(status.Shape, "field %s: extent %d is %d, 1 to %d expected", name, i+1, n, 1<<24)
		}
		f.Shape[i] = n
	}
	if halo < 0 || halo > MostHalo {
		return status.Errorf(status.Argument, "field %s: halo is %d, 0 to %d expected", name, halo, MostHalo)
	}
	switch precision {
	case "double":
		f.Bytes = 8
	case "float":
		f.Bytes = 4
	default:
		return status.Errorf(status.Argument, "field %s: precision '%s' is not double or float", name, precision)
	}
	elements, err := f.layOut(s.device.FieldAlignment())
	if err != nil {
		return err
	}
	if f.memory.Memory, err = s.device.AllocateField("field "+name, elements*f.Bytes); err != nil {
		return s.crowded(err)
	}
	s.HaloChanges(f)
	s.fields[name] = f
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
	if float64(f.row)*float64(rows)*float64(planes) > 1<<40 {
		return 0, status.Errorf(status.Shape, "field %s: %v with halo %d does not fit in memory", f.Name, f.Shape, f.Halo)
	}
	return f.plane*planes + left + line, nil
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

// Find gives a field by name.
func (s *Fields) Find(name string) (*Field, error) {
	if f, ok := s.fields[name]; ok {
		return f, nil
	}
	known := "there are none"
	if len(s.fields) > 0 {
		known = "fields are " + strings.Join(s.Names(), " ")
	}
	return nil, status.Errorf(status.UnknownName, "field '%s' is not known; %s", name, known)
}

// Names are the fields, sorted.
func (s *Fields) Names() []string {
	names := make([]string, 0, len(s.fields))
	for name := range s.fields {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Copy makes one field's contents another's, halo and all; their forms must be equal.
func (s *Fields) Copy(to, from *Field) error {
	s.HaloChanges(to)
	if err := s.device.CopyMemory(to.memory.Memory, from.memory.Memory, 8*min(to.memory.Elements(), from.memory.Elements())); err != nil {
		return err
	}
	to.memory.halo = from.memory.halo
	return nil
}

// Alike refuses two fields whose memory is laid out differently.
func Alike(call string, a, b *Field) error {
	if a.Shape != b.Shape || a.Dims != b.Dims || a.Halo != b.Halo || a.Bytes != b.Bytes {
		return status.Errorf(status.Shape, "%s: %s and %s differ in form", call, a.Describe(), b.Describe())
	}
	return nil
}

// Swap lets two fields of equal form exchange their contents by exchanging memory.
func (s *Fields) Swap(a, b *Field) error {
	if err := Alike("swap", a, b); err != nil {
		return err
	}
	a.memory, b.memory = b.memory, a.memory
	return nil
}

// Second gives a field's second memory, which is made at the first call. What it holds is nobody's.
func (s *Fields) Second(f *Field) (device.Memory, error) {
	if f.second.Memory == nil {
		m, err := s.device.AllocateField("second memory of field "+f.Name, 8*f.memory.Elements())
		if err != nil {
			return nil, s.crowded(err)
		}
		f.second = contents{Memory: m}
	}
	return f.second.Memory, nil
}

// CopyToSecond makes the second memory hold what the field holds.
func (s *Fields) CopyToSecond(f *Field) error {
	f.CopyingHalo()
	if err := s.device.CopyMemory(f.second.Memory, f.memory.Memory, 8*min(f.second.Elements(), f.memory.Elements())); err != nil {
		return err
	}
	f.HaloCopied()
	return nil
}

// ReleaseSecond gives a field's second memory back.
func (s *Fields) ReleaseSecond(f *Field) {
	if f.second.Memory != nil {
		s.device.Release(f.second.Memory)
		f.second = contents{}
	}
}

// HaloChanges says that halo cells of a field will be written.
func (s *Fields) HaloChanges(f *Field) {
	s.states++
	f.memory.halo = s.states
}

// HalosAgree tells that the second memory's halo is known to be the field's.
func (f *Field) HalosAgree() bool { return f.memory.halo != 0 && f.second.halo == f.memory.halo }

// CopyingHalo says that the second memory's halo is being written, HaloCopied that it is the field's now.
func (f *Field) CopyingHalo() { f.second.halo = 0 }
func (f *Field) HaloCopied()  { f.second.halo = f.memory.halo }

// Exchange makes the second memory of a field its contents.
func (f *Field) Exchange() { f.memory, f.second = f.second, f.memory }

// Describe says name and form, for messages.
func (f *Field) Describe() string {
	text := "field " + f.Name + " (" + f.Precision()
	for _, n := range f.Shape[:f.Dims] {
		text += " x " + itoa(n)
	}
	return text + ", halo " + itoa(f.Halo) + ")"
}

// Destroy gives a field back.
func (s *Fields) Destroy(name string) error {
	f, err := s.Find(name)
	if err != nil {
		return err
	}
	s.device.Release(f.memory.Memory)
	s.ReleaseSecond(f)
	delete(s.fields, name)
	return nil
}

// Close gives all fields back.
func (s *Fields) Close() {
	for name := range s.fields {
		_ = s.Destroy(name)
	}
}
