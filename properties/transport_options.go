package properties

// TransportOptions are the conventions of viscosity, conductivity and diffusion. The defaults (zero
// but for two) follow the 1988 paper; how far each other choice moves the answer (mixtures at
// 10 MPa: cold CH4/O2/CO2/H2O/N2, the same burnt, O2 at 150 K, burnt H2/O2) is said beside it.
type TransportOptions struct {
	RPP5             bool    // constants and dipole rule of Poling et al. 5th ed.: mu -11 to +13 %, lambda 0 to +18 %; polar liquids worse
	VcFromPR         bool    // Vc = 0.3074 R Tc/Pc instead of the given one: mu, lambda -19 to +12 %
	DensityByMass    bool    // y from rho/M_m instead of the molar density rho/W: mu, lambda 0 to +4 %
	ReducedByEps     bool    // (T*)^1/2 instead of Tr^1/2 in the dense part of lambda: up to +12 % in liquids
	RealHeatCapacity bool    // cv of the fluid instead of the ideal gas in alpha of Psi: lambda up to 4 %
	NoAssociation    bool    // kappa = 0: mu, lambda -4 to +1 % with water
	FloorNegative    bool    // the dilute value in the place of one that is not positive
	Calorie          float64 // J, converts lambda of the 1988 form; 4.1868 instead of 4.184: +0.07 %
	Fuller           bool    // binary diffusion of Fuller et al. instead of Chapman and Enskog
	Fitted           bool    // Chapman-Enskog by polynomials of ln T, within 1e-5 of the direct formula
	MassForm         bool    // D_im = (1-Y_i)/sum X_j/D_ij instead of (1-X_i)/sum
	E                [10]figures
	B                [7]figures // rows of the tables of viscosity and conductivity in the place of the printing's
	Constants        chungConstants
	DiffusionFloor   float64 // least value of Takahashi's factor, which turns negative below Tr 0.9
}

func (t TransportOptions) form() int {
	switch {
	case t.Fuller:
		return formFuller // a power of T: there is nothing to fit
	case t.Fitted:
		return formFit
	}
	return formChapmanEnskog
}

// chungConstants are the other figures of Chung's correlations; 0: those of the printing.
type chungConstants struct {
	Length            float64 // sigma/Angstrom over (Vc/(cm3/mol))^1/3
	Ratio             float64 // Tc k_B/eps
	Dipole            float64 // mu_r = Dipole mu/(Vc Tc)^1/2
	FcOmega, FcDipole float64 // Fc = 1 - FcOmega omega + FcDipole mu_r^4 + kappa
	ViscosityGas      float64 // of eta0: of (M T)^1/2 in 1988, of (M Tc T*)^1/2 in rpp5
	ViscosityDense    float64 // of eta_p
	ConductivityGas   float64 // lambda0 = ConductivityGas eta0 Psi/M: eta0 in poise in 1988, in Pa s in rpp5
	ConductivityDense float64 // of lambda_p: cal/(cm s K) in 1988, W/m/K in rpp5
}

// constants are those of the printing, with those that were set.
func (t TransportOptions) constants() chungConstants {
	k := chungConstants{Length: 0.809, Ratio: 1.2593, Dipole: 131.3, FcOmega: 0.2756, FcDipole: 0.059035,
		ViscosityGas: 40.785, ViscosityDense: 36.344, ConductivityGas: 7.452, ConductivityDense: 3.039e-4}
	if t.RPP5 {
		k.ViscosityGas, k.ConductivityGas, k.ConductivityDense = 36.344, 31.2, 3.586e-3
	}
	of := func(c *chungConstants) []*float64 {
		return []*float64{&c.Length, &c.Ratio, &c.Dipole, &c.FcOmega, &c.FcDipole, &c.ViscosityGas, &c.ViscosityDense, &c.ConductivityGas, &c.ConductivityDense}
	}
	own := of(&k)
	for i, given := range of(&t.Constants) {
		if *given != 0 {
			*own[i] = *given
		}
	}
	return k
}
