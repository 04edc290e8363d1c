//go:build hdf5

package oddfile

import (
	"fmt"

	"gonum.org/v1/hdf5"
)

// MakeForeign writes a file as other programs do: the time as a dataset of one number of the given name or path ("": none),
// a count, an axis, and the field /rho of 4 x 3 x 2 cells, whose first value is given.
func MakeForeign(path, timeName string, time, first float64) (err error) {
	file, err := hdf5.CreateFile(path, hdf5.F_ACC_TRUNC)
	if err != nil {
		return err
	}
	defer file.Close()
	rho := make([]float64, 24)
	for i := range rho {
		rho[i] = float64(i)
	}
	rho[0] = first
	for i, c := range timeName {
		if c != '/' {
			continue
		}
		group, err := file.CreateGroup(timeName[:i])
		if err != nil {
			return err
		}
		_ = group.Close()
	}
	for _, d := range []struct {
		name   string
		shape  []uint
		values []float64
	}{{"count", []uint{1}, []float64{3}}, {"axis", []uint{4}, rho[:4]}, {"rho", []uint{2, 3, 4}, rho}, {timeName, []uint{1}, []float64{time}}} {
		if d.name == "" {
			continue
		}
		space, err := hdf5.CreateSimpleDataspace(d.shape, nil)
		if err != nil {
			return err
		}
		set, err := file.CreateDataset(d.name, hdf5.T_NATIVE_DOUBLE, space)
		if err != nil {
			return err
		}
		if err := set.Write(&d.values); err != nil {
			return err
		}
		_, _ = set.Close(), space.Close()
	}
	return nil
}

// MakeEmpty writes a file of groups within each other, without a dataset.
func MakeEmpty(path, group string) error {
	file, err := hdf5.CreateFile(path, hdf5.F_ACC_TRUNC)
	if err != nil {
		return err
	}
	_ = file.Close()
	return AddGroup(path, group, "note", "n")
}

// AddGroup adds groups within each other to a file; the last has an attribute.
func AddGroup(path, group, name, text string) error {
	file, err := hdf5.OpenFile(path, hdf5.F_ACC_RDWR)
	if err != nil {
		return err
	}
	defer file.Close()
	for i := range group + "/" {
		if i < len(group) && group[i] != '/' {
			continue
		}
		if !file.LinkExists(group[:i]) {
			made, err := file.CreateGroup(group[:i])
			if err != nil {
				return err
			}
			_ = made.Close()
		}
	}
	last, err := file.OpenGroup(group)
	if err != nil {
		return err
	}
	defer last.Close()
	return note(last, name, text)
}

// Note gives the root of a file an attribute: a float64, an int64 or a text.
func Note(path, name string, value any) error {
	file, err := hdf5.OpenFile(path, hdf5.F_ACC_RDWR)
	if err != nil {
		return err
	}
	defer file.Close()
	root, err := file.OpenGroup("/")
	if err != nil {
		return err
	}
	defer root.Close()
	return note(root, name, value)
}

// NoteOf gives a dataset of a file an attribute.
func NoteOf(path, dataset, name string, value any) error {
	file, err := hdf5.OpenFile(path, hdf5.F_ACC_RDWR)
	if err != nil {
		return err
	}
	defer file.Close()
	set, err := file.OpenDataset(dataset)
	if err != nil {
		return err
	}
	defer set.Close()
	return note(set, name, value)
}

// noted is what can have attributes.
type noted interface {
	CreateAttribute(name string, kind *hdf5.Datatype, space *hdf5.Dataspace) (*hdf5.Attribute, error)
}

func note(group noted, name string, value any) error {
	space, err := hdf5.CreateDataspace(hdf5.S_SCALAR)
	if err != nil {
		return err
	}
	defer space.Close()
	kind, err := hdf5.NewDatatypeFromValue(value)
	if err != nil {
		return err
	}
	attribute, err := group.CreateAttribute(name, kind, space)
	if err != nil {
		return err
	}
	defer attribute.Close()
	switch v := value.(type) {
	case float64:
		return attribute.Write(&v, kind)
	case int64:
		return attribute.Write(&v, kind)
	case string:
		return attribute.Write(&v, kind)
	}
	return fmt.Errorf("%s: an attribute of type %T cannot be written", name, value)
}
