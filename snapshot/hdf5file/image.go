package hdf5file

import "fmt"

// CellData is where VTKHDF keeps the fields of cells.
const CellData = "/VTKHDF/CellData/"

// Image is what a VTKHDF ImageData file says about its grid and moment. Lengths are in m, the time
// in s, as the writer of this project leaves them; missing parts are zero.
type Image struct {
	Cells           [3]int // x, y, z
	Origin, Spacing [3]float64
	Time            float64
	Step            int64
	Case            string
}

// Image reads the grid of a snapshot. A file of another kind is an error that says what it lacks.
func (f *File) Image() (*Image, error) {
	grid, err := f.table("/VTKHDF")
	if err != nil {
		return nil, fmt.Errorf("no VTKHDF snapshot: %w", err)
	}
	root, err := f.table("/")
	if err != nil {
		return nil, err
	}
	image := &Image{}
	extent, _ := grid["WholeExtent"].([]int64)
	if kind, _ := grid["Type"].([]string); len(kind) != 1 || kind[0] != "ImageData" || len(extent) != 6 {
		return nil, fmt.Errorf("no VTKHDF snapshot: /VTKHDF is not of type ImageData with a WholeExtent of 6 numbers")
	}
	for d := range 3 {
		image.Cells[d] = int(extent[2*d+1] - extent[2*d])
	}
	copyInto(image.Origin[:], grid["Origin"])
	image.Spacing = [3]float64{1, 1, 1}
	copyInto(image.Spacing[:], grid["Spacing"])
	var time [1]float64
	copyInto(time[:], root["time"])
	image.Time = time[0]
	if step, _ := root["step"].([]int64); len(step) == 1 {
		image.Step = step[0]
	}
	if name, _ := root["case"].([]string); len(name) == 1 {
		image.Case = name[0]
	}
	return image, nil
}

func copyInto(into []float64, value any) {
	if list, _ := value.([]float64); len(list) == len(into) {
		copy(into, list)
	}
}

func (f *File) table(path string) (map[string]any, error) {
	list, err := f.Attributes(path)
	if err != nil {
		return nil, err
	}
	table := map[string]any{}
	for _, a := range list {
		table[a.Name] = a.Value
	}
	return table, nil
}

// Unit reads the unit of a dataset, "" where none is kept. units is the word of CF and xarray.
func (f *File) Unit(path string) string {
	table, err := f.table(path)
	if err != nil {
		return ""
	}
	for _, name := range []string{"units", "unit"} {
		if text, _ := table[name].([]string); len(text) == 1 {
			return text[0]
		}
	}
	return ""
}

// Centre is the middle of a cell (x, y, z counted from 1), m.
func (i *Image) Centre(cell [3]int) [3]float64 {
	var at [3]float64
	for d := range 3 {
		at[d] = i.Origin[d] + (float64(cell[d])-.5)*i.Spacing[d]
	}
	return at
}
