package stencils

import (
	"runtime"
	"strings"
	"unsafe"

	"drawbridge/status"
	"drawbridge/views"
)

// Division is a grid that ranks divide among them, and what a solution over all of them needs.
type Division struct {
	Boxes []views.Box // of all blocks; those of a rank follow each other
	Owner []int       // the rank of each
	Rank  int         // this one
	Cells [3]int      // of the whole grid
	// Level divides a grid of other cells; periodic: the ranks at both ends of an axis are neighbours.
	Level func(cells [3]int, boxes []views.Box, periodic bool) (Halos, error)
	Share func(call string, record []byte) ([][]byte, error)
	// ToAll gives every rank the records of all, whose lengths all ranks know.
	ToAll func(record []byte, lengths []int) ([][]byte, error)
	// Trade gives every rank what this one has for it, and answers what the others had for this one, in bytes that it knows.
	Trade func(send [][]byte, lengths []int) ([][]byte, error)
	// OneBox makes the same grid with a box for each rank, until it is removed; collective. It answers the boxes in the order of the ranks, and
	// what puts a field of this rank's box on the grid.
	OneBox func() (boxes []views.Box, put func(name string) error, remove func(), err error)
	// Kernels says that all ranks have a device that runs kernels.
	Kernels bool
	// Numbers shares those of a call that all ranks make. Where a rank has failed, or makes another call, all get an error.
	Numbers func(call string, mine []int64, failure error) ([][]int64, error)
	Agree   func(call string, failure error) error
	Abandon func()
}

// Several tells whether a rank has several blocks.
func (d *Division) Several() bool { return len(d.Owner) > d.Owner[len(d.Owner)-1]+1 }

// Halos are those of fields on a grid that ranks divide among them.
type Halos interface {
	Exchange(q *Sequence, field string, layers, from, to int) error // along the axes from one on and before another
	Open(axis, side int) bool                                       // no rank lies beyond that face
	Judge() error                                                   // what went wrong in exchanges that are done
}

// mostGathered is the most cells of a level that all ranks solve as a whole, each for itself: on a host fewer cells than that take less
// time than the exchanges of their halos. Between GPUs halos go fast, and a level that is gathered goes through the host, which takes longer
// the more cells it has (docs/notes/exchange.md).
const mostGathered, mostGatheredOfGPUs = 32768, 4096

// gathers tells whether a level is one of those, or has ranks without cells.
func (d *Division) gathers(m mesh, boxes []views.Box) bool {
	for _, b := range boxes {
		if b.Points() == 0 {
			return true
		}
	}
	if d.Kernels {
		return m.points() <= mostGatheredOfGPUs
	}
	return m.points() <= mostGathered
}

// coarserBoxes gives each coarse cell to the rank that has its centre; one between two ranks to the upper one. So what a rank reads of
// the other level is at most one layer away from its own cells.
func coarserBoxes(boxes []views.Box, fine, coarse mesh) (list []views.Box) {
	for _, b := range boxes {
		next := views.Box{Extent: [3]int{1, 1, 1}}
		for i, n := range fine.cells {
			from := firstBehind(b.At[i], n, coarse.cells[i])
			next.At[i], next.Extent[i] = from, firstBehind(b.At[i]+b.Extent[i], n, coarse.cells[i])-from
		}
		list = append(list, next)
	}
	return list
}

// firstBehind is the first of M coarse cells whose centre is not below the edge before fine cell `at` of N.
func firstBehind(at, N, M int) int { return above(2*at*M-N, 2*N) }

// straddles tells whether a coarse cell lies over fine cells of two ranks.
func straddles(fine, coarse *level, pieces []views.Box) bool {
	for rank, piece := range pieces {
		b := fine.boxes[rank]
		for i, n := range fine.cells {
			from, to := piece.At[i]*n, (piece.At[i]+piece.Extent[i])*n // in parts of 1/M of a fine cell
			if m := coarse.cells[i]; from < b.At[i]*m || to > (b.At[i]+b.Extent[i])*m {
				return true
			}
		}
	}
	return false
}

// gather gives all ranks all cells of a field, of which each has one piece.
func (s *Stencils) gather(d *Division, f *views.Field, pieces []views.Box) error {
	if err := s.device.Finish(); err != nil {
		return err
	}
	mine := pieces[d.Rank]
	record := make([]byte, mine.Points()*f.Bytes)
	if err := s.copyBytes(f, mine, record, true); err != nil {
		return err
	}
	var lengths []int
	for _, b := range pieces {
		lengths = append(lengths, b.Points()*f.Bytes)
	}
	records, err := d.ToAll(record, lengths)
	if err != nil {
		return status.Wrap(err, "poisson: %v", err)
	}
	whole := make([]byte, f.Points()*f.Bytes)
	for rank, b := range pieces {
		if len(records[rank]) != b.Points()*f.Bytes {
			return status.Errorf(status.Internal, "poisson: rank %d sent %d bytes of a level, %d expected", rank, len(records[rank]), b.Points()*f.Bytes)
		}
		place(whole, f, b, records[rank])
	}
	return s.copyBytes(f, f.Interior(), whole, false)
}

// place puts the cells of a box where they are in the whole.
func place(whole []byte, f *views.Field, b views.Box, piece []byte) {
	row := b.Extent[0] * f.Bytes
	for n := 0; len(piece) > 0; n++ {
		y, z := b.At[1]+n%b.Extent[1], b.At[2]+n/b.Extent[1]
		copy(whole[((z*f.Shape[1]+y)*f.Shape[0]+b.At[0])*f.Bytes:], piece[:row])
		piece = piece[row:]
	}
}

// copyBytes copies a box of a field to bytes that follow each other, or from them.
func (s *Stencils) copyBytes(f *views.Field, b views.Box, bytes []byte, toHost bool) error {
	if len(bytes) == 0 {
		return nil
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&bytes[0])
	return s.fields.CopyBox(f, b, uintptr(unsafe.Pointer(&bytes[0])), toHost)
}

// divide gives a level to the ranks as they have the finer one, or to each of them as a whole.
func (m *multigrid) divide(l *level, n int) (err error) {
	switch {
	case m.ranks == nil:
		return nil
	case n == 0:
		l.boxes = m.ranks.Boxes
	case m.levels[n-1].boxes != nil:
		finer := m.levels[n-1]
		if l.boxes = coarserBoxes(finer.boxes, finer.mesh, l.mesh); m.ranks.gathers(l.mesh, l.boxes) {
			l.boxes = nil
		}
	}
	if l.boxes == nil {
		return nil
	}
	if l.inner, err = m.ranks.Level(l.shape(), l.boxes, false); err == nil {
		l.halos, err = m.ranks.Level(l.shape(), l.boxes, l.around)
	}
	l.wide = m.wide && l.widens()
	return err
}

// here is this rank's box of a level.
func (m *multigrid) here(l *level) views.Box {
	if l.boxes != nil {
		return l.boxes[m.ranks.Rank]
	}
	return views.Box{Extent: l.shape()}
}

// directHalos makes the sequence that fills the halo of a divided level. One axis follows the other, so that edges are those of the whole.
func (m *multigrid) directHalos(l *level, q *Sequence, kind string) error {
	for axis := range l.cells {
		if err := first(l.walled(q, kind, axis, axis+1), l.halos.Exchange(q, l.u, 1, axis, axis+1)); err != nil {
			return err
		}
	}
	return nil
}

// directDivided makes the sequences of a level that ranks divide. Those read no edges. Between the colours the faces of the whole grid keep
// what they had before the red points, as on one rank.
func (m *multigrid) directDivided(l *level, kind string, numbers []float64) error {
	axes := len(l.cells)
	return first(
		l.walled(l.smooth, kind, 0, axes),
		l.halos.Exchange(l.smooth, l.u, 1, 0, axes),
		l.smooth.Apply("gauss_seidel_red", l.f, l.u, numbers, ""),
		l.inner.Exchange(l.smooth, l.u, 1, 0, axes),
		l.smooth.Apply("gauss_seidel_black", l.f, l.u, numbers, ""),
		l.walled(l.residual, kind, 0, axes),
		l.halos.Exchange(l.residual, l.u, 1, 0, axes),
		l.residual.Apply("residual", l.u+" "+l.f, l.r, numbers, ""),
		l.zero.Apply("constant", "", l.u, []float64{0}, ""))
}

// walled fills the halo beyond the faces that no rank lies behind, along the axes from one on and before another.
func (l *level) walled(q *Sequence, kind string, from, to int) error {
	var faces []string
	for axis := from; axis < to; axis++ {
		for side, sign := range []string{"-", "+"} {
			if l.halos.Open(axis, side) {
				faces = append(faces, string("xyz"[axis])+sign)
			}
		}
	}
	if len(faces) == 0 {
		return nil
	}
	return q.Apply("fill", "", l.u, []float64{0}, kind+" faces="+strings.Join(faces, "/"))
}
