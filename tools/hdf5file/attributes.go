//go:build hdf5

package hdf5file

/*
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "inspect.h"

static herr_t remember(hid_t object, const char *name, const H5A_info_t *info, void *into)
{
    (void)object, (void)info;
    return fwrite(name, strlen(name) + 1, 1, into) == 1 ? 0 : -1;
}

// attribute_names lists the names of an object's attributes, each ended by NUL; free() them.
static herr_t attribute_names(hid_t object, char **names, size_t *size)
{
    hsize_t position = 0;
    FILE *list = open_memstream(names, size);
    const herr_t status = object < 0 || !list ? -1 : H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &position, remember, list);
    return list && fclose(list) == 0 ? status : -1;
}
*/
import "C"

import (
	"errors"
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
	var joined *C.char
	var size C.size_t
	defer func() { C.free(unsafe.Pointer(joined)) }()
	opened := C.H5Oopen(from, object, C.H5P_DEFAULT)
	status := C.attribute_names(opened, &joined, &size)
	text := reason()
	release(opened)
	switch {
	case status < 0 && from == C.hid_t(f.file.ID()) && C.inspect_exists(from, object) == 0:
		return nil, refusal("%s", text)
	case status < 0:
		return nil, f.ruin("the attributes of "+path, text)
	case size == 0:
		return nil, nil
	}
	return strings.Split(C.GoStringN(joined, C.int(size-1)), "\x00"), nil
}

func (f *File) attribute(path string, from C.hid_t, object *C.char, name string) (a Attribute, err error) {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	defer func() {
		if err != nil {
			err = f.ruin("attribute "+name+" of "+path, err.Error())
		}
	}()
	id := C.H5Aopen_by_name(from, object, c, C.H5P_DEFAULT, C.H5P_DEFAULT)
	defer release(id)
	kind, space := C.H5Aget_type(id), C.H5Aget_space(id)
	defer func() { release(kind); release(space) }()
	a.Name = name
	var fits bool
	if a.Type, fits, err = typeOf(kind); err != nil {
		return a, err
	}
	shape, null, err := extentsOf(space)
	if count := product(shape); err != nil || null || !fits || count == 0 || count > mostAttributeValues {
		return a, err
	}
	count := product(shape)
	switch a.Type.Class {
	case Float:
		a.Value, err = attributeValues[float64](id, C.H5T_NATIVE_DOUBLE_g, count)
	case Integer:
		a.Value, err = attributeValues[int64](id, C.H5T_NATIVE_INT64_g, count)
	case Text:
		a.Value, err = attributeTexts(id, kind, space, count)
	}
	return a, err
}

// attributeValues reads an attribute as elements of a type in memory.
func attributeValues[T any](id, memory C.hid_t, count int) ([]T, error) {
	values := make([]T, count)
	if C.H5Aread(id, memory, unsafe.Pointer(&values[0])) < 0 {
		return nil, errors.New(reason())
	}
	return values, nil
}

// attributeTexts reads texts of a length of their own, or of a common one.
func attributeTexts(id, kind, space C.hid_t, count int) (list []string, err error) {
	if C.H5Tis_variable_str(kind) > 0 {
		texts, err := attributeValues[*C.char](id, kind, count)
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			list = append(list, C.GoString(text))
		}
		C.H5Dvlen_reclaim(kind, space, C.H5P_DEFAULT, unsafe.Pointer(&texts[0]))
	} else {
		size := int(C.H5Tget_size(kind))
		bytes, err := attributeValues[byte](id, kind, count*size)
		if err != nil {
			return nil, err
		}
		for i := range count {
			text, _, _ := strings.Cut(string(bytes[i*size:(i+1)*size]), "\x00")
			list = append(list, text)
		}
	}
	for i := range list {
		list[i] = strings.TrimRight(list[i], " ")
	}
	return list, nil
}
