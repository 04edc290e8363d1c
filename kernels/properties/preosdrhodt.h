KERNEL(preosdrhodt, "T P Yi[ns]", "rhoT flag", "species",
       "d rho/d T at constant P")

/* (drho/dT)_P kg/m3/K at T K, P Pa, Y (derivatives.h). */
function real preosdrhodt(const parameters &p, real T, real P, row Yi, real &rhoT) {
    const state s = shared_state(p, T, P, Yi);
    rhoT = drho_dT(s.m, s.f, reciprocal(s.f.N));
    return flags_of(s);
}
