package properties

// Blocks are the building blocks under the collections: each is launched alone by its name, through
// a plan, so that a solver can be ported step by step. A block's name is its kernel's.
var Blocks = []Collection{
	single("normalise", "mass fractions below zero set to zero, all divided by their sum"),
	single("molefractions", "mole fractions and mean molar mass"),
	single("nasamixture", "heat capacity, enthalpy and entropy as an ideal gas"),
	{Name: "totalenthalpy", Kernel: "totalenthalpy", NoData: true, Meaning: "total enthalpy from h and ke"},
	single("kaycriticalstate", "pseudo-critical temperature and pressure by Kay's rule"),
	single("preosattraction", "attraction a of the mixture and its T-derivatives"),
	single("preoscovolume", "covolume b of the mixture"),
	single("preoscubicroots", "smallest and largest root of the cubic and their number"),
	single("preoscompressibility", "compressibility factor of the root that is taken"),
	single("preosdensity", "density from T, P"),
	single("preosdepartures", "h, s and g less those of the ideal gas"),
	single("preosenthalpy", "enthalpy from T, P"),
	single("preosinternalenergy", "internal energy from T, P"),
	single("preosentropy", "entropy and Gibbs energy from T, P"),
	single("preosheatcapacities", "cp, cv and their ratio from T, P"),
	single("preossoundspeed", "speed of sound from T, P"),
	single("preosdpdt", "d P/d T at constant density"),
	single("preosdpdv", "d P/d v at constant T"),
	single("preosdrhodp", "d rho/d P at constant T"),
	single("preosdrhodt", "d rho/d T at constant P"),
	single("preosdhdp", "d h/d P at constant T"),
	single("preosdhdt", "d h/d T at constant P"),
	single("preosdedp", "d e/d P at constant T"),
	single("preosdedt", "d e/d T at constant P"),
	single("preosfugacity", "logarithms of the fugacity coefficients"),
	single("preospartialvolumes", "partial volumes"),
	single("preospartialenthalpies", "partial enthalpies"),
	single("preosdrhody", "d rho/d Y_i, the last species closing"),
	single("preosdhdy", "d h/d Y_i, the last species closing"),
	viscous("chungmixing", "parameters of the mixture in Chung's correlations"),
	viscous("collisionintegrals", "collision integrals of viscosity and diffusion at T/epsMix"),
	viscous("chungdilutetransport", "viscosity and conductivity of the dilute gas"),
	viscous("chungviscosity", "viscosity from T, rho"),
	viscous("chungconductivity", "conductivity from T, rho"),
	viscous("binarydiffusion", "binary diffusion coefficients of each species in the last one, low pressure"),
	viscous("dilutediffusion", "mixture-averaged diffusion coefficients, low pressure"),
	viscous("takahashifactor", "factor of high pressure on a diffusion coefficient at T/Tcrit, P/Pcrit"),
	viscous("mixturediffusion", "mixture-averaged diffusion coefficients, high pressure"),
}

func single(name, meaning string) Collection {
	return Collection{Name: name, Kernel: name, Meaning: meaning}
}

func viscous(name, meaning string) Collection {
	c := single(name, meaning)
	c.Chung = true
	return c
}
