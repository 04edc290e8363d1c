package properties

import (
	"fmt"
	"math"

	"drawbridge/status"
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
	for _, q := range []struct {
		name, unit string
		values     []float64
	}{{"W", "kg/mol", p.W}, {"Tc", "K", p.Tc}, {"Pc", "Pa", p.Pc}, {"Tmid", "K", p.Tmid}} {
		if err := checkPositive(q.name, q.unit, q.values, ns); err != nil {
			return err
		}
	}
	if err := checkFinite("omega", p.Omega, ns); err != nil {
		return err
	}
	if err := p.checkLimits(ns); err != nil {
		return err
	}
	for name, set := range map[string][][7]float64{"nasaLow": p.Low, "nasaHigh": p.High} {
		if len(set) != ns {
			return status.Errorf(status.Shape, "%s has %d species, %d expected", name, len(set), ns)
		}
		for i := range set {
			if err := checkFinite(fmt.Sprintf("%s of species %d", name, i+1), set[i][:], 7); err != nil {
				return err
			}
		}
	}
	return p.checkKij(ns)
}

func (p PengRobinson) checkLimits(ns int) error {
	if p.Tlow == nil && p.Thigh == nil {
		return nil
	}
	if err := checkPositive("Tlow", "K", p.Tlow, ns); err != nil {
		return err
	}
	if err := checkPositive("Thigh", "K", p.Thigh, ns); err != nil {
		return err
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
	for _, q := range []struct {
		name, unit string
		values     []float64
	}{{"Vc", "m3/mol", c.Vc}, {"sigmaLJ", "m", c.Sigma}, {"epsLJ", "K", c.Eps}} {
		if err := checkPositive(q.name, q.unit, q.values, ns); err != nil {
			return err
		}
	}
	for _, q := range []struct {
		name   string
		values []float64
	}{{"dipole", c.Dipole}, {"kappa", c.Kappa}, {"diffusion_volume", c.FullerVolume}} {
		if q.values == nil {
			continue
		}
		if err := checkFinite(q.name, q.values, ns); err != nil {
			return err
		}
		for i, v := range q.values {
			if v < 0 {
				return status.Errorf(status.Argument, "%s of species %d is %g, zero or more expected", q.name, i+1, v)
			}
		}
	}
	return nil
}

func checkPositive(name, unit string, values []float64, ns int) error {
	if err := checkFinite(name, values, ns); err != nil {
		return err
	}
	for i, v := range values {
		if v <= 0 {
			return status.Errorf(status.Argument, "%s of species %d is %g %s, a positive number expected", name, i+1, v, unit)
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
