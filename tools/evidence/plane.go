// Package evidence gathers what a reader wants to see of a difference: the plane through its worst
// point in both files, and at which scale the difference lives.
//
// Here lives what is read for that, and what goes into which picture. Never
// here: how a picture is drawn (picture), how a page is laid out (page).
package evidence

import (
	"fmt"
	"math"
	"slices"

	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/picture"
)

// mostShown is the most cells of a plane in either direction: a larger plane is shown round its worst
// point, so that the memory stays small.
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
	Length         string       // m, or "" where cells are counted
	At             string       // where the plane lies, such as "z = 0.5 mm"; "" for a plane grid
	Cut            bool         // part of the plane alone is shown
	Edges          [][4]float64 // of the blocks that it cuts: left, right, bottom, top, in Length
	worst          [2]int       // column and row
}

// axes name the last three dimensions, fastest first.
var axes = [3]string{"x", "y", "z"}

// Open reads the plane of a field through its largest difference, or its first NaN where there is
// no other. nil without an error: the field holds nothing to show.
func Open(r *compare.Result, f *compare.Field) (*Plane, error) {
	place := f.Where
	if place == nil {
		place = f.FirstNaN
	}
	if place == nil || len(place.Cell) == 0 || !f.Numbers {
		return nil, nil
	}
	cut, p := section(f.Shape, place.Cell)
	p.Name, p.Unit = f.Path[1+lastSlash(f.Path):], f.Unit
	var err error
	if p.Ref, err = read(r.Reference, f.Path, cut); err != nil {
		return nil, err
	}
	other := f.Path
	if f.NewPath != "" {
		other = f.NewPath
	}
	if p.New, err = read(r.New, other, cut); err != nil {
		return nil, err
	}
	p.Diff = make([]float64, len(p.Ref))
	for i := range p.Diff {
		p.Diff[i] = p.New[i] - p.Ref[i]
	}
	if err := p.place(r.Reference, f, place, cut); err != nil {
		return nil, err
	}
	p.blocks(r, place, cut)
	return p, nil
}

func lastSlash(path string) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return i
		}
	}
	return -1
}

// region is a box of a dataset, slowest dimension first.
type region struct {
	start, count []int
	across, up   int // dimensions that are shown; up is -1 for a line
}

// section chooses the two longest of the last three dimensions through a cell (from 1, fastest
// first) and a window round it.
func section(shape, cell []int) (region, *Plane) {
	rank := len(shape)
	cut := region{start: make([]int, rank), count: make([]int, rank), up: -1}
	for i := range rank {
		cut.start[i], cut.count[i] = cell[rank-1-i]-1, 1
	}
	normal := -1
	if rank >= 3 {
		normal = rank - 3
		for _, d := range []int{rank - 2, rank - 1} {
			if shape[d] < shape[normal] {
				normal = d
			}
		}
	}
	p := &Plane{Columns: 1, Rows: 1}
	shown := 0
	for d := rank - 1; d >= max(0, rank-3); d-- {
		if d == normal {
			continue
		}
		from, n := around(cut.start[d], shape[d])
		at := cut.start[d] - from
		cut.start[d], cut.count[d] = from, n
		p.Cut = p.Cut || n < shape[d]
		if shown++; shown == 1 {
			cut.across, p.Across, p.Columns, p.worst[0] = d, axes[rank-1-d], n, at
		} else {
			cut.up, p.Up, p.Rows, p.worst[1] = d, axes[rank-1-d], n, at
		}
	}
	return cut, p
}

// around is the window about an index.
func around(at, n int) (from, many int) {
	if n <= mostShown {
		return 0, n
	}
	return min(max(0, at-mostShown/2), n-mostShown), mostShown
}

func read(path, dataset string, cut region) ([]float64, error) {
	f, err := hdf5file.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := f.Dataset(dataset)
	if err != nil {
		return nil, err
	}
	n := 1
	for _, k := range cut.count {
		n *= k
	}
	values := make([]float64, n)
	return values, d.ReadFloat64(cut.start, cut.count, values)
}

// place sets the coordinates: metres in a snapshot, cells elsewhere.
func (p *Plane) place(path string, f *compare.Field, worst *compare.Place, cut region) error {
	p.Step = [2]float64{1, 1}
	rank := len(f.Shape)
	first := [2]int{cut.start[cut.across], 0}
	if cut.up >= 0 {
		first[1] = cut.start[cut.up]
	}
	p.Left, p.Bottom = float64(first[0])+.5, float64(first[1])+.5
	var image *hdf5file.Image
	if worst.Position != nil {
		file, err := hdf5file.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		image, _ = file.Image()
	}
	if image != nil {
		p.Length = "m"
		dimension := [2]int{rank - 1 - cut.across, rank - 1 - max(0, cut.up)}
		for i, d := range dimension {
			p.Step[i] = image.Spacing[d]
		}
		p.Left = image.Origin[dimension[0]] + float64(first[0])*p.Step[0]
		p.Bottom = image.Origin[dimension[1]] + float64(first[1])*p.Step[1]
		if drawing := p.Picture(); !drawing.Drawable() { // coordinates without a picture: cells are counted
			p.Length, p.Step = "", [2]float64{1, 1}
			p.Left, p.Bottom = float64(first[0])+.5, float64(first[1])+.5
		}
	}
	for d := range rank {
		if d == cut.across || d == cut.up || f.Shape[d] == 1 {
			continue
		}
		name := fmt.Sprintf("dimension %d", d+1)
		if rank-1-d < 3 {
			name = axes[rank-1-d]
		}
		if p.At != "" {
			p.At += ", "
		}
		p.At += name + " = " + p.coordinate(image, worst, rank-1-d)
	}
	return nil
}

func (p *Plane) coordinate(image *hdf5file.Image, worst *compare.Place, d int) string {
	if image == nil || d > 2 {
		return fmt.Sprintf("cell %d", worst.Cell[d])
	}
	factor, unit := picture.Readable(math.Abs(worst.Position[d]))
	return fmt.Sprintf("%.4g %s (cell %d)", worst.Position[d]*factor, unit, worst.Cell[d])
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
	from, to := [2]int{}, [2]int{p.Columns, p.Rows}
	for d, n := range to {
		from[d], to[d] = max(0, p.worst[d]-zoomReach), min(n, p.worst[d]+zoomReach+1)
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

// blocks sets the edges of the blocks that the plane cuts, of a field of three dimensions of a snapshot: those of the new file, else of the
// reference. A file whose blocks cannot be read has none.
func (p *Plane) blocks(r *compare.Result, place *compare.Place, cut region) {
	if len(cut.start) != 3 || cut.up < 0 || place.Block == nil {
		return
	}
	for _, path := range []string{r.New, r.Reference} {
		file, err := hdf5file.Open(path)
		if err != nil {
			continue
		}
		image, err := file.Image()
		_ = file.Close()
		if err != nil || image.Blocks == nil {
			continue
		}
		p.edges(image, place, cut)
		return
	}
}

func (p *Plane) edges(image *hdf5file.Image, place *compare.Place, cut region) {
	across, up := 2-cut.across, 2-cut.up
	normal := 3 - across - up
	for _, b := range image.Blocks {
		if at := place.Cell[normal]; at < b[2*normal] || at > b[2*normal+1] {
			continue
		}
		side := func(d, first int, left, step float64) (from, to float64) {
			return left + float64(b[2*d]-1-first)*step, left + float64(b[2*d+1]-first)*step
		}
		var e [4]float64
		e[0], e[1] = side(across, cut.start[cut.across], p.Left, p.Step[0])
		e[2], e[3] = side(up, cut.start[cut.up], p.Bottom, p.Step[1])
		if p.shows(e) {
			p.Edges = append(p.Edges, e)
		}
	}
}
