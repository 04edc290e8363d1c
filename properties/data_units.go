package properties

import (
	"math"

	"drawbridge/status"
)

// Species data in the units of the Frame: what SetUnits was told, a code without units has its critical temperature as 1.

// sizeOf is the unit of a quantity of species data, in SI. what names the data.
func (p *TVProperties) sizeOf(what, unit, quantity string) (float64, error) {
	d, _, _ := parseUnit(unit)
	powers, follows := p.units.powers(d)
	if !follows {
		return 0, status.Errorf(status.Argument, "%s: own_units=.true. was given, but the unit of %s does not follow from those of the Frame; give frame%%units %s= too, before the data", what, quantity, quantity)
	}
	return p.units.product(powers), nil
}

// InSI is data of the equation of state that are in the units of the Frame. NASA-7 coefficients are those of cp/R over the
// caller's temperature.
func (p *TVProperties) InSI(d PengRobinson) (PengRobinson, error) {
	const what = "species_data"
	mass, err := p.sizeOf(what, "kg/mol", "molar_mass")
	if err != nil {
		return d, err
	}
	pressure, err := p.sizeOf(what, "Pa", "pressure")
	if err != nil {
		return d, err
	}
	T, err := p.sizeOf(what, "K", "temperature")
	if err != nil {
		return d, err
	}
	d.W, d.Pc, d.Tc, d.Tmid = times(d.W, mass), times(d.Pc, pressure), times(d.Tc, T), times(d.Tmid, T)
	d.Tlow, d.Thigh = times(d.Tlow, T), times(d.Thigh, T)
	d.Low, d.High = polynomials(d.Low, T), polynomials(d.High, T)
	return d, nil
}

// TransportInSI is data of transport that are in the units of the Frame. Dipole moments, association and diffusion volumes have
// their own.
func (p *TVProperties) TransportInSI(c Chung) (Chung, error) {
	const what = "transport_data"
	length, err := p.sizeOf(what, "m", "length")
	if err != nil {
		return c, err
	}
	volume, err := p.sizeOf(what, "m3/mol", "molar_mass")
	if err != nil {
		return c, err
	}
	T, err := p.sizeOf(what, "K", "temperature")
	if err != nil {
		return c, err
	}
	c.Vc, c.Sigma, c.Eps = times(c.Vc, volume), times(c.Sigma, length), times(c.Eps, T)
	return c, nil
}

func times(values []float64, size float64) []float64 {
	var list []float64
	for _, v := range values {
		list = append(list, v*size)
	}
	return list
}

// polynomials are NASA-7 sets over K, of sets over a temperature in units of T0: a_k = c_k/T0^k, a_6 = c_6 T0, a_7 = c_7 - c_1 ln T0.
func polynomials(sets [][7]float64, T0 float64) [][7]float64 {
	var list [][7]float64
	for _, c := range sets {
		a, power := c, 1.0
		for k := range 5 {
			a[k] = c[k] / power
			power *= T0
		}
		a[5], a[6] = c[5]*T0, c[6]-c[0]*math.Log(T0)
		list = append(list, a)
	}
	return list
}
