package properties

import (
	"fmt"
	"math"
	"strings"

	"drawbridge/status"
	"drawbridge/views"
)

// MaxSpecies is the most species a Frame takes.
const MaxSpecies = 64

// PengRobinson is what the equation of state needs of each species, as the host gives it.
type PengRobinson struct {
	W, Tc, Pc, Omega []float64    // kg/mol, K, Pa, 1 (acentric factor)
	Kij              []float64    // ns x ns, symmetric, zero diagonal; nil: zeros
	Tmid             []float64    // K, where the NASA-7 sets meet
	Low, High        [][7]float64 // NASA-7 coefficients below and above Tmid
	Tlow, Thigh      []float64    // K, limits of the polynomials; nil: not known
}

// Chung is what the transport collections need of each species.
type Chung struct {
	Vc     []float64 // m3/mol
	Dipole []float64 // debye; nil: zeros
	Kappa  []float64 // association; nil: zeros
	Sigma  []float64 // Lennard-Jones diameter, m
	Eps    []float64 // Lennard-Jones well depth over k_B, K

	FullerVolume []float64 // diffusion volumes, cm3/mol, 0 where there is none; nil: not known
}

// check refuses numbers that no species can have; names are 1-based positions.
func (p PengRobinson) check(ns int) error {
	for _, q := range []quantity{{"W", "kg/mol", p.W, 1e-7, 10}, {"Tc", "K", p.Tc, 1e-3, 1e5}, {"Pc", "Pa", p.Pc, 1e-3, 1e12}, {"Tmid", "K", p.Tmid, 1e-3, 1e6},
		{"omega", "", p.Omega, -10, 10}} {
		if err := q.check(ns); err != nil {
			return err
		}
	}
	if err := p.checkLimits(ns); err != nil {
		return err
	}
	for name, set := range map[string][][7]float64{"nasaLow": p.Low, "nasaHigh": p.High} {
		if len(set) != ns {
			return status.Errorf(status.Shape, "%s has %d species, %d expected", name, len(set), ns)
		}
		for i := range set {
			what := fmt.Sprintf("%s of species %d", name, i+1)
			if err := checkFinite(what, set[i][:], 7); err != nil {
				return err
			}
			for k, a := range set[i] {
				if math.Abs(a) > 1e20 {
					return status.Errorf(status.Argument, "%s(%d) is %g, a coefficient of cp/R expected", what, k+1, a)
				}
			}
		}
	}
	return p.checkKij(ns)
}

func (p PengRobinson) checkLimits(ns int) error {
	if p.Tlow == nil && p.Thigh == nil {
		return nil
	}
	for _, q := range []quantity{{"Tlow", "K", p.Tlow, 1e-3, 1e6}, {"Thigh", "K", p.Thigh, 1e-3, 1e6}} {
		if err := q.check(ns); err != nil {
			return err
		}
	}
	for i := range ns {
		if !(p.Tlow[i] <= p.Tmid[i] && p.Tmid[i] <= p.Thigh[i]) {
			return status.Errorf(status.Argument, "Tlow, Tmid, Thigh of species %d are %g, %g, %g K: rising temperatures expected", i+1, p.Tlow[i], p.Tmid[i], p.Thigh[i])
		}
	}
	return nil
}

func (p PengRobinson) checkKij(ns int) error {
	if p.Kij == nil {
		return nil
	}
	if err := checkFinite("kij", p.Kij, ns*ns); err != nil {
		return err
	}
	for i := range ns {
		if p.Kij[i*ns+i] != 0 {
			return status.Errorf(status.Argument, "kij(%d,%d) is %g, zero expected on the diagonal", i+1, i+1, p.Kij[i*ns+i])
		}
		for j := range i {
			if a, b := p.Kij[i*ns+j], p.Kij[j*ns+i]; math.Abs(a-b) > 1e-12 {
				return status.Errorf(status.Argument, "kij is not symmetric: (%d,%d) is %g, (%d,%d) is %g", i+1, j+1, a, j+1, i+1, b)
			}
		}
	}
	return nil
}

func (c Chung) check(ns int) error {
	for _, q := range []quantity{{"Vc", "m3/mol", c.Vc, 1e-8, 1}, {"sigmaLJ", "m", c.Sigma, 1e-12, 1e-7}, {"epsLJ", "K", c.Eps, 1e-3, 1e6}} {
		if err := q.check(ns); err != nil {
			return err
		}
	}
	for _, q := range []quantity{{"dipole", "debye", c.Dipole, 0, 1e3}, {"kappa", "", c.Kappa, 0, 1e3}, {"diffusion_volume", "cm3/mol", c.FullerVolume, 0, 1e6}} {
		if q.values == nil {
			continue
		}
		if err := q.check(ns); err != nil {
			return err
		}
	}
	return nil
}

// quantity is one array of the host with the limits that no species passes: beyond them lies a wrong
// unit (g/mol, bar, cm3/mol), or a number with which the kernels would overflow.
type quantity struct {
	name, unit      string
	values          []float64
	least, greatest float64
}

func (q quantity) check(ns int) error {
	if err := checkFinite(q.name, q.values, ns); err != nil {
		return err
	}
	for i, v := range q.values {
		if v < q.least || v > q.greatest {
			return status.Errorf(status.Argument, "%s of species %d is %s, %g to %g expected%s", q.name, i+1, strings.TrimSpace(fmt.Sprintf("%g %s", v, q.unit)), q.least, q.greatest,
				views.OtherKind(q.values, q.least, q.greatest))
		}
	}
	return nil
}

func checkFinite(name string, values []float64, n int) error {
	if len(values) != n {
		return status.Errorf(status.Shape, "%s has %d values, %d expected", name, len(values), n)
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return status.Errorf(status.Argument, "%s(%d) is %g, a finite number expected", name, i+1, v)
		}
	}
	return nil
}
