KERNEL(chungcalctransprop, "T P rho Yi[ns]", "mu lambda Di[ns] flag", "species transport",
       "viscosity, conductivity and diffusion from T, P, rho")

/* mu Pa s, lambda W/m/K, Di m2/s (mixture-averaged, high pressure) from T K, P Pa, rho kg/m3, Y. */
function real chungcalctransprop(const parameters &p, real T, real P, real rho, row Yi, real &mu, real &lambda,
                                 output_row Di) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const real failures = check_dense(p, T, P, rho, all.m);
    const transport t = transport_of(p, Yi, all, T, rho);
    mu = t.mu;
    lambda = t.lambda;
    real flags = failures + t.mu_flag + t.lambda_flag + t.range_flag + note_limits(p, T);
    if (Di.asked) flags += diffuse(p, T, P, Yi, Di);
    return flags;
}
