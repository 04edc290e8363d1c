/* rho kg/m3 of the equation of state, and mu Pa s, lambda W/m/K, Di m2/s at it, from T K, P Pa, Y. */
function real viscous_set(const parameters &p, const mixture &all, const state &s, real T, real P, row Yi, real &rho, real &mu, real &lambda,
                          output_row Di) {
    rho = density(s.f);
    const transport t = transport_of(p, Yi, all, T, rho);
    mu = t.mu;
    lambda = t.lambda;
    real flags = flags_of(p, s, T) + t.mu_flag + t.lambda_flag + t.range_flag;
    if (Di.asked) flags += diffuse(p, T, P, Yi, Di);
    return flags;
}
