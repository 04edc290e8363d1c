KERNEL(preosdhdp, "T P Yi[ns]", "hP flag", "species",
       "d h/d P at constant T")

/* (dh/dP)_T m3/kg at T K, P Pa, Y (derivatives.h). */
function real preosdhdp(const parameters &p, real T, real P, row Yi, real &hP) {
    const state s = shared_state(p, T, P, Yi);
    hP = dh_dP(s.f, reciprocal(s.f.N));
    return flags_of(s);
}
