package properties

import "drawbridge/views"

// Declarations is every view of design: 1-D, per species, and Q. All are SI, per unit mass unless
// the meaning says molar.
func Declarations(ns, nq int) []views.Declaration {
	list := make([]views.Declaration, 0, len(scalars)+len(perSpecies)+1)
	for _, d := range scalars {
		d.Width = 1
		list = append(list, d)
	}
	for _, d := range perSpecies {
		d.Width = ns
		list = append(list, d)
	}
	return append(list, views.Declaration{Name: "Q", Width: nq, Unit: "any", Meaning: "the host's own variables; its width is nq of initialize"})
}

var scalars = []views.Declaration{
	{Name: "T", Unit: "K", Meaning: "temperature"},
	{Name: "P", Unit: "Pa", Meaning: "pressure"},
	{Name: "rho", Unit: "kg/m3", Meaning: "density"},
	{Name: "h", Unit: "J/kg", Meaning: "enthalpy, with the heat of formation"},
	{Name: "h0", Unit: "J/kg", Meaning: "total enthalpy h + ke"},
	{Name: "e", Unit: "J/kg", Meaning: "internal energy h - P/rho, with the heat of formation"},
	{Name: "cp", Unit: "J/kg/K", Meaning: "heat capacity at constant pressure"},
	{Name: "cv", Unit: "J/kg/K", Meaning: "heat capacity at constant volume"},
	{Name: "gamma", Unit: "1", Meaning: "cp/cv"},
	{Name: "c", Unit: "m/s", Meaning: "speed of sound"},
	{Name: "rhoP", Unit: "kg/m3/Pa", Meaning: "d rho/d P at T, Y"},
	{Name: "rhoT", Unit: "kg/m3/K", Meaning: "d rho/d T at P, Y"},
	{Name: "hP", Unit: "J/kg/Pa", Meaning: "d h/d P at T, Y"},
	{Name: "hT", Unit: "J/kg/K", Meaning: "d h/d T at P, Y (= cp)"},
	{Name: "eP", Unit: "J/kg/Pa", Meaning: "d e/d P at T, Y"},
	{Name: "eT", Unit: "J/kg/K", Meaning: "d e/d T at P, Y"},
	{Name: "Z", Unit: "1", Meaning: "compressibility P v/(R T)"},
	{Name: "W", Unit: "kg/mol", Meaning: "mean molar mass"},
	{Name: "ke", Unit: "J/kg", Meaning: "kinetic energy |u|^2/2"},
	{Name: "mu", Unit: "Pa s", Meaning: "viscosity"},
	{Name: "lambda", Unit: "W/m/K", Meaning: "thermal conductivity"},
	{Name: "Tcrit", Unit: "K", Meaning: "pseudo-critical temperature of the equation of state"},
	{Name: "Pcrit", Unit: "Pa", Meaning: "pseudo-critical pressure of the equation of state"},
	{Name: "Vcrit", Unit: "m3/mol", Meaning: "pseudo-critical molar volume of the equation of state"},
	{Name: "s", Unit: "J/kg/K", Meaning: "entropy"},
	{Name: "g", Unit: "J/kg", Meaning: "Gibbs energy h - T s"},
	{Name: "cpIdeal", Unit: "J/kg/K", Meaning: "heat capacity of the mixture as an ideal gas"},
	{Name: "hIdeal", Unit: "J/kg", Meaning: "enthalpy of the mixture as an ideal gas"},
	{Name: "sIdeal", Unit: "J/kg/K", Meaning: "entropy of the mixture as an ideal gas at T, P"},
	{Name: "a", Unit: "J m3/mol2", Meaning: "attraction of the equation of state, per mole of mixture"},
	{Name: "aT", Unit: "J m3/mol2/K", Meaning: "d a/d T"},
	{Name: "aTT", Unit: "J m3/mol2/K2", Meaning: "d2 a/d T2"},
	{Name: "b", Unit: "m3/mol", Meaning: "covolume of the equation of state, per mole of mixture"},
	{Name: "Zleast", Unit: "1", Meaning: "smallest root of the cubic above B = bP/(RT)"},
	{Name: "Zmost", Unit: "1", Meaning: "largest root of the cubic"},
	{Name: "roots", Unit: "1", Meaning: "number of roots of the cubic above B, 1 or 3"},
	{Name: "hDep", Unit: "J/kg", Meaning: "h less that of the ideal gas at T, P"},
	{Name: "sDep", Unit: "J/kg/K", Meaning: "s less that of the ideal gas at T, P"},
	{Name: "gDep", Unit: "J/kg", Meaning: "g less that of the ideal gas at T, P"},
	{Name: "PT", Unit: "Pa/K", Meaning: "d P/d T at rho, Y"},
	{Name: "Pv", Unit: "Pa kg/m3", Meaning: "d P/d v at T, Y, v = 1/rho"},
	{Name: "Tkay", Unit: "K", Meaning: "pseudo-critical temperature by Kay's rule"},
	{Name: "Pkay", Unit: "Pa", Meaning: "pseudo-critical pressure by Kay's rule"},
	{Name: "mu0", Unit: "Pa s", Meaning: "viscosity of the dilute gas"},
	{Name: "lambda0", Unit: "W/m/K", Meaning: "thermal conductivity of the dilute gas"},
	{Name: "sigmaMix", Unit: "1e-10 m", Meaning: "Chung's sigma of the mixture"},
	{Name: "epsMix", Unit: "K", Meaning: "Chung's eps/k_B of the mixture"},
	{Name: "omegaMix", Unit: "1", Meaning: "Chung's acentric factor of the mixture"},
	{Name: "MMix", Unit: "g/mol", Meaning: "Chung's molar mass of the mixture"},
	{Name: "VcMix", Unit: "cm3/mol", Meaning: "Chung's critical volume of the mixture"},
	{Name: "TcMix", Unit: "K", Meaning: "Chung's critical temperature of the mixture"},
	{Name: "mur4Mix", Unit: "1", Meaning: "Chung's reduced dipole moment of the mixture to the fourth power"},
	{Name: "kappaMix", Unit: "1", Meaning: "Chung's association of the mixture"},
	{Name: "OmegaV", Unit: "1", Meaning: "collision integral of viscosity at T/epsMix"},
	{Name: "OmegaD", Unit: "1", Meaning: "collision integral of diffusion at T/epsMix"},
	{Name: "fDense", Unit: "1", Meaning: "Takahashi's factor at T/Tcrit, P/Pcrit"},
	{Name: "flag", Unit: "bits", Meaning: "failures and notes of the point, as a sum of bits (docs/flags.md)"},
}

var perSpecies = []views.Declaration{
	{Name: "Yi", Unit: "1", Meaning: "mass fractions"},
	{Name: "Xi", Unit: "1", Meaning: "mole fractions"},
	{Name: "rhoi", Unit: "kg/m3", Meaning: "partial densities"},
	{Name: "hi", Unit: "J/kg", Meaning: "partial enthalpies"},
	{Name: "vi", Unit: "m3/kg", Meaning: "partial volumes"},
	{Name: "lnphi", Unit: "1", Meaning: "logarithms of the fugacity coefficients"},
	{Name: "rhoYi", Unit: "kg/m3", Meaning: "d rho/d Y_i at T, P, the last species closing"},
	{Name: "hYi", Unit: "J/kg", Meaning: "d h/d Y_i at T, P, the last species closing"},
	{Name: "Di", Unit: "m2/s", Meaning: "mixture-averaged diffusion coefficients, mole form, high pressure"},
	{Name: "DiLow", Unit: "m2/s", Meaning: "mixture-averaged diffusion coefficients, mole form, low pressure"},
	{Name: "DiLast", Unit: "m2/s", Meaning: "binary diffusion coefficients of each species in the last one, low pressure"},
}
