package stencils

import (
	"fmt"
	"slices"
	"strings"
	"time"

	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/views"
)

// sweeps come before the correction of a coarser level, and as many after it.
const sweeps = 2

// level is one grid of the cycle; fields by name in the collection of the Frame.
type level struct {
	mesh
	u, f, r  string
	halo     int
	fill     *Sequence // halo of u
	smooth   *Sequence
	residual *Sequence
	zero     *Sequence // u = 0
	refresh  *Sequence // of a wide level: all layers of u, and those of f that sweeps read
	reach    *Sequence
	down, up func() error // between this level and the next coarser one
	first    func() error // the sweeps before the coarser levels
	after    func() error // and after them
	boxes    []views.Box  // of all ranks, where they divide the level; nil: this rank has all of it
	halos    Halos        // of those
	inner    Halos        // the same, but for faces of the whole grid
	wide     bool         // ranks sweep over layers of their neighbours too, and exchange less often
}

// multigrid is the levels of one solution, the finest first.
type multigrid struct {
	sequences []*Sequence // of all levels
	s         *Stencils
	ranks     *Division // nil: the fields are whole
	levels    []*level
	made      []string
	wide      bool         // levels may be
	begin     func() error // before the first cycle, and after the last one
	end       func() error
}

// build makes the levels.
func (m *multigrid) build(p Poisson, u *views.Field) error {
	grid, more := p.grid(u, m.ranks), true
	for n := 0; more; n++ {
		l := &level{mesh: grid, u: p.U, f: p.F, halo: u.Halo}
		if err := m.divide(l, n); err != nil {
			return err
		}
		if n > 0 || l.wide {
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
	return m.frameSolution(p)
}

// frameSolution makes what comes before the first cycle and after the last one. Where the finest level is wide, its fields are copies.
func (m *multigrid) frameSolution(p Poisson) error {
	l := m.levels[0]
	m.begin, m.end = func() error { return nil }, func() error { return l.fill.Run(1) } // and waits
	if !l.wide {
		return nil
	}
	in, out := m.sequence(), m.sequence()
	m.begin, m.end = inOrderOf(in.times(1), l.refresh.times(1), l.reach.times(1)), func() error { return out.Run(1) }
	own := *l
	own.u = p.U
	return first(
		in.Apply("combine", p.U, l.u, []float64{1}, ""), in.Apply("combine", p.F, l.f, []float64{1}, ""),
		out.Apply("combine", l.u, p.U, []float64{1}, ""), m.directHalos(&own, out, "layers=1 kind="+boundaries[p.Boundary]))
}

func (m *multigrid) name(kind string, n int) string { return fmt.Sprintf("poisson:%s%d", kind, n) }

func (m *multigrid) allocate(l *level, n int, u *views.Field) error {
	for _, name := range []string{l.u, l.f, l.r} {
		if !strings.HasPrefix(name, "poisson:") {
			continue
		}
		box := m.here(l)
		place := []int{box.At[0] + 1, box.At[1] + 1, box.At[2] + 1}
		if n == 0 {
			place = u.First[:]
		}
		if err := m.s.fields.CreateAt(name, box.Extent[:u.Dims], place[:u.Dims], l.layersOf(name), u.Precision(), 1); err != nil {
			return err
		}
		m.made = append(m.made, name)
		if n == 0 { // its norm is of all ranks
			r, _ := m.s.fields.Find(name)
			r.PutOn(u.Domain, u.Grid, u.Blocks, u.Beyond)
		}
	}
	return nil
}

// direct makes the sequences of a level.
func (m *multigrid) direct(l *level, boundary string) error {
	numbers := l.weights()
	kind := "layers=1 kind=" + boundaries[boundary]
	for _, q := range []**Sequence{&l.fill, &l.smooth, &l.residual, &l.zero} {
		*q = m.sequence()
	}
	l.smooth.forgetsHalos = l.halo == 1 // every sequence of a level fills what it reads
	l.first = m.part(l, "sweeps", l.smooth.times(sweeps))
	l.after = l.first
	if l.wide {
		return m.directWide(l, kind, numbers)
	}
	if l.boxes != nil {
		return first(m.directHalos(l, l.fill, kind), m.directDivided(l, kind, numbers))
	}
	return first(
		l.fill.Apply("fill", "", l.u, []float64{0}, kind+" faces=all"),
		l.smooth.Apply("fill", "", l.u, []float64{0}, kind+" faces=all"),
		l.smooth.Apply("gauss_seidel", l.f, l.u, numbers, ""),
		l.residual.Apply("fill", "", l.u, []float64{0}, kind+" faces=all"),
		l.residual.Apply("residual", l.u+" "+l.f, l.r, numbers, ""),
		l.zero.Apply("constant", "", l.u, []float64{0}, ""))
}

// sequence is an empty one that lives for this solution.
func (m *multigrid) sequence() *Sequence {
	q := m.s.NewSequence("poisson")
	q.unrecorded = true
	q.quiet = true
	m.sequences = append(m.sequences, q)
	return q
}

// connect makes the two ways between a level and the next coarser one.
func (m *multigrid) connect(fine, coarse *level) error {
	way := "_any"
	if fine.halves(coarse.mesh) {
		way = ""
	}
	piece, divided := m.here(coarse), fine.boxes != nil
	var pieces []views.Box
	if divided {
		pieces = coarserBoxes(fine.boxes, fine.mesh, coarse.mesh)
		piece = pieces[m.ranks.Rank]
	}
	down, err := m.between(fine, coarse, passage{"restriction" + way, fine.r, coarse.f, m.here(fine), piece, m.here(coarse)})
	if err != nil {
		return err
	}
	if fine.up, err = m.between(fine, coarse, passage{"prolongation" + way, coarse.u, fine.u, m.here(coarse), m.here(fine), m.here(fine)}); err != nil {
		return err
	}
	down = m.part(fine, "restriction", down)
	steps := []func() error{down}
	if divided && straddles(fine, coarse, pieces) {
		q := m.sequence()
		if err := fine.inner.Exchange(q, fine.r, 1, 0, len(fine.cells)); err != nil {
			return err
		}
		steps = []func() error{m.part(fine, "exchange of r", q.times(1)), down}
	}
	if divided && coarse.boxes == nil {
		f, err := m.s.fields.Find(coarse.f)
		if err != nil {
			return err
		}
		steps = append(steps, m.part(coarse, "gathering", func() error { return m.s.gather(m.ranks, f, pieces) }))
	}
	fine.down = func() error { return inOrder(steps...) }
	return nil
}

// passage leads from a field of one level to one of the other: the boxes that the fields are, within their levels, and the one that is written.
type passage struct {
	kernel, from, to string
	read, write, of  views.Box
}

// between makes a passage.
func (m *multigrid) between(fine, coarse *level, t passage) (func() error, error) {
	a, err := m.s.fields.Find(t.from)
	if err != nil {
		return nil, err
	}
	b, err := m.s.fields.Find(t.to)
	if err != nil {
		return nil, err
	}
	if t.write.Points() == 0 {
		return func() error { return nil }, nil
	}
	w := m.s.sweep(t.kernel+"_"+a.Precision(), &request{op: mustFind("combine"), reads: []*views.Field{a}, writes: []*views.Field{b}})
	w.Extent = t.write.Extent
	for i := range 3 {
		w.First[i] = t.write.At[i] + 1 // within the level
		w.Option[kernels.OptionFine+i], w.Option[kernels.OptionCoarse+i], w.Option[kernels.OptionFrom+i] = 1, 1, int64(t.read.At[i])
	}
	for i, n := range fine.cells {
		w.Option[kernels.OptionFine+i], w.Option[kernels.OptionCoarse+i] = int64(n), int64(coarse.cells[i])
	}
	m.s.cut(&w, 16)
	element := a.Precision()
	w = m.s.compiled(w, t.kernel, fmt.Sprintf("points<%s<%s>, %s>(s)", t.kernel, element, element))
	return func() error {
		w.Fields[0], w.Fields[1] = a.Argument(false), b.Argument(true)
		for i, stride := range []int{w.Fields[1].Point, w.Fields[1].Row, w.Fields[1].Plane} {
			w.Fields[1].Base += (t.write.At[i] - t.of.At[i]) * stride
		}
		return m.s.device.Sweep(w)
	}, nil
}

// cycle is one V from level n on.
func (m *multigrid) cycle(n int) error {
	l := m.levels[n]
	if n == len(m.levels)-1 {
		return m.part(l, "coarsest", func() error { return m.coarsest(l) })()
	}
	next := m.levels[n+1]
	return inOrder(l.first, m.part(l, "residual", l.residual.times(1)), l.down, m.part(next, "zero", next.zero.times(1)),
		func() error { return m.cycle(n + 1) }, m.part(next, "halo for prolongation", next.fill.times(1)), m.part(l, "prolongation", l.up), l.after)
}

// part is a step of a cycle, whose time the report has where the setting asks for it.
func (m *multigrid) part(l *level, what string, step func() error) func() error {
	if !m.s.timed {
		return step
	}
	return func() error {
		if err := m.s.device.Finish(); err != nil {
			return err
		}
		begin := time.Now()
		if err := first(step(), m.s.device.Finish()); err != nil {
			return err
		}
		m.s.account.Kernel(fmt.Sprintf("poisson %v: %s", l.cells, what), int64(m.here(l).Points()), 0, time.Since(begin).Seconds())
		return nil
	}
}

// coarsest sweeps until nothing is left to gain on so small a grid.
func (m *multigrid) coarsest(l *level) error {
	if !l.walls { // only then has the level a solution
		if err := m.centre(l); err != nil {
			return err
		}
	}
	longest := slices.Max(l.cells)
	return l.smooth.proceed(2*longest*longest + 2)
}

// centre takes the mean of a level's right-hand side away, with its residual as scratch.
func (m *multigrid) centre(l *level) error {
	f, err := m.s.fields.Find(l.f)
	if err != nil {
		return err
	}
	sum, err := m.s.reduce("sum", f)
	if err != nil {
		return err
	}
	q := m.s.NewSequence("poisson")
	defer q.Close()
	if err := first(q.Apply("constant", "", l.r, []float64{sum / float64(l.points())}, ""),
		q.Apply("combine", l.f+" "+l.r, l.f, []float64{1, -1}, "")); err != nil {
		return err
	}
	return q.proceed(1)
}

// norm is norm2 of the finest residual.
func (m *multigrid) norm() (float64, error) {
	l := m.levels[0]
	if err := l.residual.proceed(1); err != nil {
		return 0, err
	}
	r, err := m.s.fields.Find(l.r)
	if err != nil {
		return 0, err
	}
	size, err := m.s.reduce("norm2", r)
	if err == nil && l.halos != nil {
		err = first(l.halos.Judge(), l.inner.Judge())
	}
	return size, err
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
func (q *Sequence) times(n int) func() error { return func() error { return q.proceed(n) } }

// inOrderOf is such steps as one.
func inOrderOf(steps ...func() error) func() error { return func() error { return inOrder(steps...) } }

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
