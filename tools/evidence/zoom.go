package evidence

import (
	"slices"

	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
)

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
