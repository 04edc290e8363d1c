package stencils

import (
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
}

// Boundaries are the words for the boundary of Poisson's equation, with the halo cells they mean.
var boundaries = map[string]string{"dirichlet": "dirichlet", "neumann": "mirror", "periodic": "periodic"}

// Solve runs V-cycles until the residual is small enough. It answers the relative residuals, of the first
// guess and after every cycle.
func (s *Stencils) Solve(p Poisson) ([]float64, error) {
	u, f, err := s.checkPoisson(&p)
	if err != nil {
		return nil, err
	}
	m := &multigrid{s: s}
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
	case p.Boundary == "dirichlet" && slices.Contains(u.Shape[:u.Dims], 1):
		return nil, nil, status.Errorf(status.Shape, "poisson: %s has an axis of a single cell, 2 or more expected between dirichlet faces", u.Describe())
	case !(p.Tolerance > 0) || p.MaxCycles < 0:
		return nil, nil, status.Errorf(status.Argument, "poisson: tolerance %g and %d cycles, positive ones expected", p.Tolerance, p.MaxCycles)
	}
	return u, f, nil
}
