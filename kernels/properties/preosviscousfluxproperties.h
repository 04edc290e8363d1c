KERNEL(preosviscousfluxproperties, "T P Yi[ns]", "rho mu lambda Di[ns] hi[ns] flag", "species transport",
       "density, transport and partial enthalpies from T, P")

/* rho kg/m3, mu Pa s, lambda W/m/K, Di m2/s and the partial enthalpies hi J/kg that diffusion carries, at T K, P Pa, Y. */
function real preosviscousfluxproperties(const parameters &p, real T, real P, row Yi, real &rho, real &mu, real &lambda,
                                         output_row Di, output_row hi) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const state s = state_of(p, T, P, Yi, all);
    put_partial_enthalpies(p, s, Yi, T, P, reciprocal(s.f.N), hi);
    return viscous_set(p, all, s, T, P, Yi, rho, mu, lambda, Di);
}
