package stencils

import (
	"strings"

	"drawbridge/views"
)

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
