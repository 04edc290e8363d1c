package hdf5file

import "fmt"

// CellData is where VTKHDF keeps the fields of cells, Blocks the decomposition that a run had: a row
// for each rank, first and last cell in x, y and z.
const (
	CellData = "/VTKHDF/CellData/"
	Blocks   = "/VTKHDF/FieldData/blocks"
)

// mostBlocks bounds what is read of a decomposition.
const mostBlocks = 1 << 20

// Image is what a VTKHDF ImageData file says about its grid and moment. Lengths are in m, the time
// in s, as the writer of this project leaves them; missing parts are zero.
type Image struct {
	Cells           [3]int // x, y, z
	Origin, Spacing [3]float64
	Time            *float64 // nil where the file keeps no finite one
	Step            int64
	Case            string
	Axes            [3]string // what the notes axis_x, axis_y, axis_z call the axes, such as "time [s]"; "": a length in m
	Blocks          [][6]int  // x1 x2 y1 y2 z1 z2 of each block, counted from 1; nil where none are kept
	owners          []int     // rank of each block
}

// Image reads the grid of a snapshot. A file of another kind is an error that says what it lacks.
func (f *File) Image() (*Image, error) {
	if !f.exists("/VTKHDF") {
		return nil, fmt.Errorf("not a VTKHDF snapshot: there is no group /VTKHDF")
	}
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
	if kind, _ := only[string](grid["Type"]); kind != "ImageData" || len(extent) != 6 {
		return nil, fmt.Errorf("no VTKHDF snapshot: /VTKHDF is not of type ImageData with a WholeExtent of 6 numbers")
	}
	for d := range 3 {
		image.Cells[d] = int(extent[2*d+1] - extent[2*d])
	}
	copyInto(image.Origin[:], grid["Origin"])
	image.Spacing = [3]float64{1, 1, 1}
	copyInto(image.Spacing[:], grid["Spacing"])
	image.Time = f.Time().Finite()
	image.Step, _ = only[int64](root["step"])
	image.Case, _ = only[string](root["case"])
	for d, note := range [3]string{"axis_x", "axis_y", "axis_z"} {
		image.Axes[d], _ = only[string](root[note])
	}
	image.Blocks, image.owners = f.blocks()
	return image, nil
}

// blocks reads the decomposition: a row is a block, its seventh number the rank that owns it, else the
// rank is the row's number. What is no such table counts as absent.
func (f *File) blocks() (list [][6]int, owners []int) {
	if !f.exists(Blocks) {
		return nil, nil
	}
	d, err := f.Dataset(Blocks)
	if err != nil || len(d.Shape) != 2 || d.Shape[1] < 6 || d.Shape[1] > 7 || d.Shape[0] < 1 || d.Shape[0] > mostBlocks {
		return nil, nil
	}
	flat := make([]int64, d.Len())
	if err := Read(d, []int{0, 0}, d.Shape, flat); err != nil {
		return nil, nil
	}
	for row := range d.Shape[0] {
		var block [6]int
		numbers := flat[row*d.Shape[1] : (row+1)*d.Shape[1]]
		for i := range block {
			block[i] = int(numbers[i])
		}
		owner := row
		if len(numbers) == 7 {
			owner = int(numbers[6])
		}
		list, owners = append(list, block), append(owners, owner)
	}
	return list, owners
}

// Owner answers which rank owns a cell (x, y, z counted from 1), from 0, and its block.
func (i *Image) Owner(cell [3]int) (rank int, block *[6]int) {
	for k, b := range i.Blocks {
		if b[0] <= cell[0] && cell[0] <= b[1] && b[2] <= cell[1] && cell[1] <= b[3] && b[4] <= cell[2] && cell[2] <= b[5] {
			return i.owners[k], &i.Blocks[k]
		}
	}
	return 0, nil
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

// Unit reads the unit of a dataset, "" where none is kept or can be read.
func (f *File) Unit(path string) string {
	unit, _ := f.UnitOf(path)
	return unit
}

// LacksUnit says that a dataset keeps no unit: it has neither attribute, or an empty text.
func (f *File) LacksUnit(path string) bool {
	list, err := f.attributes(path, "units", "unit")
	for _, a := range list {
		if text, is := only[string](a.Value); !is || text != "" {
			return false
		}
	}
	return err == nil
}

// UnitOf reads the unit of a dataset, "" where none is kept. units is the word of CF and xarray.
func (f *File) UnitOf(path string) (string, error) {
	list, err := f.attributes(path, "units", "unit")
	if err != nil {
		return "", err
	}
	for _, name := range []string{"units", "unit"} {
		for _, a := range list {
			if text, is := only[string](a.Value); is && a.Name == name {
				return text, nil
			}
		}
	}
	return "", nil
}

// Centre is the middle of a cell (x, y, z counted from 1), m.
func (i *Image) Centre(cell [3]int) [3]float64 {
	var at [3]float64
	for d := range 3 {
		at[d] = i.Origin[d] + (float64(cell[d])-.5)*i.Spacing[d]
	}
	return at
}
