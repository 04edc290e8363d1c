// Package section cuts planes and lines out of a file of fields and hands them to picture.
//
// Here lives which cells a cut meets and what the axes are called. Never here: drawing (picture) or
// HDF5 calls (hdf5file).
package section

import (
	"fmt"

	"drawbridge/tools/hdf5file"
	"drawbridge/tools/picture"
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
	if len(c.At) > 0 && s.length == "" {
		return cell, fmt.Errorf("--at %g is in m, and this file keeps no coordinates; name a cell by --cell", c.At[0])
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

// Others are the axes of a plane across and up, by the axis that it is normal to.
var Others = [3][2]int{{1, 2}, {0, 2}, {0, 1}}

// Shortest is the axis with the fewest cells; z where there are several.
func Shortest(cells [3]int) int {
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
	normal := Shortest(s.image.Cells)
	if c.Axis != "" {
		if normal, err = axis(c.Axis); err != nil {
			return nil, err
		}
	}
	cell, err := s.cell(c, normal)
	if err != nil {
		return nil, err
	}
	across, up := Others[normal][0], Others[normal][1]
	p := &picture.Plane{Length: s.length, Title: s.title()}
	p.Across, p.Up, p.UpFree = s.names(across), s.names(up), s.named()
	if p.UpFree {
		p.Length = ""
	}
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
	p := &picture.Profile{Along: s.names(along), Length: s.length, Title: s.title()}
	if s.named() {
		p.Length = ""
	}
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
