package hdf5file

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
)

// timePlaces are the datasets of one number in which programs keep the time of a file, the surest first.
var timePlaces = []string{"/time", "/Time", "/TIME", "/VTKHDF/FieldData/TimeValue", "/VTKHDF/FieldData/time", "/VTKHDF/FieldData/Time",
	"/VTKHDF/Steps/Values", "/VTKHDF/time", "/VTKHDF/Time"}

// Time is the moment of a file and where the file keeps it.
type Time struct {
	Value   float64 // s; may be NaN or infinite
	Path    string  // of the dataset, or of the object with the attribute and the attribute's name
	Dataset bool
}

// Finite is the moment, s; nil where the file keeps none that is a finite number.
func (t *Time) Finite() *float64 {
	if t == nil || math.IsNaN(t.Value) || math.IsInf(t.Value, 0) {
		return nil
	}
	return &t.Value
}

// Time finds the moment of a file: an attribute `time` in any case at the root or at /VTKHDF, else a dataset of one
// number at one of the usual places. Nil where the file keeps none.
func (f *File) Time() *Time {
	for _, object := range []string{"/", "/VTKHDF"} {
		if object != "/" && !f.exists(object) {
			continue
		}
		list, err := f.Attributes(object)
		if err != nil {
			continue
		}
		for _, a := range list {
			if t, single := single(a.Value); single && strings.EqualFold(a.Name, "time") {
				return &Time{Value: t, Path: path.Join(object, a.Name)}
			}
		}
	}
	for _, place := range timePlaces {
		if t, single := f.number(place); single {
			return &Time{t, place, true}
		}
	}
	return nil
}

// Named finds the one number that a caller names: a dataset, or an attribute as OBJECT@NAME, OBJECT/NAME or, of the root, NAME.
func (f *File) Named(name string) (*Time, error) {
	object, attribute, at := strings.Cut(name, "@")
	if place := path.Clean("/" + name); !at {
		if t, single := f.number(place); single {
			return &Time{t, place, true}, nil
		}
		object, attribute = path.Split(place)
	}
	object = path.Clean("/" + object)
	if object == "/" || f.exists(object) {
		list, err := f.attributes(object, attribute)
		if err != nil {
			return nil, err
		}
		for _, a := range list {
			if t, single := single(a.Value); single {
				return &Time{Value: t, Path: path.Join(object, attribute)}, nil
			}
		}
	}
	return nil, fmt.Errorf("%q is neither a dataset nor an attribute (OBJECT@NAME) of one number", name)
}

// number reads a dataset of one number.
func (f *File) number(path string) (t float64, is bool) {
	if !f.isDataset(path) {
		return 0, false
	}
	d, err := f.Dataset(path)
	if err != nil || d.Null || d.Len() != 1 || !d.Type.Number() {
		return 0, false
	}
	start, count, value := make([]int, len(d.Shape)), slices.Repeat([]int{1}, len(d.Shape)), make([]float64, 1)
	if Read(d, start, count, value) != nil {
		return 0, false
	}
	return value[0], true
}

// single is the one number of an attribute.
func single(value any) (t float64, is bool) {
	if t, is = only[float64](value); !is {
		n, whole := only[int64](value)
		return float64(n), whole
	}
	return t, is
}

// only is the one value of an attribute that has one.
func only[T any](value any) (v T, is bool) {
	if list, _ := value.([]T); len(list) == 1 {
		return list[0], true
	}
	return v, false
}

// Moment words a time for people; "no time" where a file keeps none.
func Moment(t *float64) string {
	if t == nil {
		return "no time"
	}
	return fmt.Sprintf("t = %.6g s", *t)
}
