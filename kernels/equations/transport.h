/* Viscosity and conductivity of a fluid whose density is known: what the transport collections share. */
struct transport {
    real mu, lambda; /* Pa s, W/m/K */
    real mu_flag, lambda_flag, range_flag;
};

/* alpha of Psi = cv/R - 3/2 from the heat capacity at constant pressure of the ideal gas, or by
 * option from the cv of the fluid (J/kg/K both). */
function real alpha_of(const parameters &p, real cp0, real cv, real W) {
    const double inverse_R = 1.0 / p.header().R;
    if (p.header().real_heat_capacity == 1.0) return cv * W * inverse_R - 1.5;
    return cp0 * W * inverse_R - 2.5;
}

/* cv of the fluid at T, rho: cp0 - R_m + T a'' F, with T a'' = q1/(2 sqrt T). */
function real cv_at(const parameters &p, const composition &m, const attraction &q, real T, real rho, real cp0) {
    const real inverse_y = rho * reciprocal(1.0 + (p.header().cubic_half_u * m.b + m.c) * rho), ratio = series_b(p, m.b) * inverse_y;
    return cp0 - p.header().R * m.moles + 0.5 * q.q1 * inverse_y * series(ratio * ratio) / sqrt(T);
}

/* moles: 1/W, mol/kg. */
outlined transport transport_at(const parameters &p, const chung_sums &sums, const temperature &at, real rho, real W, real moles, real alpha) {
    const chung c = mix_chung(p, sums, W);
    const real per_root_M = speed(c, at);
    const packing k = packing_at(p, c, rho, moles);
    const gas_transport g = dilute(p, c, at, per_root_M);
    const real lambda0 = g.lambda * psi(p, c, at, alpha);
    transport t;
    t.mu = dense_viscosity(p, c, k, at, g.eta);
    t.lambda = dense_conductivity(p, c, k, per_root_M, lambda0);
    t.mu_flag = judge_negative(p, at.T, t.mu, 1e-7 * g.eta, flag_negative_viscosity);
    t.lambda_flag = judge_negative(p, at.T, t.lambda, lambda0, flag_negative_conductivity);
    t.range_flag = note_range(c, k, at);
    return t;
}

/* The failures of (T, P, rho, Y) where the density is given, and T poisoned where there are any. */
function real check_dense(const parameters &p, real &T, real P, real rho, const composition &m) {
    const mask possible = (rho > 1e-30) & (rho < 1e30) & ((rho * (m.b - m.c) < 1.0) | !m.good);
    const real failures = failed(possible, flag_bad_density) + check_state(p, T, P, m);
    T = poisoned(T, failures);
    return failures;
}

/* transport_at of a mixture at T, rho. */
outlined transport transport_of(const parameters &p, row Yi, const mixture &all, real T, real rho) {
    const composition &m = all.m;
    const real W = reciprocal(m.moles), cp0 = heat_capacity(ideal_of(p, Yi, all, T), T);
    real cv = 0.0;
    if (p.header().real_heat_capacity == 1.0) cv = cv_at(p, m, attraction_of(p, Yi, all, T), T, rho, cp0);
    return transport_at(p, chung_of(p, Yi, all), temperature_of(T), rho, W, m.moles, alpha_of(p, cp0, cv, W));
}
