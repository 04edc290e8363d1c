//go:build hdf5

package hdf5file

/*
#include <stdlib.h>
#include "inspect.h"
*/
import "C"

import (
	"slices"
	"strings"
	"unsafe"
)

// The bounds on attributes: what lies beyond is described, not read.
const (
	mostAttributes      = 10_000
	mostAttributeValues = 1 << 20
)

// Attributes reads the attributes of the object at a path, by name.
func (f *File) Attributes(path string) ([]Attribute, error) { return f.attributes(path) }

// attributes reads those of the given names; without a name, all of them.
func (f *File) attributes(path string, wanted ...string) ([]Attribute, error) {
	var list []Attribute
	err := f.alone(f.path+": "+path, func() error {
		from, object, done := f.at(path)
		defer done()
		names, err := f.attributeNames(path, from, object)
		if err != nil {
			return err
		}
		if len(wanted) > 0 {
			names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(wanted, name) })
		}
		if len(names) > mostAttributes {
			return refusal("%d attributes, more than the %d that are read", len(names), mostAttributes)
		}
		for _, name := range names {
			a, err := f.attribute(path, from, object, name)
			if err != nil {
				return refusal("attribute %s: %v", name, err)
			}
			list = append(list, a)
		}
		return nil
	})
	return list, err
}

func (f *File) attributeNames(path string, from C.hid_t, object *C.char) ([]string, error) {
	var text [C.REASON]C.char
	var joined *C.char
	count := C.inspect_attribute_names(from, object, &joined, &text[0])
	defer C.free(unsafe.Pointer(joined))
	if count < 0 && from == C.hid_t(f.file.ID()) && C.inspect_exists(from, object) == 0 {
		return nil, refusal("%s", C.GoString(&text[0]))
	}
	if count < 0 {
		return nil, f.ruin("the attributes of "+path, C.GoString(&text[0]))
	}
	return unjoin(joined, int(count)), nil
}

// unjoin splits strings that follow each other, each ended by NUL.
func unjoin(joined *C.char, count int) []string {
	list := make([]string, 0, count)
	for range count {
		s := C.GoString(joined)
		list = append(list, s)
		joined = (*C.char)(unsafe.Add(unsafe.Pointer(joined), len(s)+1))
	}
	return list
}

func (f *File) attribute(path string, from C.hid_t, object *C.char, name string) (Attribute, error) {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	var text [C.REASON]C.char
	var d C.struct_description
	if C.inspect_attribute(from, object, c, &d, &text[0]) < 0 {
		return Attribute{}, f.ruin("attribute "+name+" of "+path, C.GoString(&text[0]))
	}
	a := Attribute{Name: name, Type: typeOf(&d)}
	count := 1
	for i := range int(d.rank) {
		count *= int(d.shape[i])
	}
	if d.null != 0 || d.unfit != 0 || count == 0 || count > mostAttributeValues {
		return a, nil
	}
	status := C.int(0)
	switch a.Type.Class {
	case Float:
		values := make([]float64, count)
		status = C.inspect_attribute_read(from, object, c, C.AS_DOUBLE, unsafe.Pointer(&values[0]), &text[0])
		a.Value = values
	case Integer:
		values := make([]int64, count)
		status = C.inspect_attribute_read(from, object, c, C.AS_INT64, unsafe.Pointer(&values[0]), &text[0])
		a.Value = values
	case Text:
		joined := C.inspect_attribute_text(from, object, c, C.long(count), &text[0])
		if joined == nil {
			return a, f.ruin("attribute "+name+" of "+path, C.GoString(&text[0]))
		}
		defer C.free(unsafe.Pointer(joined))
		values := unjoin(joined, count)
		for i := range values {
			values[i] = strings.TrimRight(values[i], " ")
		}
		a.Value = values
	}
	if status < 0 {
		return a, f.ruin("attribute "+name+" of "+path, C.GoString(&text[0]))
	}
	return a, nil
}
