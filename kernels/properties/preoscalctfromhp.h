KERNEL(preoscalctfromhp, "h P Yi[ns] T?", "T rho flag", "species",
       "temperature from enthalpy and pressure")

/* T K and rho kg/m3 of the stable branch from h J/kg, P Pa, Y, and a first guess of T. Below the
 * critical pressure h jumps at saturation: an h within the jump gives the saturation temperature,
 * the density of the two-phase mean (lever rule) and a note. At the critical point h rises so steeply
 * that it jumps from one number T to the next: the same, and a note of its own. A jump of the polynomials
 * at T_mid (up to 2e-6 cp0 T) gives T_mid without a note. cp diverges at the critical point: what is near
 * and what is a jump is judged on the scale (cp0 + R/W) T. */
function real preoscalctfromhp(const parameters &p, real h, real P, row Yi, real guess, real &T, real &rho) {
    const composition m = mix(p, Yi);
    real failures = failed(good_energy(h), flag_bad_energy) + failed(good_pressure(P), flag_bad_pressure) +
                    failed(m.good, flag_bad_composition);
    search s = begin(p, guess, failures == 0.0);
    const real Rm = p.header().R * m.moles;
    coefficients k = coefficients_at(p, Yi, m, s.T);
    mask three = s.closed, least = s.closed, parted = s.closed; /* parted: three volumes were met at this P */
    real miss_low = 0.0, miss_high = 0.0, v_low = 0.0, v_high = 0.0;
    rho = 0.0;
    for (int round = 0; round < 100 && any(s.active); ++round) {
        refresh(p, Yi, m, s.T, s.active, k);
        const fluid f = fluid_at(p, m, k.q, s.T, P);
        const real volume = f.RTP * f.Z, inverse_N = reciprocal(f.N), density = f.P_RT * f.inverse_Z, td_Z = f.t * f.d * f.inverse_Z;
        const real rhoT = density * f.G * td_Z * inverse_N * (m.moles * f.inverse_nT);
        const real cp0 = heat_capacity(k.g, s.T), cp = heat_capacity_v(f, cp0, Rm) - Rm * (f.G * f.G * inverse_N);
        const real miss = enthalpy(f, enthalpy(k.g, s.T)) - h;
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
    T = poisoned(s.T, failures);
    rho = poisoned(rho, failures);
    const real scale = (abs(heat_capacity(k.g, s.T)) + Rm) * s.T;
    const mask steep = s.closed & (jump > 2e-6 * scale), two_phase = steep & parted & (v_high > 1.000001 * v_low);
    const real jumped = select(two_phase, real(flag_two_phase), real(flag_steep_enthalpy));
    return said(failures, note_limits(p, T) + select(steep, jumped, note_root(three, least)));
}
