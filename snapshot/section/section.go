package section

import (
	"fmt"
	"math"
	"path"
	"strings"

	"drawbridge/snapshot/hdf5file"
	"drawbridge/snapshot/picture"
)

// axes by their number.
var axes = [3]string{"x", "y", "z"}

// Cut says where a plane or a line lies. The zero value is the plane through the middle, normal to
// the shortest axis.
type Cut struct {
	Axis string    // the plane's normal, or the line's direction: x, y or z
	Cell [3]int    // a cell on the cut, counted from 1; 0: the middle
	At   []float64 // coordinate along the normal, m; overrides Cell; at most one
}

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
	for _, name := range fields {
		d, err := find(f, name)
		if err != nil {
			return nil, err
		}
		cells, err := cellsOf(d)
		if err != nil {
			return nil, err
		}
		if image == nil {
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
	return nil, fmt.Errorf("there is no field %q; there are: %s", name, strings.Join(names, " "))
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

// usual are the fields that a reader wants to see first: density and temperature, else the first.
func usual(f *hdf5file.File) ([]string, error) {
	sets, err := drawable(f)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, want := range []string{"density", "temperature"} {
		for _, d := range sets {
			if d.Name() == want {
				names = append(names, want)
			}
		}
	}
	if names == nil {
		names = []string{sets[0].Path}
	}
	return names, nil
}

// axis turns a name into its number.
func axis(name string) (int, error) {
	for d, known := range axes {
		if name == known {
			return d, nil
		}
	}
	return 0, fmt.Errorf("the axis %q is none of x, y, z", name)
}

// cell settles which cell the cut goes through.
func (s *source) cell(c Cut, normal int) ([3]int, error) {
	cell := c.Cell
	for d, n := range s.image.Cells {
		if cell[d] == 0 {
			cell[d] = (n + 1) / 2
		}
	}
	if len(c.At) > 0 {
		from := s.image.Origin[normal]
		at := (c.At[0] - from) / s.image.Spacing[normal]
		if !(at >= 0 && at <= float64(s.image.Cells[normal])) {
			return cell, fmt.Errorf("%s = %g m lies outside the grid, which reaches from %g to %g m",
				axes[normal], c.At[0], from, from+float64(s.image.Cells[normal])*s.image.Spacing[normal])
		}
		cell[normal] = min(s.image.Cells[normal], int(at)+1)
	}
	for d, n := range s.image.Cells {
		if cell[d] < 1 || cell[d] > n {
			return cell, fmt.Errorf("cell %d in %s asked, the grid has 1 to %d", cell[d], axes[d], n)
		}
	}
	return cell, nil
}

// shortest is the axis with the fewest cells; z where there are several.
func shortest(cells [3]int) int {
	normal := 2
	for d := 1; d >= 0; d-- {
		if cells[d] < cells[normal] {
			normal = d
		}
	}
	return normal
}

// Plane reads a plane of some fields; none named: the usual ones.
func Plane(f *hdf5file.File, fields []string, c Cut) (*picture.Plane, error) {
	s, err := open(f, fields)
	if err != nil {
		return nil, err
	}
	normal := shortest(s.image.Cells)
	if c.Axis != "" {
		if normal, err = axis(c.Axis); err != nil {
			return nil, err
		}
	}
	cell, err := s.cell(c, normal)
	if err != nil {
		return nil, err
	}
	across, up := (normal+1)%3, (normal+2)%3
	if across > up {
		across, up = up, across
	}
	p := &picture.Plane{Across: axes[across], Up: axes[up], Length: s.length, Title: s.title()}
	p.Left, p.Right = s.reach(across)
	p.Bottom, p.Top = s.reach(up)
	if s.image.Cells[normal] > 1 {
		p.Title += fmt.Sprintf(", plane %s = %s", axes[normal], s.coordinate(cell, normal))
	}
	for _, d := range s.sets {
		start, count := [3]int{}, s.image.Cells
		start[normal], count[normal] = cell[normal]-1, 1
		values, err := s.read(d, start, count)
		if err != nil {
			return nil, err
		}
		p.Panels = append(p.Panels, picture.Panel{Name: d.Name(), Unit: f.Unit(d.Path),
			Columns: count[across], Rows: count[up], Values: values})
	}
	return p, nil
}

// Line reads some fields along an axis, through the middle or through a cell.
func Line(f *hdf5file.File, fields []string, c Cut) (*picture.Profile, error) {
	s, err := open(f, fields)
	if err != nil {
		return nil, err
	}
	along, err := axis(c.Axis)
	if err != nil {
		return nil, err
	}
	cell, err := s.cell(Cut{Cell: c.Cell}, along)
	if err != nil {
		return nil, err
	}
	start, count := [3]int{cell[0] - 1, cell[1] - 1, cell[2] - 1}, [3]int{1, 1, 1}
	start[along], count[along] = 0, s.image.Cells[along]
	p := &picture.Profile{Along: axes[along], Length: s.length, Title: s.title()}
	for i := range count[along] {
		p.At = append(p.At, s.image.Origin[along]+(float64(i)+.5)*s.image.Spacing[along])
	}
	for d := range 3 {
		if d != along && s.image.Cells[d] > 1 {
			p.Title += fmt.Sprintf(", %s = %s", axes[d], s.coordinate(cell, d))
		}
	}
	for _, d := range s.sets {
		values, err := s.read(d, start, count)
		if err != nil {
			return nil, err
		}
		p.Curves = append(p.Curves, picture.Curve{Name: d.Name(), Unit: f.Unit(d.Path), Values: values})
	}
	return p, nil
}

// read lifts a box of cells (x y z) out of a dataset of rank 1 to 3.
func (s *source) read(d *hdf5file.Dataset, start, count [3]int) ([]float64, error) {
	rank := len(d.Shape)
	from, many := make([]int, rank), make([]int, rank)
	for i := range rank {
		from[i], many[i] = start[rank-1-i], count[rank-1-i]
	}
	values := make([]float64, count[0]*count[1]*count[2])
	return values, d.ReadFloat64(from, many, values)
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

// title names the case and the moment.
func (s *source) title() string {
	if s.length == "" {
		return s.sets[0].Path
	}
	parts := []string{}
	if s.image.Case != "" {
		parts = append(parts, s.image.Case)
	}
	return strings.Join(append(parts, fmt.Sprintf("step %d", s.image.Step), "t = "+moment(s.image.Time)), ", ")
}

// moment shows a time in the unit that reads best.
func moment(t float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}} {
		if math.Abs(t) >= u.size {
			return fmt.Sprintf("%.4g %s", t/u.size, u.name)
		}
	}
	return fmt.Sprintf("%.4g s", t)
}
