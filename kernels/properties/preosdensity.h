KERNEL(preosdensity, "T P Yi[ns]", "rho flag", "species",
       "density from T, P")

/* rho kg/m3 of the root that is taken (parameters.h: root), at T K, P Pa, Y. */
function real preosdensity(const parameters &p, real T, real P, row Yi, real &rho) {
    const state s = shared_state(p, T, P, Yi);
    rho = density(s.f);
    return flags_of(s);
}
