package properties

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

const (
	boltzmann = 1.380649e-23           // J/K
	avogadro  = 6.02214076e23          // 1/mol
	massPass  = 6                      // columns that a kernel takes at once
	tinyPivot = 1e-14                  // of the mass matrix with a diagonal of 1
	critical  = 0.30740130869870384801 // Zc of Peng and Robinson
)

// transport fills what the transport kernels read (kernels/parameters.h tells each entry) and gives the
// largest relative error of the fits of diffusion, 0 where there are none.
func (b filler) transport(p PengRobinson, c Chung, o Options) (float64, error) {
	b.profile(o)
	b.takahashi()
	sigma := make([]float64, b.ns) // Angstrom
	for i := range sigma {
		sigma[i] = b.chungSpecies(i, p, c, o)
	}
	b.massFactor(p, sigma, o.Transport.constants().Ratio)
	return b.diffusion(p, c, o)
}

// profile fills the constants of the correlation that differ between its two printings, and the
// choices that are no part of a species.
func (b filler) profile(o Options) {
	t := o.Transport
	viscosity, conductivity := viscosity1988, conductivity1988
	k := t.constants()
	length, ratio := k.Length, k.Ratio
	dipole, sine, eta := 1.0, -6.435e-4, k.ViscosityGas
	gas, dense := k.ConductivityGas*1e-6*k.ViscosityGas*100*t.Calorie, k.ConductivityDense*100*t.Calorie
	if t.RPP5 {
		viscosity, conductivity = viscosityRPP5, conductivityRPP5
		dipole, sine, eta = 2, 0, k.ViscosityGas*math.Sqrt(ratio)
		gas, dense = k.ConductivityGas*1e-4*26.69/(length*length), k.ConductivityDense*math.Sqrt(1000)
	}
	if t.ReducedByEps {
		dense *= math.Sqrt(ratio)
	}
	b.set("viscosity_table", 0, replaced(viscosity, t.E[:])...)
	b.set("conductivity_table", 0, replaced(conductivity, t.B[:])...)
	for name, value := range map[string]float64{
		"dipole_over_eps": dipole, "sine_bracket": sine, "viscosity_gas": eta, "conductivity_gas": gas, "conductivity_dense": dense,
		"viscosity_dense": k.ViscosityDense * math.Sqrt(ratio), "chung_length": length, "chung_area": length * length,
		"chung_volume": 1 / (length * length * length), "chung_Tc": ratio, "chung_Tr2": 10.5 / (ratio * ratio),
		"Fc_omega": k.FcOmega, "Fc_dipole": k.FcDipole,
		"density_by_mass": number(t.DensityByMass), "real_heat_capacity": number(t.RealHeatCapacity), "floor_negative": number(t.FloorNegative),
		"diffusion_mass_form": number(t.MassForm), "diffusion_floor": t.DiffusionFloor,
	} {
		b.set(name, 0, value)
	}
}

// replaced is a table of rows of four with those that were set.
func replaced(table []float64, rows []figures) []float64 {
	table = slices.Clone(table)
	for i, r := range rows {
		if r.count > 0 {
			copy(table[4*i:], r.values[:])
		}
	}
	return table
}

func number(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func (b filler) takahashi() {
	for column, name := range []string{"takahashi_Pr", "takahashi_DP", "takahashi_A", "takahashi_B", "takahashi_C", "takahashi_E"} {
		at := b.layout.Offset(name, 0, b.ns)
		for row := range takahashi {
			b.values[at+row] = takahashi[row][column]
		}
	}
	at := b.layout.Offset("takahashi_step", 0, b.ns)
	for row := range len(takahashi) - 1 {
		b.values[at+row] = 1 / (takahashi[row+1][0] - takahashi[row][0])
	}
}

// chungSpecies fills the row of one species and gives its sigma in Angstrom.
func (b filler) chungSpecies(i int, p PengRobinson, c Chung, o Options) float64 {
	vc := c.Vc[i]
	if o.Transport.VcFromPR {
		vc = critical * o.R * p.Tc[i] / p.Pc[i]
	}
	constants := o.Transport.constants()
	length, ratio := constants.Length, constants.Ratio
	sigma, eps := length*math.Cbrt(1e6*vc), p.Tc[i]/ratio
	s := sigma * math.Sqrt(sigma)
	var mu, kappa float64
	if c.Dipole != nil {
		mu = c.Dipole[i]
	}
	if c.Kappa != nil && !o.Transport.NoAssociation {
		kappa = c.Kappa[i]
	}
	dipole := constants.Dipole * constants.Dipole * length * length * length / ratio * mu * mu / s
	if !o.Transport.RPP5 {
		dipole /= math.Sqrt(eps)
	}
	b.set("chung_s", i, s)
	b.set("chung_eps", i, s*math.Sqrt(eps))
	b.set("chung_omega", i, s*p.Omega[i])
	b.set("chung_dipole", i, dipole)
	b.set("chung_kappa", i, math.Sqrt(kappa))
	return sigma
}

// massFactor factorises eps_ij sigma_ij^2 M_ij^1/2, which M_m is a quadratic form of: positive
// definite (1/(M_i+M_j)^1/2 is), and of low rank, because it depends smoothly on one figure, M: 11 for the
// built-in table, above 18 where 30 species and more lie between H and C28H14, never above the number of species.
func (b filler) massFactor(p PengRobinson, sigma []float64, ratio float64) {
	unit := mat.NewSymDense(b.ns, nil) // scaled to a diagonal of 1, so that light species keep their digits
	for i := range b.ns {
		for j := i; j < b.ns; j++ {
			mi, mj := p.W[i], p.W[j]
			unit.SetSym(i, j, math.Sqrt(2*math.Sqrt(mi*mj)/(mi+mj)))
		}
	}
	var factor mat.PivotedCholesky
	factor.Factorize(unit, tinyPivot) // says no where the rank is below ns: as it should be
	rank := factor.Rank()
	var upper mat.TriDense
	factor.UTo(&upper)
	pivots := factor.ColumnPivots(nil)
	for column := range b.ns {
		i := pivots[column]
		scale := math.Sqrt(p.Tc[i] / ratio * sigma[i] * sigma[i] * math.Sqrt(1e3*p.W[i]))
		for k := range min(rank, column+1) {
			b.values[b.layout.MassColumn(i, k, b.ns)] = scale * upper.At(k, column)
		}
	}
	b.set("mass_rank", 0, float64((rank+massPass-1)/massPass*massPass))
}
