/* Building blocks of the composition and of the ideal gas, each launchable alone. */

/* Mole fractions Xi and mean molar mass W kg/mol from Y. */
function real molefractions(const parameters &p, row Yi, output_row Xi, real &W) {
    const composition m = mix(p, Yi);
    const real failures = failed(m.good, flag_bad_composition);
    W = poisoned(reciprocal(m.moles), failures);
    for (long i = 0, ns = p.ns(); i < ns; ++i) Xi[i] = Yi[i] * (p.species(i).inverse_W * W);
    return failures;
}

/* NASA-7 of the mixture as an ideal gas at T K, P Pa: cp and s J/kg/K, h J/kg. */
function real nasamixture(const parameters &p, real T, real P, row Yi, real &cpIdeal, real &hIdeal, real &sIdeal) {
    const composition m = mix(p, Yi);
    const real failures = check_state(T, P, m);
    const ideal_gas g = shared_fold(p, Yi, T);
    cpIdeal = heat_capacity(g, T);
    hIdeal = enthalpy(g, T);
    sIdeal = ideal_entropy(p, Yi, m, g, T, P);
    return failures + note_limits(p, T);
}

/* Total enthalpy h0 from h and ke, J/kg. */
function real totalenthalpy(const parameters &, real h, real ke, real &h0) {
    const mask good = good_energy(h) & good_energy(ke);
    h0 = select(good, total_enthalpy(h, ke), not_a_number());
    return failed(good, flag_bad_energy);
}

/* a J m3/mol2 and its first two T-derivatives, per mole of mixture, from T K and Y. */
function real preosattraction(const parameters &p, real T, row Yi, real &a, real &aT, real &aTT) {
    const composition m = mix(p, Yi);
    real P = 1.0;
    const real failures = check_state(T, P, m);
    const attraction q = attract(p, Yi, m, T);
    const real root_T = sqrt(T), W = reciprocal(m.moles), WW = W * W, slope = q.q1 * reciprocal(root_T);
    a = WW * (q.q0 - 2.0 * q.q1 * root_T + q.q2 * T);
    aT = WW * (q.q2 - slope);
    aTT = WW * (0.5 * slope * reciprocal(T));
    return failures;
}

/* b m3/mol from Y. */
function real preoscovolume(const parameters &p, row Yi, real &b) {
    const composition m = mix(p, Yi);
    const real failures = failed(m.good, flag_bad_composition);
    b = poisoned(m.b * reciprocal(m.moles), failures);
    return failures;
}

/* Kay's pseudo-critical temperature K and pressure Pa from Y. */
function real kaycriticalstate(const parameters &p, row Yi, real &Tkay, real &Pkay) {
    const composition m = mix(p, Yi);
    const real failures = failed(m.good, flag_bad_composition);
    critical_of_kay(p, Yi, m, Tkay, Pkay);
    Tkay = poisoned(Tkay, failures);
    Pkay = poisoned(Pkay, failures);
    return failures;
}
