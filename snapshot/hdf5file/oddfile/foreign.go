//go:build hdf5

package oddfile

import "gonum.org/v1/hdf5"

// MakeForeign writes a file as other programs do: the time as a dataset of one number of the given name ("": none),
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
