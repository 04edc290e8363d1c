/* Derivatives of the mixture at a state. */

KERNEL(preosdedp, "T P Yi[ns]", "eP flag", "species",
       "d e/d P at constant T")

/* (de/dP)_T m3/kg at T K, P Pa, Y (derivatives.h). */
function real preosdedp(const parameters &p, real T, real P, row Yi, real &eP) {
    const state s = shared_state(p, T, P, Yi);
    eP = de_dP(s.f, reciprocal(s.f.N));
    return flags_of(s);
}

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

KERNEL(preosdhdp, "T P Yi[ns]", "hP flag", "species",
       "d h/d P at constant T")

/* (dh/dP)_T m3/kg at T K, P Pa, Y (derivatives.h). */
function real preosdhdp(const parameters &p, real T, real P, row Yi, real &hP) {
    const state s = shared_state(p, T, P, Yi);
    hP = dh_dP(s.f, reciprocal(s.f.N));
    return flags_of(s);
}

KERNEL(preosdhdt, "T P Yi[ns]", "hT flag", "species",
       "d h/d T at constant P")

/* (dh/dT)_P J/kg/K at T K, P Pa, Y (heat_capacities.h). */
function real preosdhdt(const parameters &p, real T, real P, row Yi, real &hT) {
    const state s = shared_state(p, T, P, Yi);
    real cv, gamma;
    return heat_capacities(p, Yi, T, s, hT, cv, gamma);
}

KERNEL(preosdpdt, "T P Yi[ns]", "PT flag", "species",
       "d P/d T at constant density")

/* (dP/dT)_v Pa/K at T K, P Pa, Y (derivatives.h). */
function real preosdpdt(const parameters &p, real T, real P, row Yi, real &PT) {
    const state s = shared_state(p, T, P, Yi);
    PT = dP_dT(s.m, s.f, P);
    return flags_of(s);
}

KERNEL(preosdpdv, "T P Yi[ns]", "Pv flag", "species",
       "d P/d v at constant T")

/* (dP/dv)_T Pa kg/m3 at T K, P Pa, Y (derivatives.h). */
function real preosdpdv(const parameters &p, real T, real P, row Yi, real &Pv) {
    const state s = shared_state(p, T, P, Yi);
    Pv = dP_dv(s.f, P);
    return flags_of(s);
}

KERNEL(preosdrhodp, "T P Yi[ns]", "rhoP flag", "species",
       "d rho/d P at constant T")

/* (drho/dP)_T kg/m3/Pa at T K, P Pa, Y (derivatives.h). */
function real preosdrhodp(const parameters &p, real T, real P, row Yi, real &rhoP) {
    const state s = shared_state(p, T, P, Yi);
    rhoP = drho_dP(s.f, reciprocal(s.f.N));
    return flags_of(s);
}

KERNEL(preosdrhodt, "T P Yi[ns]", "rhoT flag", "species",
       "d rho/d T at constant P")

/* (drho/dT)_P kg/m3/K at T K, P Pa, Y (derivatives.h). */
function real preosdrhodt(const parameters &p, real T, real P, row Yi, real &rhoT) {
    const state s = shared_state(p, T, P, Yi);
    rhoT = drho_dT(s.m, s.f, reciprocal(s.f.N));
    return flags_of(s);
}
