KERNEL(preosdrhodp, "T P Yi[ns]", "rhoP flag", "species",
       "d rho/d P at constant T")

/* (drho/dP)_T kg/m3/Pa at T K, P Pa, Y (derivatives.h). */
function real preosdrhodp(const parameters &p, real T, real P, row Yi, real &rhoP) {
    const state s = shared_state(p, T, P, Yi);
    rhoP = drho_dP(s.f, reciprocal(s.f.N));
    return flags_of(s);
}
