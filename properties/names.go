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
	{Name: "e", Unit: "J/kg", Meaning: "internal energy h - P/rho"},
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
	{Name: "flag", Unit: "bits", Meaning: "what a scientist must know of the point, see docs/flags.md"},
}

var perSpecies = []views.Declaration{
	{Name: "Yi", Unit: "1", Meaning: "mass fractions"},
	{Name: "Xi", Unit: "1", Meaning: "mole fractions"},
	{Name: "hi", Unit: "J/kg", Meaning: "partial enthalpies"},
	{Name: "vi", Unit: "m3/kg", Meaning: "partial volumes"},
	{Name: "lnphi", Unit: "1", Meaning: "logarithms of the fugacity coefficients"},
	{Name: "rhoYi", Unit: "kg/m3", Meaning: "d rho/d Y_i at T, P, the last species closing"},
	{Name: "hYi", Unit: "J/kg", Meaning: "d h/d Y_i at T, P, the last species closing"},
	{Name: "Di", Unit: "m2/s", Meaning: "mixture-averaged diffusion coefficients, mole form, high pressure"},
}
