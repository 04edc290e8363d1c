//go:build hdf5

package hdf5file

/*
#include <string.h>
#include "inspect.h"

// value_of reads a value of an enumeration; < 0: it has none that a long long holds.
static int value_of(hid_t type, unsigned i, long long *value)
{
    char bytes[64];
    const hid_t base = H5Tget_super(type);
    const int failed = base < 0 || H5Tget_size(type) > sizeof bytes || H5Tget_member_value(type, i, bytes) < 0 ||
                       H5Tconvert(base, H5T_NATIVE_LLONG, 1, bytes, NULL, H5P_DEFAULT) < 0;
    memcpy(value, bytes, failed ? 0 : sizeof *value);
    RELEASE(H5Tclose, base);
    return failed ? -1 : 0;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

// SameForm says whether the elements of two datasets that are no numbers consist of the same parts: enumerations of the
// same names and values, compounds of the same members at the same places, and so on. If not, why says what differs.
func (d *Dataset) SameForm(other *Dataset) (same bool, why string, err error) {
	err = d.file.alone(d.file.path+": "+d.Path, func() error {
		a, b := d.file.open[d.Path], other.file.open[other.Path]
		if a == nil || b == nil {
			return refusal("the file is closed")
		}
		why, err = apart(C.H5Dget_type(C.hid_t(a.ID())), C.H5Dget_type(C.hid_t(b.ID())), "")
		return err
	})
	return err == nil && why == "", why, err
}

// errForm is in the place of what HDF5 says.
var errForm = errors.New("its type cannot be read")

// apart says how two types differ, "" where equal bytes mean the same, and closes them; at is the member that they are of. Texts may
// differ in character set and filling, as those of a dataset may.
func apart(a, b C.hid_t, at string) (why string, err error) {
	defer func() { release(a); release(b) }()
	if a < 0 || b < 0 {
		return "", errForm
	}
	class := C.H5Tget_class(a)
	switch equal := C.H5Tequal(a, b); {
	case equal < 0:
		return "", errForm
	case equal > 0:
		return "", nil
	case class != C.H5Tget_class(b):
	case class == C.H5T_COMPOUND && C.H5Tget_nmembers(a) == C.H5Tget_nmembers(b) && C.H5Tget_size(a) == C.H5Tget_size(b):
		for i := range C.uint(C.H5Tget_nmembers(a)) {
			if why, err := memberApart(a, b, i, at); why != "" || err != nil {
				return why, err
			}
		}
		return "", nil
	case class == C.H5T_ARRAY && slices.Equal(extents(a), extents(b)):
		if at != "" {
			at += ", "
		}
		return apart(C.H5Tget_super(a), C.H5Tget_super(b), at+"elements")
	case class == C.H5T_STRING && C.H5Tis_variable_str(a) == 0 && C.H5Tis_variable_str(b) == 0 && C.H5Tget_size(a) == C.H5Tget_size(b):
		return "", nil
	}
	return differ(a, b, at), nil
}

// memberApart compares member i of a with the one of its name in b.
func memberApart(a, b C.hid_t, i C.uint, at string) (string, error) {
	name := C.H5Tget_member_name(a, i)
	if name == nil {
		return "", errForm
	}
	defer C.H5free_memory(unsafe.Pointer(name))
	k := C.H5Tget_member_index(b, name)
	if k < 0 {
		return differ(a, b, at), nil
	}
	here := "member " + C.GoString(name)
	if at != "" {
		here = at + "." + C.GoString(name)
	}
	first, second := C.H5Tget_member_offset(a, i), C.H5Tget_member_offset(b, C.uint(k))
	switch {
	case first != second && C.uint(k) != i:
		return differ(a, b, at), nil
	case first != second:
		return fmt.Sprintf("%s: at byte %d against byte %d", here, first, second), nil
	}
	return apart(C.H5Tget_member_type(a, i), C.H5Tget_member_type(b, C.uint(k)), here)
}

func differ(a, b C.hid_t, at string) string {
	if at != "" {
		at += ": "
	}
	first, second := word(a), word(b)
	if first == second {
		return at + first + " against one of other parts"
	}
	return at + first + " against " + second
}

// kinds are the words for classes of which the size says the rest.
var kinds = map[C.H5T_class_t]string{C.H5T_INTEGER: "integer", C.H5T_FLOAT: "float", C.H5T_STRING: "text", C.H5T_BITFIELD: "bit field"}

// word describes a type in at most so many bytes.
func word(t C.hid_t) (text string) {
	const most = 400
	defer func() { text = strings.ToValidUTF8(text[:min(len(text), most)], "") }()
	class := C.H5Tget_class(t)
	switch class {
	case C.H5T_ENUM, C.H5T_COMPOUND:
		return map[C.H5T_class_t]string{C.H5T_ENUM: "enumeration ", C.H5T_COMPOUND: "compound "}[class] + members(t, class == C.H5T_ENUM)
	case C.H5T_OPAQUE:
		tag := C.H5Tget_tag(t)
		defer C.H5free_memory(unsafe.Pointer(tag))
		return "opaque " + C.GoString(tag)
	case C.H5T_ARRAY:
		return "array of " + strings.ReplaceAll(strings.Trim(fmt.Sprint(extents(t)), "[]"), " ", " x ")
	}
	kind := kinds[class]
	if kind == "" {
		kind = "type"
	}
	return fmt.Sprintf("%s of %d bytes", kind, C.H5Tget_size(t))
}

// members lists the first members of a compound or an enumeration.
func members(t C.hid_t, values bool) string {
	const shown = 8
	var list []string
	count := C.uint(max(0, C.H5Tget_nmembers(t)))
	for i := range min(count, shown) {
		name := C.H5Tget_member_name(t, i)
		text := C.GoString(name)
		C.H5free_memory(unsafe.Pointer(name))
		var value C.longlong
		if values && C.value_of(t, i, &value) >= 0 {
			text += fmt.Sprintf("=%d", value)
		}
		list = append(list, text)
	}
	if count > shown {
		list = append(list, "...")
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// extents are those of an array type.
func extents(t C.hid_t) []C.hsize_t {
	list := make([]C.hsize_t, C.MOST_RANK)
	if rank := C.H5Tget_array_ndims(t); rank > 0 && rank <= C.MOST_RANK && C.H5Tget_array_dims2(t, &list[0]) >= 0 {
		return list[:rank]
	}
	return nil
}
