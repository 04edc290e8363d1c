package hdf5file

import (
	"fmt"
	"strings"
)

// Class is what the elements of a dataset or attribute are.
type Class int

// The classes. Numbers can be read as numbers; Other (compounds, enumerations, opaque, bit fields,
// arrays) only as bytes; Loose (lists of varying length, references) not at all.
const (
	Float Class = iota
	Integer
	Text
	Other
	Loose
)

// Type describes an element as it lies in the file.
type Type struct {
	Class     Class
	Size      int // bytes of one element
	Unsigned  bool
	BigEndian bool
	Complex   bool // a compound of two little-endian doubles r and i, as h5py writes complex numbers
	Plain     bool // little-endian number of a usual layout: readable as it lies in the file
}

// Number says whether elements can be read as float64 or int64.
func (t Type) Number() bool { return t.Class == Float || t.Class == Integer }

func (t Type) String() string {
	name := ""
	switch t.Class {
	case Float:
		name = fmt.Sprintf("float%d", 8*t.Size)
	case Integer:
		name = fmt.Sprintf("int%d", 8*t.Size)
		if t.Unsigned {
			name = "u" + name
		}
	case Text:
		return "text"
	case Other:
		if t.Complex {
			return "complex128"
		}
		return fmt.Sprintf("a type of %d bytes that is no number", t.Size)
	default:
		return "lists of varying length or references"
	}
	if t.BigEndian {
		name += " big-endian"
	} else if !t.Plain {
		name += " of unusual layout"
	}
	return name
}

// Dataset is one array of a file. It belongs to its File and dies with it.
type Dataset struct {
	Path  string
	Shape []int // slowest dimension first; empty for a scalar
	Type  Type
	Chunk []int // of the same rank; nil where the data lie flat
	Null  bool  // declared without any data

	file   *File
	offset int64 // of the first byte in the file where the data lie in a row, else -1
}

// Flat says whether the data lie in a row in the file itself, so that ReadFlat finds them.
func (d *Dataset) Flat() bool { return d.offset >= 0 && d.Len() > 0 }

// Len is the number of elements.
func (d *Dataset) Len() int {
	if d.Null {
		return 0
	}
	return product(d.Shape)
}

// Name is the last part of the path.
func (d *Dataset) Name() string { return d.Path[strings.LastIndexByte(d.Path, '/')+1:] }

func product(list []int) int {
	n := 1
	for _, k := range list {
		n *= k
	}
	return n
}

// Attribute is one small value at a file, group or dataset.
type Attribute struct {
	Name  string
	Type  Type
	Value any // []float64, []int64, []string; nil where the type has no such form
}

func (a Attribute) String() string {
	switch v := a.Value.(type) {
	case []float64:
		return Ends(v, "%.10g")
	case []int64:
		return Ends(v, "%d")
	case []string:
		return Ends(v, "%s")
	}
	return "(" + a.Type.String() + ")"
}

// Ends prints a short list whole and a long one by its ends.
func Ends[T any](list []T, format string) string {
	var parts []string
	for _, v := range list {
		parts = append(parts, fmt.Sprintf(format, v))
	}
	if len(parts) > 12 {
		parts = append(append(parts[:6:6], "..."), parts[len(parts)-2:]...)
	}
	return strings.Join(parts, " ")
}

// Skipped is an object that Walk could not describe, and why.
type Skipped struct {
	Path, Reason string
	Empty        bool // it holds no data: a named type, a link to nothing or to a group that is listed
}

// checkRegion refuses a region outside the dataset or a buffer of another length.
func (d *Dataset) checkRegion(start, count []int, length int) error {
	if len(start) != len(d.Shape) || len(count) != len(d.Shape) {
		return fmt.Errorf("%s: a region of rank %d asked, the dataset has rank %d", d.Path, len(start), len(d.Shape))
	}
	for i, n := range d.Shape {
		if start[i] < 0 || count[i] < 1 || start[i]+count[i] > n {
			return fmt.Errorf("%s: region %v + %v lies outside the shape %v", d.Path, start, count, d.Shape)
		}
	}
	if product(count) != length {
		return fmt.Errorf("%s: %d elements asked, the buffer holds %d", d.Path, product(count), length)
	}
	return nil
}
