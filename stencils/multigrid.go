package stencils

import (
	"fmt"
	"slices"
	"strings"

	kernels "drawbridge/kernels/stencils"
	"drawbridge/views"
)

// Sweeps before and after the correction of a coarser level.
const sweepsDown, sweepsUp = 2, 2

// level is one grid of the cycle; fields by name in the collection of the Frame.
type level struct {
	mesh
	u, f, r  string
	halo     int
	fill     *Sequence // halo of u
	smooth   *Sequence
	residual *Sequence
	zero     *Sequence    // u = 0
	down, up func() error // between this level and the next coarser one
}

// multigrid is the levels of one solution, the finest first.
type multigrid struct {
	sequences []*Sequence // of all levels
	s         *Stencils
	levels    []*level
	made      []string
}

// build makes the levels.
func (m *multigrid) build(p Poisson, u *views.Field) error {
	grid, more := mesh{cells: u.Shape[:u.Dims], spacing: p.Spacing, walls: p.Boundary == "dirichlet"}, true
	for n := 0; more; n++ {
		l := &level{mesh: grid, u: p.U, f: p.F, halo: u.Halo}
		if n > 0 {
			l.u, l.f, l.halo = m.name("u", n), m.name("f", n), 1
		}
		l.r = m.name("r", n)
		if err := m.allocate(l, n, u); err != nil {
			return err
		}
		if err := m.direct(l, p.Boundary); err != nil {
			return err
		}
		m.levels = append(m.levels, l)
		grid, more = grid.coarser()
	}
	for n := range m.levels[1:] {
		if err := m.connect(m.levels[n], m.levels[n+1]); err != nil {
			return err
		}
	}
	return nil
}

func (m *multigrid) name(kind string, n int) string { return fmt.Sprintf("poisson:%s%d", kind, n) }

func (m *multigrid) allocate(l *level, n int, u *views.Field) error {
	for _, name := range []string{l.u, l.f, l.r} {
		if !strings.HasPrefix(name, "poisson:") {
			continue
		}
		place := []int{1, 1, 1}
		if n == 0 {
			place = u.First[:]
		}
		if err := m.s.fields.CreateAt(name, l.cells, place[:u.Dims], 1, u.Precision(), 1); err != nil {
			return err
		}
		m.made = append(m.made, name)
	}
	return nil
}

// direct makes the sequences of a level.
func (m *multigrid) direct(l *level, boundary string) error {
	numbers := l.weights()
	kind := "layers=1 faces=all kind=" + boundaries[boundary]
	for _, q := range []**Sequence{&l.fill, &l.smooth, &l.residual, &l.zero} {
		*q = m.s.NewSequence("poisson")
		(*q).unrecorded = true // it lives for one solution
		m.sequences = append(m.sequences, *q)
	}
	l.smooth.forgetsHalos = l.halo == 1 // every sequence of a level fills what it reads
	return first(
		l.fill.Apply("fill", "", l.u, []float64{0}, kind),
		l.smooth.Apply("fill", "", l.u, []float64{0}, kind),
		l.smooth.Apply("gauss_seidel", l.f, l.u, numbers, ""),
		l.residual.Apply("fill", "", l.u, []float64{0}, kind),
		l.residual.Apply("residual", l.u+" "+l.f, l.r, numbers, ""),
		l.zero.Apply("constant", "", l.u, []float64{0}, ""))
}

// connect makes the two ways between a level and the next coarser one.
func (m *multigrid) connect(fine, coarse *level) (err error) {
	way := "_any"
	if fine.halves(coarse.mesh) {
		way = ""
	}
	if fine.down, err = m.between(fine, coarse, "restriction"+way, fine.r, coarse.f); err == nil {
		fine.up, err = m.between(fine, coarse, "prolongation"+way, coarse.u, fine.u)
	}
	return err
}

// between makes a way from a field of one level to a field of the other.
func (m *multigrid) between(fine, coarse *level, kernel, from, to string) (func() error, error) {
	a, err := m.s.fields.Find(from)
	if err != nil {
		return nil, err
	}
	b, err := m.s.fields.Find(to)
	if err != nil {
		return nil, err
	}
	w := m.s.sweep(kernel+"_"+a.Precision(), &request{op: mustFind("combine"), reads: []*views.Field{a}, writes: []*views.Field{b}})
	w.First = [3]int{1, 1, 1} // within the level
	for i := range 3 {
		w.Option[kernels.OptionFine+i], w.Option[kernels.OptionCoarse+i] = 1, 1
	}
	for i, n := range fine.cells {
		w.Option[kernels.OptionFine+i], w.Option[kernels.OptionCoarse+i] = int64(n), int64(coarse.cells[i])
	}
	m.s.cut(&w, 16)
	t := a.Precision()
	w = m.s.compiled(w, kernel, fmt.Sprintf("points<%s<%s>, %s>(s)", kernel, t, t))
	return func() error {
		w.Fields[0], w.Fields[1] = a.Argument(false), b.Argument(true)
		return m.s.device.Sweep(w)
	}, nil
}

// cycle is one V from level n on.
func (m *multigrid) cycle(n int) error {
	l := m.levels[n]
	if n == len(m.levels)-1 {
		return m.coarsest(l)
	}
	next := m.levels[n+1]
	return inOrder(l.smooth.times(sweepsDown), l.residual.times(1), l.down, next.zero.times(1),
		func() error { return m.cycle(n + 1) }, next.fill.times(1), l.up, l.smooth.times(sweepsUp))
}

// coarsest sweeps until nothing is left to gain on so small a grid.
func (m *multigrid) coarsest(l *level) error {
	if !l.walls { // only then has the level a solution
		if err := m.centre(l); err != nil {
			return err
		}
	}
	longest := slices.Max(l.cells)
	return l.smooth.start(2*longest*longest + 2)
}

// centre takes the mean of a level's right-hand side away, with its residual as scratch.
func (m *multigrid) centre(l *level) error {
	f, err := m.s.fields.Find(l.f)
	if err != nil {
		return err
	}
	sum, err := m.s.reduce("sum", []*views.Field{f})
	if err != nil {
		return err
	}
	q := m.s.NewSequence("poisson")
	defer q.Close()
	if err := first(q.Apply("constant", "", l.r, []float64{sum / float64(f.Points())}, ""),
		q.Apply("combine", l.f+" "+l.r, l.f, []float64{1, -1}, "")); err != nil {
		return err
	}
	return q.start(1)
}

// norm is norm2 of the finest residual.
func (m *multigrid) norm() (float64, error) {
	l := m.levels[0]
	if err := l.residual.start(1); err != nil {
		return 0, err
	}
	r, err := m.s.fields.Find(l.r)
	if err != nil {
		return 0, err
	}
	return m.s.reduce("norm2", []*views.Field{r})
}

func (m *multigrid) close() {
	for _, q := range m.sequences {
		q.Close()
	}
	for _, name := range m.made {
		_ = m.s.fields.Destroy(name)
	}
}

// times is the sequence as a step.
func (q *Sequence) times(n int) func() error { return func() error { return q.start(n) } }

// inOrder takes steps until one fails.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// first is the first failure of calls that were made one after the other.
func first(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}
