package stencils

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drawbridge/status"
	"drawbridge/views"
)

// Poisson is laplacian(u) = f on a grid of cells, to be solved by V-cycles.
type Poisson struct {
	U, F      string
	Spacing   []float64 // of the fine grid along each axis
	Boundary  string    // dirichlet (0 on the faces), neumann (slope 0) or periodic
	Tolerance float64   // norm2(f - laplacian(u)) <= Tolerance norm2(f)
	MaxCycles int
}

// Boundaries are the words for the boundary of Poisson's equation, with the halo cells they mean.
var boundaries = map[string]string{"dirichlet": "dirichlet", "neumann": "mirror", "periodic": "periodic"}

// coarsestExtent is the longest extent a coarsest grid may have: it is solved by sweeps alone.
const coarsestExtent = 16

// Sweeps before and after the correction of a coarser level.
const sweepsDown, sweepsUp = 2, 2

// level is one grid of the cycle; fields by name in the collection of the Frame.
type level struct {
	u, f, r  string
	shape    []int
	halo     int
	numbers  []float64
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
	free      bool // a constant may be added to the solution
	made      []string
}

// Solve runs V-cycles until the residual is small enough. It answers the relative residuals, of the first
// guess and after every cycle.
func (s *Stencils) Solve(p Poisson) ([]float64, error) {
	u, f, err := s.checkPoisson(&p)
	if err != nil {
		return nil, err
	}
	m := &multigrid{s: s, free: p.Boundary != "dirichlet"}
	defer m.close()
	if err := m.build(p, u); err != nil {
		return nil, err
	}
	size, err := s.reduce("norm2", []*views.Field{f})
	if err != nil {
		return nil, err
	}
	if size == 0 {
		size = 1
	}
	var history []float64
	for {
		r, err := m.norm()
		if err != nil {
			return history, err
		}
		if math.IsNaN(r) || math.IsInf(r, 0) {
			return history, status.Errorf(status.BadValue, "poisson: the residual is %g after %d cycles: u or f holds a NaN or an infinity", r, len(history))
		}
		history = append(history, r/size)
		if r <= p.Tolerance*size {
			return history, m.levels[0].fill.Run(1) // and waits
		}
		if len(history) > p.MaxCycles {
			return history, status.Errorf(status.BadValue, "poisson: the relative residual is %.3g after %d cycles, %.3g asked%s", r/size, p.MaxCycles, p.Tolerance, p.constantIsFree())
		}
		if err := m.cycle(0); err != nil {
			return history, err
		}
	}
}

// constantIsFree reminds of what a problem without values on its faces asks of f.
func (p Poisson) constantIsFree() string {
	if p.Boundary == "dirichlet" {
		return ""
	}
	return "; f of a " + p.Boundary + " problem must sum to 0, because a constant is free"
}

func (s *Stencils) checkPoisson(p *Poisson) (u, f *views.Field, err error) {
	if u, err = s.fields.Single(p.U); err != nil {
		return nil, nil, status.Wrap(err, "poisson: %v", err)
	}
	if f, err = s.fields.Single(p.F); err != nil {
		return nil, nil, status.Wrap(err, "poisson: %v", err)
	}
	switch {
	case u == f:
		return nil, nil, status.Errorf(status.Argument, "poisson: field %s is both solution and right-hand side", u.Name)
	case u.Shape != f.Shape || u.Bytes != f.Bytes || u.Dims != f.Dims:
		return nil, nil, status.Errorf(status.Shape, "poisson: %s and %s differ in shape or precision", u.Describe(), f.Describe())
	case u.First != f.First:
		return nil, nil, views.SamePlace("poisson", u, f)
	case u.Points() < 2:
		return nil, nil, status.Errorf(status.Shape, "poisson: %s is a single point, 2 or more expected", u.Describe())
	case u.Halo < 1:
		return nil, nil, status.Errorf(status.Shape, "poisson: %s needs a halo of at least 1", u.Describe())
	case boundaries[p.Boundary] == "":
		return nil, nil, status.Errorf(status.UnknownName, "poisson: boundary '%s' is not dirichlet, neumann or periodic", p.Boundary)
	case len(p.Spacing) != u.Dims || slices.ContainsFunc(p.Spacing, func(h float64) bool { return !(h > 0) || math.IsInf(h, 0) }):
		return nil, nil, status.Errorf(status.Argument, "poisson: spacing %v, %d positive numbers expected", p.Spacing, u.Dims)
	case !(p.Tolerance > 0) || p.MaxCycles < 0:
		return nil, nil, status.Errorf(status.Argument, "poisson: tolerance %g and %d cycles, positive ones expected", p.Tolerance, p.MaxCycles)
	}
	return u, f, nil
}

// build makes the levels: all extents are halved as long as all are even.
func (m *multigrid) build(p Poisson, u *views.Field) error {
	shape, spacing := slices.Clone(u.Shape[:u.Dims]), slices.Clone(p.Spacing)
	for n := 0; ; n++ {
		l := &level{u: p.U, f: p.F, shape: slices.Clone(shape), halo: u.Halo}
		for _, h := range spacing {
			l.numbers = append(l.numbers, 1/(h*h))
		}
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
		if slices.ContainsFunc(shape, func(n int) bool { return n%2 != 0 || n < 4 }) {
			break
		}
		for i := range shape {
			shape[i] /= 2
			spacing[i] *= 2
		}
	}
	if slices.Max(shape) > coarsestExtent {
		return status.Errorf(status.Shape, "poisson: %v can be halved to %v only, as long as all extents are even and at least 4; at most %d points along each axis expected then", u.Shape[:u.Dims], shape, coarsestExtent)
	}
	for n := range m.levels[1:] {
		if err := m.connect(m.levels[n], m.levels[n+1], u.Dims == 3); err != nil {
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
		if err := m.s.fields.CreateAt(name, l.shape, place[:u.Dims], 1, u.Precision(), 1); err != nil {
			return err
		}
		m.made = append(m.made, name)
	}
	return nil
}

// direct makes the sequences of a level.
func (m *multigrid) direct(l *level, boundary string) error {
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
		l.smooth.Apply("gauss_seidel", l.f, l.u, l.numbers, ""),
		l.residual.Apply("fill", "", l.u, []float64{0}, kind),
		l.residual.Apply("residual", l.u+" "+l.f, l.r, l.numbers, ""),
		l.zero.Apply("constant", "", l.u, []float64{0}, ""))
}

// connect makes the two ways between a level and the next coarser one.
func (m *multigrid) connect(fine, coarse *level, deep bool) error {
	move := func(kernel, from, to string) func() error {
		a, _ := m.s.fields.Find(from)
		b, _ := m.s.fields.Find(to)
		w := m.s.sweep(kernel+"_"+a.Precision(), &request{op: mustFind("combine"), reads: []*views.Field{a}, writes: []*views.Field{b}})
		if deep {
			w.Option[0] = 1
		}
		m.s.cut(&w, 16)
		t := a.Precision()
		w = m.s.compiled(w, kernel, fmt.Sprintf("points<%s<%s>, %s>(s)", kernel, t, t))
		return func() error {
			w.Fields[0], w.Fields[1] = a.Argument(false), b.Argument(true)
			return m.s.device.Sweep(w)
		}
	}
	fine.down = move("restriction", fine.r, coarse.f)
	fine.up = move("prolongation", coarse.u, fine.u)
	return nil
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
	if m.free { // only then has the level a solution
		if err := m.centre(l); err != nil {
			return err
		}
	}
	longest := slices.Max(l.shape)
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
