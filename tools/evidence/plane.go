// Package evidence gathers what a reader wants to see of a difference: the plane through its worst
// point in both files, and at which scale the difference lives.
//
// Here lives what is read for that, and what goes into which picture. Never
// here: how a picture is drawn (picture), how a page is laid out (page).
package evidence

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"

	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/picture"
	"drawbridge/tools/section"
)

// mostShown is about the most cells of a plane in either direction: a larger plane is shown round its worst point.
const mostShown = 1024

// Plane is a plane of one field through its worst point. Values[row*Columns+column]; a dataset of
// one dimension has one row.
type Plane struct {
	Name, Unit     string
	Across, Up     string
	Columns, Rows  int
	Ref, New, Diff []float64 // Diff = New - Ref; NaN where either is
	Left, Bottom   float64   // of the first cell shown, in Length
	Step           [2]float64
	Length         string       // m, or "" where cells are counted, or the axes have names of their own
	UpFree         bool         // as in picture
	At             string       // where the plane lies, such as "z = 0.5 mm"; "" for a plane grid
	Cut            bool         // part of the plane alone is shown
	Edges          [][4]float64 // of the blocks that it cuts: left, right, bottom, top, in Length
	worst          [2]int       // column and row
}

// Open reads the plane of a field through its largest difference, or its first NaN where there is
// no other. nil without an error: the field holds nothing to show.
func Open(r *compare.Result, f *compare.Field) (*Plane, error) {
	place := cmp.Or(f.Where, f.FirstNaN)
	if place == nil || len(place.Cell) == 0 || len(place.Cell) > 3 || !f.Numbers {
		return nil, nil
	}
	cell, cells := [3]int{1, 1, 1}, [3]int{1, 1, 1}
	for d, n := range place.Cell {
		cell[d], cells[d] = n, f.Shape[len(f.Shape)-1-d]
	}
	ref, image, err := read(r.Reference, f.Path, cell)
	if err != nil {
		return nil, err
	}
	new, other, err := read(r.New, cmp.Or(f.NewPath, f.Path), cell)
	if err != nil {
		return nil, err
	}
	normal := section.Shortest(cells)
	across, up := section.Others[normal][0], section.Others[normal][1]
	p := &Plane{Name: path.Base(f.Path), Unit: f.Unit, Across: ref.Across, Up: ref.Up, Columns: cells[across], Rows: cells[up], Ref: ref.Panels[0].Values, New: new.Panels[0].Values,
		Left: ref.Left, Bottom: ref.Bottom, Length: ref.Length, UpFree: ref.UpFree, worst: [2]int{cell[across] - 1, cell[up] - 1}}
	p.Step = [2]float64{(ref.Right - ref.Left) / float64(p.Columns), (ref.Top - ref.Bottom) / float64(p.Rows)}
	if !ref.Drawable() { // coordinates without a picture: cells are counted
		p.Left, p.Bottom, p.Step, p.Length = .5, .5, [2]float64{1, 1}, ""
	}
	if len(p.Ref) != len(p.New) {
		return nil, fmt.Errorf("%s: its shape has changed since it was compared", f.Path)
	}
	p.Diff = make([]float64, len(p.Ref))
	for i := range p.Diff {
		p.Diff[i] = p.New[i] - p.Ref[i]
	}
	if cells[normal] > 1 {
		p.At = fmt.Sprintf("%c = cell %d", "xyz"[normal], cell[normal])
		if at := place.Position; at != nil {
			factor, unit := picture.Readable(math.Abs(at[normal]))
			p.At = fmt.Sprintf("%c = %.4g %s (cell %d)", "xyz"[normal], at[normal]*factor, unit, cell[normal])
		}
	}
	if other == nil || other.Blocks == nil {
		other = image
	}
	if place.Block != nil && other != nil {
		p.edges(other.Blocks, cell, [3]int{across, up, normal})
	}
	if p.Columns > mostShown || p.Rows > mostShown {
		p = p.around(mostShown / 2)
		p.Cut = true
	}
	return p, nil
}

// read is the plane of one file, and its grid where it is a snapshot.
func read(name, dataset string, cell [3]int) (*picture.Plane, *hdf5file.Image, error) {
	f, err := hdf5file.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	p, err := section.Plane(f, []string{dataset}, section.Cut{Cell: cell})
	image, _ := f.Image()
	return p, image, err
}

// Worst is the middle of the worst cell, across and up.
func (p *Plane) Worst() []float64 {
	return []float64{p.Left + (float64(p.worst[0])+.5)*p.Step[0], p.Bottom + (float64(p.worst[1])+.5)*p.Step[1]}
}

// zoomReach is how many cells a zoom shows at each side of the worst cell.
const zoomReach = 12

// mostEdges bounds the blocks that a picture shows the edges of.
const mostEdges = 400

// Zoom is the plane round its worst cell alone, nil where the plane is no larger.
func (p *Plane) Zoom() *Plane {
	if p.Rows < 2 || p.Columns <= 2*zoomReach+1 && p.Rows <= 2*zoomReach+1 {
		return nil
	}
	return p.around(zoomReach)
}

// around is the part of a plane that reaches so many cells from its worst one.
func (p *Plane) around(reach int) *Plane {
	from, to := [2]int{}, [2]int{p.Columns, p.Rows}
	for d, n := range to {
		from[d], to[d] = max(0, p.worst[d]-reach), min(n, p.worst[d]+reach+1)
	}
	z := *p
	z.Columns, z.Rows = to[0]-from[0], to[1]-from[1]
	z.worst = [2]int{p.worst[0] - from[0], p.worst[1] - from[1]}
	z.Left, z.Bottom = p.Left+float64(from[0])*p.Step[0], p.Bottom+float64(from[1])*p.Step[1]
	cut := func(values []float64) []float64 {
		out := make([]float64, 0, z.Columns*z.Rows)
		for row := from[1]; row < to[1]; row++ {
			out = append(out, values[row*p.Columns+from[0]:row*p.Columns+to[0]]...)
		}
		return out
	}
	z.Ref, z.New, z.Diff = cut(p.Ref), cut(p.New), cut(p.Diff)
	z.Edges = slices.DeleteFunc(slices.Clone(p.Edges), func(e [4]float64) bool { return !z.shows(e) })
	z.Edges = z.Edges[:min(len(z.Edges), mostEdges)]
	return &z
}

// shows says whether an edge of a block lies within the plane.
func (p *Plane) shows(e [4]float64) bool {
	right, top := p.Left+float64(p.Columns)*p.Step[0], p.Bottom+float64(p.Rows)*p.Step[1]
	return e[0] < right && e[1] > p.Left && e[2] < top && e[3] > p.Bottom &&
		(e[0] > p.Left || e[1] < right || e[2] > p.Bottom || e[3] < top)
}

// edges sets the edges of the blocks that the plane cuts; axes are those across, up and normal to it.
func (p *Plane) edges(blocks [][6]int, cell, axes [3]int) {
	for _, b := range blocks {
		if at := cell[axes[2]]; at < b[2*axes[2]] || at > b[2*axes[2]+1] {
			continue
		}
		side := func(d int, left, step float64) (from, to float64) {
			return left + float64(b[2*d]-1)*step, left + float64(b[2*d+1])*step
		}
		var e [4]float64
		e[0], e[1] = side(axes[0], p.Left, p.Step[0])
		e[2], e[3] = side(axes[1], p.Bottom, p.Step[1])
		if p.shows(e) {
			p.Edges = append(p.Edges, e)
		}
	}
}
