package stencils

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

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
	Refused   error // what was wrong with the call before it came here
}

// Boundaries are the words for the boundary of Poisson's equation, with the halo cells they mean.
var boundaries = map[string]string{"dirichlet": "dirichlet", "neumann": "mirror", "periodic": "periodic"}

// grid is the cells of the fine level, of all ranks.
func (p Poisson) grid(u *views.Field, ranks *Division) mesh {
	cells := u.Shape
	if ranks != nil {
		cells = ranks.Cells
	}
	return mesh{cells: cells[:u.Dims], spacing: p.Spacing, walls: p.Boundary == "dirichlet", around: p.Boundary == "periodic"}
}

// Solve runs V-cycles until the residual is small enough. It answers the relative residuals, of the first
// guess and after every cycle. Fields on a domain are solved over all of its ranks, and every rank gets the same answer.
func (s *Stencils) Solve(p Poisson) ([]float64, error) {
	u, f, err := s.fieldsOf(p)
	ranks, unknown := s.divisionOf(u, f)
	if unknown != nil {
		return nil, status.Wrap(unknown, "poisson: %v", unknown)
	}
	if err == nil {
		err = p.check(u, f, ranks)
	}
	if p.Refused != nil {
		err = p.Refused
	}
	if ranks == nil {
		if u == nil && f == nil && s.Agree != nil { // the others may have the fields, on a domain
			err = s.Agree("poisson", err)
		}
		if err != nil {
			return nil, err
		}
		return s.solve(p, u, f, &multigrid{s: s})
	}
	if err := p.same(ranks, err); err != nil {
		return nil, err
	}
	if ranks.Several() {
		return s.solveOnBlocks(p, ranks)
	}
	history, err := s.solve(p, u, f, &multigrid{s: s, ranks: ranks, wide: true})
	if status.CodeOf(err) == status.OutOfMemory && history == nil { // of all ranks; wide levels need two fields more
		history, err = s.solve(p, u, f, &multigrid{s: s, ranks: ranks})
	}
	return history, err
}

// solve makes the levels, all ranks or none, and runs the cycles.
func (s *Stencils) solve(p Poisson, u, f *views.Field, m *multigrid) (history []float64, err error) {
	defer m.close()
	err = m.build(p, u)
	if m.ranks != nil {
		err = m.ranks.Agree("poisson", err)
	}
	if err != nil {
		return nil, err
	}
	history, err = p.cycles(m, f)
	if err == nil || errors.As(err, new(verdict)) { // the end has filled one layer of the solution's halo, and exchanged it
		u.InteriorChanges()
		u.HaloFetched(u.AllAround(1), false)
	}
	if m.ranks != nil && err != nil && !errors.As(err, new(verdict)) {
		m.ranks.Abandon() // the other ranks know nothing of it
	}
	return history, err
}

// verdict is an error that all ranks come to, because they have the same residual.
type verdict struct{ error }

func (v verdict) Unwrap() error { return v.error }

// cycles runs them.
func (p Poisson) cycles(m *multigrid, f *views.Field) ([]float64, error) {
	size, err := m.s.reduce("norm2", f)
	if err != nil {
		return nil, err
	}
	if size == 0 {
		size = 1
	}
	var history []float64
	if err := m.begin(); err != nil {
		return nil, err
	}
	for {
		r, err := m.norm()
		if err != nil {
			return history, err
		}
		if math.IsNaN(r) || math.IsInf(r, 0) {
			return history, m.ends(status.Errorf(status.BadValue, "poisson: the residual is %g after %d cycles: u or f holds a NaN or an infinity", r, len(history)))
		}
		history = append(history, r/size)
		if r <= p.Tolerance*size {
			return history, m.end()
		}
		if len(history) > p.MaxCycles {
			return history, m.ends(status.Errorf(status.BadValue, "poisson: the relative residual is %.3g after %d cycles, %.3g asked%s", r/size, p.MaxCycles, p.Tolerance, p.constantIsFree()))
		}
		if err := m.cycle(0); err != nil {
			return history, err
		}
	}
}

// ends is a verdict, after which u is what the cycles have made of it.
func (m *multigrid) ends(v error) error {
	if err := m.end(); err != nil {
		return err
	}
	return verdict{v}
}

// constantIsFree reminds of what a problem without values on its faces asks of f.
func (p Poisson) constantIsFree() string {
	if p.Boundary == "dirichlet" {
		return ""
	}
	return "; f of a " + p.Boundary + " problem must sum to 0, because a constant is free"
}

// fieldsOf finds the two fields. One that is there is answered beside an error too.
func (s *Stencils) fieldsOf(p Poisson) (u, f *views.Field, err error) {
	single := func(name string) (field *views.Field, err error) { // of several blocks the first
		blocks := 0
		err = s.fields.EachBlock(func() error {
			found, err := s.fields.Single(name)
			if blocks++; field == nil {
				field = found
			}
			return err
		})
		if err == nil && field.Domain != 0 && field.Blocks != blocks {
			err = status.Errorf(status.Argument, "field %s is on one of %d blocks of this rank; name %s, which is on all", name, field.Blocks, field.Set())
		}
		return field, err
	}
	u, err = single(p.U)
	f, other := single(p.F)
	if err == nil {
		err = other
	}
	if err != nil {
		err = status.Wrap(err, "poisson: %v", err)
	}
	return u, f, err
}

// divisionOf is that of the domain on which one of two fields lies.
func (s *Stencils) divisionOf(u, f *views.Field) (*Division, error) {
	for _, field := range []*views.Field{u, f} {
		if s.Divide != nil && field != nil && field.Domain != 0 {
			return s.Divide(field.Domain)
		}
	}
	return nil, nil
}

// same refuses ranks that do not solve the same, and where one has failed, all fail.
func (p Poisson) same(ranks *Division, failure error) error {
	if err := ranks.Agree("poisson", failure); err != nil {
		return err
	}
	text, err := json.Marshal([]string{p.U, p.F, fmt.Sprint(p.Spacing), p.Boundary, fmt.Sprint(p.Tolerance), fmt.Sprint(p.MaxCycles)})
	if err != nil {
		return status.Errorf(status.Internal, "poisson: %v", err)
	}
	records, err := ranks.Share("poisson", text)
	if err != nil {
		return status.Wrap(err, "poisson: %v", err)
	}
	var zero []string
	for rank, record := range records {
		var theirs []string
		if err := json.Unmarshal(record, &theirs); err != nil || len(theirs) != len(problemWords) {
			return status.Errorf(status.Internal, "poisson: rank %d sent no problem: %s", rank, record)
		}
		if rank == 0 {
			zero = theirs
		}
		for i, what := range problemWords {
			if theirs[i] != zero[i] {
				return status.Errorf(status.Argument, "poisson: the ranks differ in %s: %s on rank 0, %s on rank %d; all ranks must solve the same", what, zero[i], theirs[i], rank)
			}
		}
	}
	return nil
}

// problemWords name what same compares.
var problemWords = []string{"the solution", "the right-hand side", "spacing", "boundary", "tolerance", "max_cycles"}

// check refuses a problem that has no solution here.
func (p Poisson) check(u, f *views.Field, ranks *Division) error {
	switch {
	case u == f:
		return status.Errorf(status.Argument, "poisson: field %s is both solution and right-hand side", u.Name)
	case u.Shape != f.Shape || u.Bytes != f.Bytes || u.Dims != f.Dims:
		return status.Errorf(status.Shape, "poisson: %s and %s differ in shape or precision", u.Describe(), f.Describe())
	case u.First != f.First:
		return views.SamePlace("poisson", u, f)
	case u.Domain != f.Domain && ranks != nil:
		return status.Errorf(status.Argument, "poisson: fields %s and %s do not lie on the same domain; create both by its create_field", u.Name, f.Name)
	}
	if err := (views.Access{Field: u, Layers: u.AllAround(1)}).Check("poisson"); err != nil {
		return err
	}
	if boundaries[p.Boundary] == "" {
		return status.Errorf(status.UnknownName, "poisson: boundary '%s' is not dirichlet, neumann or periodic", p.Boundary)
	}
	if len(p.Spacing) != u.Dims || slices.ContainsFunc(p.Spacing, func(h float64) bool { return !(h > 0) || math.IsInf(h, 0) }) {
		return status.Errorf(status.Argument, "poisson: spacing %v, %d positive numbers expected", p.Spacing, u.Dims)
	}
	grid := p.grid(u, ranks)
	switch {
	case grid.points() < 2:
		return status.Errorf(status.Shape, "poisson: %s is a single point, 2 or more expected", u.Describe())
	case grid.walls && slices.Contains(grid.cells, 1):
		return status.Errorf(status.Shape, "poisson: %s has an axis of a single cell, 2 or more expected between dirichlet faces", u.Describe())
	case !(p.Tolerance > 0) || p.MaxCycles < 0:
		return status.Errorf(status.Argument, "poisson: tolerance %g and %d cycles, positive ones expected", p.Tolerance, p.MaxCycles)
	}
	return nil
}
