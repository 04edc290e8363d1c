KERNEL(preosdpdv, "T P Yi[ns]", "Pv flag", "species",
       "d P/d v at constant T")

/* (dP/dv)_T Pa kg/m3 at T K, P Pa, Y (derivatives.h). */
function real preosdpdv(const parameters &p, real T, real P, row Yi, real &Pv) {
    const state s = shared_state(p, T, P, Yi);
    Pv = dP_dv(s.f, P);
    return flags_of(s);
}
