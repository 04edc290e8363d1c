/* T where P is given, and h or s: both rise with T on the stable branch. Below the critical pressure they jump at saturation: a value
 * within the jump gives the saturation temperature, the density of the two-phase mean (lever rule) and a note. At the critical
 * point they rise so steeply that they jump from one number T to the next: the same, and a note of its own. A jump of the
 * polynomials at T_mid (up to 2e-6 cp0 T) gives T_mid without a note. cp diverges at the critical point: what is near and what is a
 * jump is judged on the scale (cp0 + R/W) T. */

/* The quantity that is given. miss: what the fluid has of it at T less that, as an energy, J/kg; the slope is cp. */
struct given_enthalpy {
    real h;
    member void prepare(const parameters &, real target, real, row, const composition &, real) { h = target; }
    member void refold(const parameters &, row, real, mask) {}
    member real miss(const fluid &f, const ideal_gas &g, real T, real) const { return enthalpy(f, enthalpy(g, T)) - h; }
};
struct given_entropy {
    real s;        /* J/kg/K, less what depends on Y and P alone */
    real constant; /* of the polynomials */
    member void prepare(const parameters &p, real target, real P, row Yi, const composition &m, real T) {
        s = target + p.header().R * (mixing(p, Yi, m.moles) + m.moles * log(P * (1.0 / p.header().pressure_reference)));
        constant = entropy_constant(p, Yi, T);
    }
    member void refold(const parameters &p, row Yi, real T, mask stale) {
        if (any(stale)) constant = entropy_constant(p, Yi, T);
    }
    member real miss(const fluid &f, const ideal_gas &g, real T, real Rm) const {
        return T * (entropy_polynomial(g, T) + constant + Rm * (log(f.t) + f.A1 * f.F) - s);
    }
};

struct found_temperature {
    real T, rho;        /* K, poisoned; kg/m3 */
    real failures, notes;
    mask three, least;  /* of the cubic */
};

/* From a quantity, P Pa, the mixture m with its coefficients k at s.T, and the failures so far; k ends as those at T. */
template <class quantity>
function found_temperature temperature_at(const parameters &p, quantity &given, real P, row Yi, const composition &m, coefficients &k, search s, real failures) {
    const real Rm = p.header().R * m.moles;
    found_temperature out;
    mask three = s.closed, least = s.closed, parted = s.closed; /* parted: three volumes were met at this P */
    real miss_low = 0.0, miss_high = 0.0, v_low = 0.0, v_high = 0.0, rho = 0.0;
    for (int round = 0; round < 100 && any(s.active); ++round) {
        given.refold(p, Yi, s.T, s.active & outside(k.of_g, s.T));
        refresh(p, Yi, m, s.T, s.active, k);
        const fluid f = fluid_at(p, m, k.q, s.T, P);
        const real volume = f.RTP * f.Z, inverse_N = reciprocal(f.N), density = f.P_RT * f.inverse_Z, td_Z = f.t * f.d * f.inverse_Z;
        const real rhoT = density * f.G * td_Z * inverse_N * (m.moles * f.inverse_nT);
        const real cp0 = heat_capacity(k.g, s.T), cp = heat_capacity_v(f, cp0, Rm) - Rm * (f.G * f.G * inverse_N);
        const real miss = given.miss(f, k.g, s.T, Rm);
        const mask now = s.active, under = now & (miss < 0.0), over = now & (miss > 0.0);
        miss_low = select(under, miss, miss_low);
        v_low = select(under, volume, v_low);
        miss_high = select(over, miss, miss_high);
        v_high = select(over, volume, v_high);
        const real step = advance(s, miss, cp, 2.5e7 * abs(miss) <= abs(cp0) * s.T + f.RT, k);
        rho = select(now, density + rhoT * step, rho);
        three = select(now, f.three, three);
        least = select(now, f.least, least);
        parted = parted | (now & f.three);
    }
    failures += search_failures(p, s);
    const real jump = miss_high - miss_low, vapour = -miss_low / jump;
    rho = select(s.closed, reciprocal(v_low + vapour * (v_high - v_low)), rho);
    out.failures = failures;
    out.T = poisoned(s.T, failures);
    out.rho = poisoned(rho, failures);
    refresh_at_answer(p, Yi, m, out.T, k);
    const real scale = (abs(heat_capacity(k.g, s.T)) + Rm) * s.T;
    const mask steep = s.closed & (jump > 2e-6 * scale), two_phase = steep & parted & (v_high > 1.000001 * v_low);
    const real jumped = select(two_phase, real(flag_two_phase), real(flag_steep_enthalpy));
    out.notes = note_limits(p, out.T) + select(steep, jumped, real(0.0));
    out.three = three & !steep;
    out.least = least;
    return out;
}

/* From h J/kg or s J/kg/K, P Pa, Y, and a first guess of T. */
template <class quantity>
function found_temperature solve_pressure(const parameters &p, quantity &given, real target, real P, row Yi, real guess, composition &m, coefficients &k) {
    search s = begin(p, guess, P == P);
    compose(p, Yi, s.T, m, k);
    const real failures = failed(good_energy(target), flag_bad_energy) + failed(good_pressure(P), flag_bad_pressure) + failed(m.good, flag_bad_composition);
    s.active = failures == 0.0;
    given.prepare(p, target, P, Yi, m, s.T);
    return temperature_at(p, given, P, Yi, m, k, s, failures);
}
