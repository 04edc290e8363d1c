/* rho kg/m3 of the equation of state, and mu Pa s, lambda W/m/K, Di m2/s at it, from T K, P Pa, Y; the
 * flux set adds the partial enthalpies hi J/kg that diffusion carries. */
function real viscous_set(const parameters &p, const state &s, real T, real P, row Yi, real &rho, real &mu, real &lambda,
                          output_row Di) {
    rho = density(s.f);
    const transport t = transport_of(p, Yi, s.m, T, rho);
    mu = t.mu;
    lambda = t.lambda;
    real flags = flags_of(p, s, T) + t.mu_flag + t.lambda_flag;
    if (Di.asked) flags += diffuse(p, T, P, Yi, Di);
    return flags;
}

function real preosviscousproperties(const parameters &p, real T, real P, row Yi, real &rho, real &mu, real &lambda,
                                     output_row Di) {
    const state s = state_at(p, T, P, Yi);
    return viscous_set(p, s, T, P, Yi, rho, mu, lambda, Di);
}

function real preosviscousfluxproperties(const parameters &p, real T, real P, row Yi, real &rho, real &mu, real &lambda,
                                         output_row Di, output_row hi) {
    const state s = state_at(p, T, P, Yi);
    put_partial_enthalpies(p, s, Yi, T, P, reciprocal(s.f.N), hi);
    return viscous_set(p, s, T, P, Yi, rho, mu, lambda, Di);
}
