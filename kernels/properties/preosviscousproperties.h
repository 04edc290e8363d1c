KERNEL(preosviscousproperties, "T P Yi[ns]", "rho mu lambda Di[ns] flag", "species transport",
       "density and transport from T, P")

/* rho kg/m3, mu Pa s, lambda W/m/K, Di m2/s at T K, P Pa, Y (viscous_set.h). */
function real preosviscousproperties(const parameters &p, real T, real P, row Yi, real &rho, real &mu, real &lambda,
                                     output_row Di) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const state s = state_of(p, T, P, Yi, all);
    return viscous_set(p, all, s, T, P, Yi, rho, mu, lambda, Di);
}
