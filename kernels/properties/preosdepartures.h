KERNEL(preosdepartures, "T P Yi[ns]", "hDep sDep gDep flag", "species",
       "h, s and g less those of the ideal gas")

/* Real less ideal gas at the same T, P: h and g J/kg, s J/kg/K. */
function real preosdepartures(const parameters &p, real T, real P, row Yi, real &hDep, real &sDep, real &gDep) {
    const state s = shared_state(p, T, P, Yi);
    hDep = enthalpy_departure(s.f);
    sDep = entropy_departure(s.f, gas_constant(p, s.m));
    gDep = hDep - T * sDep;
    return flags_of(s);
}
