KERNEL(preosdpdt, "T P Yi[ns]", "PT flag", "species",
       "d P/d T at constant density")

/* (dP/dT)_v Pa/K at T K, P Pa, Y (derivatives.h). */
function real preosdpdt(const parameters &p, real T, real P, row Yi, real &PT) {
    const state s = shared_state(p, T, P, Yi);
    PT = dP_dT(s.m, s.f, P);
    return flags_of(s);
}
