/* T and P where the density is given: v = 1/rho is known, so there is no cubic, and a translated volume becomes that of the cubic
 * before anything else. rho is kept: where another root of the cubic has the lower Gibbs energy at the T and P found, the point is
 * noted as metastable; P <= 0, P_v >= 0 or cv <= 0 as unstable. */
struct known_volume {
    real v, free_v, y, F; /* of the cubic, m3/kg: v, v-b, v+ub/2; F = integral of dv/D, kg/m3 */
    mask good;
};
function known_volume volume_of(const parameters &p, const composition &m, real rho) {
    known_volume a;
    a.v = reciprocal(rho);
    if (translates(p)) a.v += m.c;
    a.free_v = a.v - m.b;
    a.y = a.v + p.header().cubic_half_u * m.b;
    const real inverse_y = reciprocal(a.y), ratio = series_b(p, m.b) * inverse_y;
    a.F = inverse_y * series(ratio * ratio);
    a.good = good_density(rho) & ((a.free_v > 0.0) | !m.good);
    return a;
}
function real D_of(const parameters &p, const composition &m, const known_volume &a) {
    return a.free_v * a.free_v + m.b * (p.header().cubic_g * a.free_v + p.header().cubic_s * m.b);
}

/* The other outer root of the cubic at the T, P found, from what is left when t is divided out. Where A/B is below that of the critical
 * point, 5.88 of Peng-Robinson and 4.93 of SRK, P falls with v everywhere, and there is no other root. */
function mask metastable(const parameters &p, real t, real A, real B) {
    const mask folded = A > 4.9 * B;
    if (!any(folded)) return folded;
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

/* Mixture and coefficients at T: where a row is dear by one pass over the species. */
function void compose(const parameters &p, row Yi, real T, composition &m, coefficients &k) {
    if (ONE_PASS) {
        mixture all = gather_sets<false, false>(p, Yi, T, true);
        take_pairs(p, Yi, T, true, all.q);
        m = all.m;
        k.q = all.q;
        k.g = all.g;
        k.of_q = segment_of_kinks(p, T);
        k.of_g = segment_of_polynomials(p, T);
    } else {
        m = mix(p, Yi);
        k = coefficients_at(p, Yi, m, T);
    }
}

/* T is found, poisoned where there are failures, and k are the coefficients at T: the pressure, and what there is to note. */
function real pressure_at(const parameters &p, const composition &m, const coefficients &k, const known_volume &a, real T, real &notes) {
    const real root_T = sqrt(T), RT = p.header().R * m.moles * T, attraction = k.q.q0 - 2.0 * k.q.q1 * root_T + k.q.q2 * T;
    const real D = D_of(p, m, a), both = reciprocal(a.free_v * D), inverse_D = a.free_v * both, inverse_free = D * both;
    const real P = RT * inverse_free - attraction * inverse_D;
    const real N = 2.0 * attraction * a.y * (a.free_v * a.free_v) - RT * D * D; /* P_v (v-b)^2 D^2 */
    const real cv = (heat_capacity(k.g, T) - p.header().R * m.moles) * root_T + 0.5 * k.q.q1 * a.F; /* times sqrt(T) */
    const mask unstable = (P <= 0.0) | (N >= 0.0) | (cv <= 0.0);
    const real inverse_RT = reciprocal(RT), P_RT = P * inverse_RT;
    const mask other_phase = metastable(p, a.free_v * P_RT, attraction * P_RT * inverse_RT, m.b * P_RT) & !unstable;
    notes = note_limits(p, T) + flagged(unstable, flag_unstable) + flagged(other_phase, flag_metastable);
    return P;
}

/* What a search gives of a point. */
struct found_state {
    real T, P, failures, notes; /* K, Pa; T is NaN where there are failures */
};

/* From rho kg/m3, e J/kg, Y, and a first guess of T: e = e0(T) + (T a' - a) F(v) = h0 - R_m T + (q1 sqrt(T) - q0) F, slope cv, then
 * P = R_m T/(v-b) - a/D. s: null where no more is wanted than what is found. */
function void solve_rho_e(const parameters &p, real rho, real e, row Yi, real guess, found_state &found, solution *s) {
    composition m; /* not in s until the end: what others may reach is read from memory in each round */
    coefficients k;
    search at = begin(p, guess, rho == rho);
    compose(p, Yi, at.T, m, k);
    const known_volume a = volume_of(p, m, rho);
    real failures = failed(good_energy(e), flag_bad_energy) + failed(m.good, flag_bad_composition) + failed(a.good, flag_bad_density);
    at.active = failures == 0.0;
    const real Rm = p.header().R * m.moles;
    for (int round = 0; round < 100 && any(at.active); ++round) {
        refresh(p, Yi, m, at.T, at.active, k);
        const real root_T = sqrt(at.T);
        const real miss = enthalpy(k.g, at.T) - Rm * at.T + (k.q.q1 * root_T - k.q.q0) * a.F - e;
        const real slope = (heat_capacity(k.g, at.T) - Rm) * root_T + 0.5 * k.q.q1 * a.F; /* cv times sqrt(T): one division */
        advance(at, miss * root_T, slope, at.active, k); /* cv stays finite */
    }
    failures += search_failures(p, at);
    const real T = poisoned(at.T, failures);
    refresh_at_answer(p, Yi, m, T, k);
    real notes;
    const real P = pressure_at(p, m, k, a, T, notes);
    found = found_state{T, P, failures, notes};
    if (s) *s = solution{T, P, true, a.v, m, k, failures, notes};
}

/* From rho kg/m3, T K, Y. */
outlined void solve_rho_T(const parameters &p, real rho, real T, row Yi, solution &s) {
    compose(p, Yi, T, s.m, s.k);
    const known_volume a = volume_of(p, s.m, rho);
    s.failures = failed(good_temperature(T), flag_bad_temperature) + failed(s.m.good, flag_bad_composition) + failed(a.good, flag_bad_density);
    s.T = poisoned(T, s.failures);
    s.P = pressure_at(p, s.m, s.k, a, s.T, s.notes);
    s.v = a.v;
    s.by_volume = true;
}

/* From rho kg/m3, P Pa, Y: P = R_m T/(v-b) - (q0 - 2 q1 sqrt(T) + q2 T)/D is a square in sqrt(T) on each segment of T, so that the
 * search begins with the root of the first one, and mostly ends there. */
outlined void solve_rho_P(const parameters &p, real rho, real P, row Yi, solution &s) {
    const real usual = begin(p, not_a_number(), rho == rho).T;
    compose(p, Yi, usual, s.m, s.k);
    const known_volume a = volume_of(p, s.m, rho);
    real failures = failed(good_pressure(P), flag_bad_pressure) + failed(s.m.good, flag_bad_composition) + failed(a.good, flag_bad_density);
    const real both = reciprocal(a.free_v * D_of(p, s.m, a)), inverse_D = a.free_v * both;
    const real rise = p.header().R * s.m.moles * D_of(p, s.m, a) * both; /* R_m/(v-b) */
    const real second = rise - s.k.q.q2 * inverse_D, first = s.k.q.q1 * inverse_D, zeroth = P + s.k.q.q0 * inverse_D;
    const real root = zeroth * reciprocal(first + sqrt(max(first * first + second * zeroth, 0.0)));
    search at = begin(p, root * root, failures == 0.0);
    for (int round = 0; round < 100 && any(at.active); ++round) {
        refresh(p, Yi, s.m, at.T, at.active, s.k);
        const real root_T = sqrt(at.T);
        const real miss = rise * at.T - (s.k.q.q0 - 2.0 * s.k.q.q1 * root_T + s.k.q.q2 * at.T) * inverse_D - P;
        const real slope = (rise - s.k.q.q2 * inverse_D) * root_T + s.k.q.q1 * inverse_D;
        advance(at, miss * root_T, slope, at.active, s.k);
    }
    s.failures = failures + search_failures(p, at);
    s.T = poisoned(at.T, s.failures);
    refresh_at_answer(p, Yi, s.m, s.T, s.k);
    pressure_at(p, s.m, s.k, a, s.T, s.notes);
    s.P = P;
    s.v = a.v;
    s.by_volume = true;
}
