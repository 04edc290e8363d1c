/* Energies, entropy, heat capacities, speed of sound. */

KERNEL(nasamixture, "T P Yi[ns]", "cpIdeal hIdeal sIdeal flag", "species",
       "heat capacity, enthalpy and entropy as an ideal gas")

/* NASA-7 of the mixture as an ideal gas at T K, P Pa: cp and s J/kg/K, h J/kg. */
function real nasamixture(const parameters &p, real T, real P, row Yi, real &cpIdeal, real &hIdeal, real &sIdeal) {
    const composition m = mix(p, Yi);
    const real failures = check_state(p, T, P, m);
    const ideal_gas g = shared_fold(p, Yi, T);
    cpIdeal = heat_capacity(g, T);
    hIdeal = enthalpy(g, T);
    sIdeal = ideal_entropy(p, Yi, m, g, T, P);
    return failures + note_limits(p, T);
}

KERNEL(preosdepartures, "T P Yi[ns]", "hDep sDep gDep flag", "species",
       "h, s and g less those of the ideal gas")

/* Real less ideal gas at the same T, P: h and g J/kg, s J/kg/K. */
function real preosdepartures(const parameters &p, real T, real P, row Yi, real &hDep, real &sDep, real &gDep) {
    const state s = shared_state(p, T, P, Yi);
    hDep = enthalpy_departure(s.f);
    sDep = entropy_departure(s.f, gas_constant(p, s.m));
    gDep = hDep - T * sDep;
    return flags_of(s);
}

KERNEL(preosenthalpy, "T P Yi[ns]", "h flag", "species",
       "enthalpy from T, P")

/* h J/kg, with the heat of formation, at T K, P Pa, Y. */
function real preosenthalpy(const parameters &p, real T, real P, row Yi, real &h) {
    const state s = shared_state(p, T, P, Yi);
    h = enthalpy(s.f, enthalpy(shared_fold(p, Yi, T), T));
    return flags_of(p, s, T);
}

KERNEL(preosinternalenergy, "T P Yi[ns]", "e flag", "species",
       "internal energy from T, P")

/* e J/kg, with the heat of formation, at T K, P Pa, Y. */
function real preosinternalenergy(const parameters &p, real T, real P, row Yi, real &e) {
    const state s = shared_state(p, T, P, Yi);
    e = enthalpy(s.f, enthalpy(shared_fold(p, Yi, T), T)) - s.f.RT * s.f.Z;
    return flags_of(p, s, T);
}

KERNEL(preosentropy, "T P Yi[ns]", "s g flag", "species",
       "entropy and Gibbs energy from T, P")

/* Entropy s J/kg/K and Gibbs energy g = h - T s J/kg. */
function real preosentropy(const parameters &p, real T, real P, row Yi, real &sum, real &g) {
    const state s = shared_state(p, T, P, Yi);
    const ideal_gas ideal = shared_fold(p, Yi, T);
    sum = entropy_of(p, Yi, s.m, s.f, ideal, T);
    g = enthalpy(s.f, enthalpy(ideal, T)) - T * sum;
    return flags_of(p, s, T);
}

KERNEL(preosheatcapacities, "T P Yi[ns]", "cp cv gamma flag", "species",
       "cp, cv and their ratio from T, P")

/* cp, cv J/kg/K and their ratio at T K, P Pa, Y (heat_capacities.h). */
function real preosheatcapacities(const parameters &p, real T, real P, row Yi, real &cp, real &cv, real &gamma) {
    const state s = shared_state(p, T, P, Yi);
    return heat_capacities(p, Yi, T, s, cp, cv, gamma);
}

KERNEL(preossoundspeed, "T P Yi[ns]", "c flag", "species",
       "speed of sound from T, P")

/* Speed of sound c m/s at T K, P Pa, Y. */
function real preossoundspeed(const parameters &p, real T, real P, row Yi, real &c) {
    const state s = shared_state(p, T, P, Yi);
    real cp, cv, gamma;
    const real flags = heat_capacities(p, Yi, T, s, cp, cv, gamma);
    c = sound_speed(s.f, gamma);
    return flags;
}

KERNEL(preoscalcsoundspeed, "rho rhoP rhoT hP hT", "c flag", "nothing",
       "speed of sound from derivatives")

/* Speed of sound, m/s, from rho kg/m3 and rhoP, rhoT, hP, hT (SI):
 * c^2 = rho hT/(rho rhoP hT + rhoT (1 - rho hP)); 0 where they give none (the flag unstable says so). */
function real preoscalcsoundspeed(const parameters &, real rho, real rhoP, real rhoT, real hP, real hT, real &c) {
    const mask numbers = (abs(rhoP) < 1e300) & (abs(rhoT) < 1e300) & (abs(hP) < 1e300) & (abs(hT) < 1e300);
    const real failures = failed(good_density(rho), flag_bad_density) + failed(numbers, flag_bad_derivative);
    const real first = rho * rhoP * hT, sum = first + rhoT * (1.0 - rho * hP), least = 1e-17 * abs(first);
    const real square = rho * hT / select(abs(sum) < least, least, sum); /* both terms cancel at a critical point */
    const mask stable = (square > 0.0) & (square < 1e300);
    c = poisoned(sqrt(select(stable, square, real(0.0))), failures);
    return said(failures, flagged(!stable, flag_unstable));
}

KERNEL(totalenthalpy, "h ke", "h0 flag", "nothing",
       "total enthalpy from h and ke")

/* Total enthalpy h0 from h and ke, J/kg. */
function real totalenthalpy(const parameters &, real h, real ke, real &h0) {
    const mask good = good_energy(h) & good_energy(ke);
    h0 = select(good, h + ke, not_a_number());
    return failed(good, flag_bad_energy);
}
