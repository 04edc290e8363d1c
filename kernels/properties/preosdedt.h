KERNEL(preosdedt, "T P Yi[ns]", "eT flag", "species",
       "d e/d T at constant P")

/* (de/dT)_P J/kg/K at T K, P Pa, Y (derivatives.h). */
function real preosdedt(const parameters &p, real T, real P, row Yi, real &eT) {
    const state s = shared_state(p, T, P, Yi);
    real cp, cv, gamma;
    const real flags = heat_capacities(p, Yi, T, s, cp, cv, gamma);
    eT = de_dT(s.f, cp, gas_constant(p, s.m), reciprocal(s.f.N));
    return flags;
}
