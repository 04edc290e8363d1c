KERNEL(preosdedp, "T P Yi[ns]", "eP flag", "species",
       "d e/d P at constant T")

/* (de/dP)_T m3/kg at T K, P Pa, Y (derivatives.h). */
function real preosdedp(const parameters &p, real T, real P, row Yi, real &eP) {
    const state s = shared_state(p, T, P, Yi);
    eP = de_dP(s.f, reciprocal(s.f.N));
    return flags_of(s);
}
