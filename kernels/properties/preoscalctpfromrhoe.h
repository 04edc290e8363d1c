KERNEL(preoscalctpfromrhoe, "rho e Yi[ns] T?", "T P flag", "species",
       "temperature and pressure from density and internal energy")

/* T K and P Pa from rho kg/m3, e J/kg, Y, and a first guess of T. v = 1/rho is known, so there is no
 * cubic, and a translated volume becomes that of the cubic before anything else:
 * e = e0(T) + (T a' - a) F(v) = h0 - R_m T + (q1 sqrt(T) - q0) F, slope cv, then
 * P = R_m T/(v-b) - a/D. rho is kept: where another root of the cubic has the lower Gibbs energy at
 * this T and P the point is noted as metastable; P <= 0, P_v >= 0 or cv <= 0 as unstable. */

/* The other outer root of the cubic at the T, P found, from what is left when t is divided out. */
function mask metastable(const parameters &p, real t, real A, real B) {
    const double g = p.header().cubic_g;
    const real c2 = g * B - 1.0, c1 = A + B * (p.header().cubic_s * B - g);
    const mask least = 3.0 * t < -c2;
    const other_roots above = beside_least(t, c2, c1), below = beside_largest(p, t, c1, B * B);
    const real middle = select(least, above.middle, below.middle), spread = select(least, above.spread, below.spread);
    const real product = select(least, above.product, below.product);
    const mask three = (spread > 0.0) & (middle > 0.0) & (product > 0.0);
    if (!any(three)) return three;
    const real upper = middle + sqrt(max(spread, 0.0)), other = select(least, upper, product * reciprocal(upper));
    return three & lower_gibbs(p, other, t, A, B);
}

function real preoscalctpfromrhoe(const parameters &p, real rho, real e, row Yi, real guess, real &T, real &P) {
    const composition m = mix(p, Yi);
    const auto &h = p.header();
    real v = reciprocal(rho);
    if (translates(p)) v += m.c;
    const real free_v = v - m.b, y = v + h.cubic_half_u * m.b, inverse_y = reciprocal(y), ratio = series_b(p, m.b) * inverse_y;
    real failures = failed(good_energy(e), flag_bad_energy) + failed(m.good, flag_bad_composition) +
                    failed(good_density(rho) & ((free_v > 0.0) | !m.good), flag_bad_density);
    search s = begin(p, guess, failures == 0.0);
    const real Rm = h.R * m.moles, F = inverse_y * series(ratio * ratio);
    coefficients k = coefficients_at(p, Yi, m, s.T);
    real cv = 0.0; /* times sqrt(T), as all of Newton's step is: one division */
    for (int round = 0; round < 100 && any(s.active); ++round) {
        refresh(p, Yi, m, s.T, s.active, k);
        const real root_T = sqrt(s.T);
        const real miss = enthalpy(k.g, s.T) - Rm * s.T + (k.q.q1 * root_T - k.q.q0) * F - e;
        const real slope = (heat_capacity(k.g, s.T) - Rm) * root_T + 0.5 * k.q.q1 * F;
        cv = select(s.active, slope, cv);
        advance(s, miss * root_T, slope, s.active, k); /* cv stays finite */
    }
    failures += search_failures(p, s);
    T = poisoned(s.T, failures);
    const real root_T = sqrt(T), RT = Rm * T, a = k.q.q0 - 2.0 * k.q.q1 * root_T + k.q.q2 * T;
    const real D = free_v * free_v + m.b * (h.cubic_g * free_v + h.cubic_s * m.b), both = reciprocal(free_v * D);
    const real inverse_D = free_v * both, inverse_free = D * both;
    P = RT * inverse_free - a * inverse_D;
    const real N = 2.0 * a * y * (free_v * free_v) - RT * D * D; /* P_v (v-b)^2 D^2 */
    const mask unstable = (P <= 0.0) | (N >= 0.0) | (cv <= 0.0);
    const real inverse_RT = reciprocal(RT), P_RT = P * inverse_RT;
    const mask other_phase = metastable(p, free_v * P_RT, a * P_RT * inverse_RT, m.b * P_RT) & !unstable;
    return said(failures, note_limits(p, T) + flagged(unstable, flag_unstable) + flagged(other_phase, flag_metastable));
}
