package stencils

import (
	"strings"

	"drawbridge/views"
)

// A wide level has as many layers of the neighbours' cells as its sweeps need. A rank sweeps over them too, over fewer at each sweep, and so
// needs no exchange between the colours, nor between the sweeps and the residual. Both colours of a sweep are one pass over memory, as on one
// rank. What the neighbour computes, this rank computes of the same values in the same order, so the bits are those of one rank.

// Layers of u that sweeps and the residual after them read, and those of f. A sweep leaves one layer fewer of red points right than it
// goes over, and two of black ones.
const (
	widthOfU = 2*sweeps + 1
	widthOfF = 2 * sweeps
	leastCut = 8 // cells of a rank along an axis that is cut; with fewer it would compute more of its neighbours' cells than of its own
)

// widens tells whether a level can be wide: on all ranks, or on none. Along x the rows would not begin where the device wants them. Around
// an axis that is cut the halo keeps what it had before a sweep, as on one rank, and needs an exchange of its own.
func (l *level) widens() bool {
	for _, b := range l.boxes {
		for axis, n := range l.shape() {
			if b.Extent[axis] < n && (axis == 0 || l.around || b.Extent[axis] < leastCut) {
				return false
			}
		}
	}
	return true
}

// layersOf is the halo of a field of a level.
func (l *level) layersOf(name string) int {
	switch {
	case l.wide && name == l.u:
		return widthOfU
	case l.wide && name == l.f:
		return widthOfF
	}
	return 1
}

// grow makes a field of a level with so many layers of the neighbours as interior, and answers its name.
func (m *multigrid) grow(l *level, field string, layers int) (string, error) {
	f, err := m.s.fields.Find(field)
	if err != nil {
		return "", err
	}
	var g views.Growth
	for axis := range l.cells {
		for side, growth := range []*[3]int{&g.Low, &g.High} {
			if !l.inner.Open(axis, side) {
				growth[axis] = layers
			}
		}
	}
	grown, err := m.s.fields.Grow(f, g)
	if err != nil {
		return "", err
	}
	return grown.Name, nil
}

// directWide makes the sequences of a wide level.
func (m *multigrid) directWide(l *level, kind string, numbers []float64) error {
	l.refresh, l.reach = m.sequence(), m.sequence()
	axes := len(l.cells)
	var all []func() error
	for n := widthOfF; n > 0; n -= 2 { // one sweep over so many layers
		u, err := m.grow(l, l.u, n)
		if err != nil {
			return err
		}
		f, err := m.grow(l, l.f, n)
		if err != nil {
			return err
		}
		q := m.sequence()
		q.forgetsHalos = true
		if err := first(l.walledBeside(q, kind, u), q.Apply("gauss_seidel", f, u, numbers, "")); err != nil {
			return err
		}
		all = append(all, q.times(1))
	}
	whole, err := m.grow(l, l.u, widthOfU)
	if err != nil {
		return err
	}
	near, err := m.grow(l, l.u, 1)
	if err != nil {
		return err
	}
	sweepAll := m.part(l, "sweeps", inOrderOf(all...))
	l.first = inOrderOf(m.part(l, "exchange of f", l.reach.times(1)), sweepAll) // u is 0 before
	l.after = inOrderOf(m.part(l, "exchange of u", l.refresh.times(1)), sweepAll)
	if l.u == m.name("u", 0) {
		l.first = l.after
	}
	return first(
		l.inner.Exchange(l.refresh, l.u, widthOfU, 0, axes),
		l.inner.Exchange(l.reach, l.f, widthOfF, 0, axes),
		l.walledBeside(l.fill, kind, near),
		l.walledBeside(l.residual, kind, l.u),
		l.residual.Apply("residual", l.u+" "+l.f, l.r, numbers, ""),
		l.zero.Apply("constant", "", whole, []float64{0}, ""))
}

// walledBeside fills one layer of a field beyond all faces but those towards other ranks.
func (l *level) walledBeside(q *Sequence, kind, field string) error {
	var faces []string
	for axis := range l.cells {
		for side, sign := range []string{"-", "+"} {
			if l.inner.Open(axis, side) {
				faces = append(faces, string("xyz"[axis])+sign)
			}
		}
	}
	if len(faces) == 0 {
		return nil
	}
	return q.Apply("fill", "", field, []float64{0}, kind+" faces="+strings.Join(faces, "/"))
}
