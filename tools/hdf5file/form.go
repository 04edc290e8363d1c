//go:build hdf5

package hdf5file

/*
#include "inspect.h"
*/
import "C"

// SameForm says whether the elements of two datasets that are no numbers consist of the same parts: enumerations of the
// same names and values, compounds of the same members at the same places, and so on. If not, why says what differs.
func (d *Dataset) SameForm(other *Dataset) (same bool, why string, err error) {
	err = d.file.alone(d.file.path+": "+d.Path, func() error {
		a, b := d.file.open[d.Path], other.file.open[other.Path]
		if a == nil || b == nil {
			return refusal("the file is closed")
		}
		var words, text [C.REASON]C.char
		equal := C.inspect_same_form(C.hid_t(a.ID()), C.hid_t(b.ID()), &words[0], &text[0])
		if equal < 0 {
			return refusal("%s", C.GoString(&text[0]))
		}
		same, why = equal > 0, C.GoString(&words[0])
		return nil
	})
	return same, why, err
}
