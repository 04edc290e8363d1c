package hdf5file

import (
	"fmt"
	"math"
	"strings"
)

// timePlaces are the datasets of one number in which programs keep the time of a file, the surest first.
var timePlaces = []string{"/time", "/Time", "/TIME", "/VTKHDF/FieldData/TimeValue", "/VTKHDF/FieldData/time", "/VTKHDF/FieldData/Time",
	"/VTKHDF/Steps/Values", "/VTKHDF/time", "/VTKHDF/Time"}

// Time is the moment of a file, s: an attribute `time` in any case at the root or at /VTKHDF, else a dataset of one
// number at one of the usual places. Nil where the file keeps none.
func (f *File) Time() *float64 {
	for _, object := range []string{"/", "/VTKHDF"} {
		if object != "/" && !f.exists(object) {
			continue
		}
		list, err := f.Attributes(object)
		if err != nil {
			continue
		}
		for _, a := range list {
			if !strings.EqualFold(a.Name, "time") {
				continue
			}
			if t := single(a.Value); t != nil {
				return t
			}
		}
	}
	for _, path := range timePlaces {
		if t := f.number(path); t != nil {
			return t
		}
	}
	return nil
}

// number reads a dataset of one number; nil where there is no such dataset.
func (f *File) number(path string) *float64 {
	if !f.isDataset(path) {
		return nil
	}
	d, err := f.Dataset(path)
	if err != nil || d.Null || d.Len() != 1 || !d.Type.Number() {
		return nil
	}
	start, count, value := make([]int, len(d.Shape)), make([]int, len(d.Shape)), make([]float64, 1)
	for i := range count {
		count[i] = 1
	}
	if d.ReadFloat64(start, count, value) != nil {
		return nil
	}
	return single(value)
}

// single is the one finite number of an attribute or a dataset.
func single(value any) *float64 {
	var t float64
	switch list := value.(type) {
	case []float64:
		if len(list) != 1 {
			return nil
		}
		t = list[0]
	case []int64:
		if len(list) != 1 {
			return nil
		}
		t = float64(list[0])
	default:
		return nil
	}
	if math.IsNaN(t) || math.IsInf(t, 0) {
		return nil
	}
	return &t
}

// Moment words a time for people; "no time" where a file keeps none.
func Moment(t *float64) string {
	if t == nil {
		return "no time"
	}
	return fmt.Sprintf("t = %.6g s", *t)
}
