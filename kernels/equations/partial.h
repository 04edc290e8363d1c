/* Partial quantities of the species at T, P. All are linear in four figures of a species i:
 *   1/W_i,  b_i/W_i,  c_i/W_i (volume translation),  S_i = sum_j y_j (1-k_ij) u_i u_j/(W_i W_j),  T S_i'     (u_i^2 = a_i)
 * so one loop serves them all; S_i = u_i/W_i U without k_ij, O(ns), and the pairs correct the row
 * that is being made, O(pairs). */
struct linear {
    real W, b, S, S1, c; /* coefficients of these */
    bool times_W;     /* multiply by W_i: a molar quantity */
};

/* In the place of a B of 0: an ideal gas, of which nothing is divided by it. */
static constexpr double no_covolume = 1e-300;

/* vi = (dV/dm_i)_{T,P}, m3/kg: -P_n/P_v, less c_i/W_i. */
function linear partial_volume(const parameters &p, const state &s, real inverse_N) {
    const fluid &f = s.f;
    const real tt = f.t * f.t, dd = f.d * f.d;
    linear k;
    k.W = -(f.RTP * reciprocal(s.m.moles)) * (f.t * dd) * inverse_N;
    const double u = 2.0 * p.header().cubic_half_u, w = p.header().cubic_w;
    k.b = -(dd + f.A * (tt * (u * f.t + (u + 2.0 * w) * f.B))) * inverse_N;
    k.S = 2.0 * (tt * f.d) * inverse_N * f.inverse_RT;
    k.S1 = 0.0;
    k.c = -1.0;
    k.times_W = false;
    return k;
}

/* hi - h0_i = (dH/dm_i)_{T,P} less the ideal part, J/kg:
 * -RT/W_i + 2 (T S_i' - S_i) F + (T a' - a) b_i (v/D - F)/b + T P_T vi of the cubic, less P c_i/W_i. */
function linear partial_enthalpy(const parameters &p, const state &s, real P, real inverse_N) {
    const fluid &f = s.f;
    const real TP_T = P * f.G * f.inverse_td, attraction = 2.0 * f.F * f.P_RT;
    linear k = partial_volume(p, s, inverse_N);
    k.W = TP_T * k.W - f.RT * reciprocal(s.m.moles);
    k.b = TP_T * k.b + P * (f.A1 - f.A) * (f.cubic_Z * (f.t * f.inverse_td) - f.F) * reciprocal(max(f.B, no_covolume));
    k.S = TP_T * k.S - attraction;
    k.S1 = attraction;
    k.c = -P;
    return k;
}

/* ln phi_i + ln(Z-B) = W_i/W {b_i [(Z-1) + A F]/b - 2 S_i F/RT}, with Z-1 = B/t - A Z/d, less P c_i/(R T). */
function linear fugacity(const state &s) {
    const fluid &f = s.f;
    const real inverse_t = f.d * f.inverse_td, inverse_d = f.t * f.inverse_td;
    linear k;
    k.W = k.S1 = 0.0;
    k.b = s.m.moles * (f.B * inverse_t - f.A * f.cubic_Z * inverse_d + f.A * f.F) * f.P_RT * reciprocal(max(f.B, no_covolume));
    k.S = -2.0 * s.m.moles * f.F * f.P_RT * f.inverse_RT;
    k.c = -s.m.moles * f.P_RT;
    k.times_W = true;
    return k;
}

function linear operator*(real x, const linear &k) { return linear{x * k.W, x * k.b, x * k.S, x * k.S1, x * k.c, k.times_W}; }

/* Of A - B sqrt(T) of a species: -1 above its kink, so that u_i is positive (alpha_sign abs). */
function real sign_at(const species_part &s, real T) { return select(T > s.kink, real(-1.0), real(1.0)); }

/* What the pairs with k_ij != 0 take off. */
outlined void take_pairs(const parameters &p, row Yi, real T, const linear &k, output_row out) {
    const real root_T = sqrt(T);
    for (long l = 0, pairs = p.pairs(); l < pairs; ++l) {
        const pair_part &r = p.pair(l);
        const long i = (long)r.first, j = (long)r.second;
        const species_part &si = p.species(i), &sj = p.species(j);
        const real q1s = r.q1 * root_T, q2T = r.q2 * T;
        const real off = 0.5 * sign_at(si, T) * sign_at(sj, T) * (k.S * (r.q0 - 2.0 * q1s + q2T) + k.S1 * (q2T - q1s));
        out[i] = out[i] - off * Yi[j] * (k.times_W ? 1.0 / si.inverse_W : 1.0);
        out[j] = out[j] - off * Yi[i] * (k.times_W ? 1.0 / sj.inverse_W : 1.0);
    }
}

/* Stores constant + k (1/W_i, b_i, S_i, T S_i', c_i) of every species. */
outlined void put(const parameters &p, const state &s, row Yi, real T, real constant, const linear &k, output_row out) {
    const real root_T = sqrt(T), half_root = 0.5 * root_T;
    const real U = s.q.A - s.q.B * root_T, TU1 = -s.q.B * half_root; /* U and T U' of U = sum y u/W */
    const real kU = k.S * U + k.S1 * TU1, kU1 = k.S1 * U;            /* S = u U, T S' = u T U' + T u' U */
    const bool shifted = translates(p);
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const species_part &r = p.species(i);
        const real sign = sign_at(r, T);
        const real u = sign * (r.A_over_W - r.B_over_W * root_T), Tu1 = -sign * (r.B_over_W * half_root);
        real sum = k.W * r.inverse_W + k.b * r.b_over_W + kU * u + kU1 * Tu1;
        if (shifted) sum += k.c * r.c_over_W;
        out[i] = constant + sum * (k.times_W ? 1.0 / r.inverse_W : 1.0);
    }
    take_pairs(p, Yi, T, k, out);
}

/* Adds the ideal enthalpies h0_i. */
outlined void add_ideal_enthalpies(const parameters &p, real T, output_row out) {
    for (long i = 0, ns = p.ns(); i < ns; ++i) out[i] = out[i] + species_enthalpy(p.species(i), T);
}

/* The last species closes sum Y = 1: each less the last one, whose own entry is 0. */
function void close_with_last(const parameters &p, output_row out) {
    const long ns = p.ns();
    const real last = out[ns - 1];
    for (long i = 0; i < ns; ++i) out[i] = out[i] - last;
}

/* The rows that users know; each does nothing where it was not asked for. */
function void put_partial_volumes(const parameters &p, const state &s, row Yi, real T, real inverse_N, output_row vi) {
    if (vi.asked) put(p, s, Yi, T, 0.0, partial_volume(p, s, inverse_N), vi);
}
function void put_partial_enthalpies(const parameters &p, const state &s, row Yi, real T, real P, real inverse_N, output_row hi) {
    if (!hi.asked) return;
    put(p, s, Yi, T, 0.0, partial_enthalpy(p, s, P, inverse_N), hi);
    add_ideal_enthalpies(p, T, hi);
}
function void put_density_jacobian(const parameters &p, const state &s, row Yi, real T, real inverse_N, output_row rhoYi) {
    if (!rhoYi.asked) return;
    const real rho = density(s.f);
    put(p, s, Yi, T, 0.0, -(rho * rho) * partial_volume(p, s, inverse_N), rhoYi);
    close_with_last(p, rhoYi);
}
function void put_enthalpy_jacobian(const parameters &p, const state &s, row Yi, real T, real P, real inverse_N, output_row hYi) {
    if (!hYi.asked) return;
    put_partial_enthalpies(p, s, Yi, T, P, inverse_N, hYi);
    close_with_last(p, hYi);
}
