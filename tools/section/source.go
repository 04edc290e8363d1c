package section

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"drawbridge/status/nearest"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/picture"
)

// source is an open file with its grid, whatever it is.
type source struct {
	file   *hdf5file.File
	image  hdf5file.Image
	length string // unit of its coordinates
	sets   []*hdf5file.Dataset
}

// open finds the fields and the grid they share. A file that is no snapshot counts cells.
func open(f *hdf5file.File, fields []string) (*source, error) {
	s := &source{file: f, length: "m"}
	image, err := f.Image()
	if err != nil {
		s.length = ""
		image = nil
	}
	if len(fields) == 0 {
		if fields, err = usual(f); err != nil {
			return nil, err
		}
	}
	const most = 50 // more are too small to see, and take memory
	if len(fields) > most {
		return nil, fmt.Errorf("%d fields are named, a picture shows at most %d; draw them in several pictures", len(fields), most)
	}
	for _, name := range fields {
		d, err := find(f, name)
		if err != nil {
			return nil, err
		}
		cells, err := cellsOf(d)
		if err != nil {
			return nil, err
		}
		if image == nil || len(s.sets) == 0 && cells != image.Cells { // no field of the grid
			s.length = ""
			image = &hdf5file.Image{Cells: cells, Origin: [3]float64{.5, .5, .5}, Spacing: [3]float64{1, 1, 1}}
		}
		if cells != image.Cells {
			return nil, fmt.Errorf("field %s has %v cells (x y z), the others have %v", name, cells, image.Cells)
		}
		s.sets = append(s.sets, d)
	}
	s.image = *image
	return s, nil
}

// cellsOf reads a shape as (z,y,x), (y,x) or (x).
func cellsOf(d *hdf5file.Dataset) ([3]int, error) {
	cells := [3]int{1, 1, 1}
	rank := len(d.Shape)
	if rank < 1 || rank > 3 || !d.Type.Number() || d.Len() == 0 {
		return cells, fmt.Errorf("field %s cannot be drawn: it holds %s of shape %v, expected numbers of rank 1 to 3", d.Path, d.Type, d.Shape)
	}
	for i, n := range d.Shape {
		cells[rank-1-i] = n
	}
	return cells, nil
}

// find looks a field up by its path, or by its name among the cells' fields and then anywhere.
func find(f *hdf5file.File, name string) (*hdf5file.Dataset, error) {
	if strings.Contains(name, "/") {
		return f.Dataset(name)
	}
	sets, err := drawable(f)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, d := range sets {
		if d.Name() == name {
			return d, nil
		}
		names = append(names, d.Name())
	}
	return nil, fmt.Errorf("there is no field %q; %s", name, nearest.Sentence(name, names))
}

// drawable lists the fields of cells first, then whatever else has numbers of rank 1 to 3.
func drawable(f *hdf5file.File) ([]*hdf5file.Dataset, error) {
	sets, _, err := f.Walk()
	if err != nil {
		return nil, err
	}
	var first, rest []*hdf5file.Dataset
	for _, d := range sets {
		if _, err := cellsOf(d); err != nil {
			continue
		}
		if d.Path == hdf5file.Blocks {
			continue // how the run was cut, no field
		}
		if path.Dir(d.Path)+"/" == hdf5file.CellData {
			first = append(first, d)
		} else {
			rest = append(rest, d)
		}
	}
	if all := append(first, rest...); len(all) > 0 {
		return all, nil
	}
	return nil, fmt.Errorf("the file holds no field of numbers of rank 1 to 3")
}

// usual are the fields that a reader wants to see first: density and temperature, else the first of those that have the
// most dimensions with more than one cell.
func usual(f *hdf5file.File) ([]string, error) {
	sets, err := drawable(f)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, want := range []string{"density", "temperature"} {
		if slices.ContainsFunc(sets, func(d *hdf5file.Dataset) bool { return d.Name() == want }) {
			names = append(names, want)
		}
	}
	if names != nil {
		return names, nil
	}
	best, most := "", 0
	for _, d := range sets {
		extended := slices.DeleteFunc(slices.Clone(d.Shape), func(cells int) bool { return cells <= 1 })
		if n := len(extended); n > most {
			best, most = d.Path, n
		}
	}
	if best == "" {
		return nil, fmt.Errorf("the file holds no field of more than one number; name one by --field")
	}
	return []string{best}, nil
}

// read lifts a box of cells (x y z) out of a dataset of rank 1 to 3.
func (s *source) read(d *hdf5file.Dataset, start, count [3]int) ([]float64, error) {
	rank := len(d.Shape)
	from, many := make([]int, rank), make([]int, rank)
	for i := range rank {
		from[i], many[i] = start[rank-1-i], count[rank-1-i]
	}
	const most = 1 << 28 // numbers, 2 GB: the machine that draws is no cluster
	if float64(count[0])*float64(count[1])*float64(count[2]) > most {
		return nil, fmt.Errorf("field %s: %d x %d x %d cells (x y z) are more than can be drawn, at most %d; cut a smaller part out first",
			d.Path, count[0], count[1], count[2], most)
	}
	values := make([]float64, count[0]*count[1]*count[2])
	return values, hdf5file.Read(d, from, many, values)
}

func (s *source) reach(d int) (from, to float64) {
	from = s.image.Origin[d]
	return from, from + float64(s.image.Cells[d])*s.image.Spacing[d]
}

func (s *source) coordinate(cell [3]int, d int) string {
	if s.length == "" {
		return fmt.Sprint(cell[d])
	}
	at := s.image.Centre(cell)[d]
	factor, unit := picture.Readable(math.Abs(at))
	return fmt.Sprintf("%.4g %s", at*factor, unit)
}

// named says that the file has its own names for axes: its coordinates are not those of a place.
func (s *source) named() bool { return s.image.Axes != [3]string{} }

// names is what an axis is called.
func (s *source) names(d int) string {
	switch {
	case s.image.Axes[d] != "":
		return s.image.Axes[d]
	case s.named():
		return axes[d] + " [m]"
	}
	return axes[d]
}

// title names the case and the moment.
func (s *source) title() string {
	if s.length == "" {
		return s.sets[0].Path
	}
	if s.named() {
		return s.image.Case
	}
	parts := []string{}
	if s.image.Case != "" {
		parts = append(parts, s.image.Case)
	}
	return strings.Join(append(parts, fmt.Sprintf("step %d", s.image.Step), moment(s.image.Time)), ", ")
}

// moment shows a time in the unit that reads best.
func moment(at *float64) string {
	if at == nil {
		return "no time"
	}
	t := *at
	for _, u := range []struct {
		size float64
		name string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}} {
		if math.Abs(t) >= u.size {
			return fmt.Sprintf("t = %.4g %s", t/u.size, u.name)
		}
	}
	return fmt.Sprintf("t = %.4g s", t)
}
