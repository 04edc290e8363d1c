/* rho kg/m3 of the equation of state, and mu Pa s, lambda W/m/K, Di m2/s at it, from T K, P Pa, Y; the
 * flux set adds the partial enthalpies hi J/kg that diffusion carries. */
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

function real preosviscousproperties(const parameters &p, real T, real P, row Yi, real &rho, real &mu, real &lambda,
                                     output_row Di) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const state s = state_of(p, T, P, Yi, all);
    return viscous_set(p, all, s, T, P, Yi, rho, mu, lambda, Di);
}

function real preosviscousfluxproperties(const parameters &p, real T, real P, row Yi, real &rho, real &mu, real &lambda,
                                         output_row Di, output_row hi) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const state s = state_of(p, T, P, Yi, all);
    put_partial_enthalpies(p, s, Yi, T, P, reciprocal(s.f.N), hi);
    return viscous_set(p, all, s, T, P, Yi, rho, mu, lambda, Di);
}
