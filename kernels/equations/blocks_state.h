/* Building blocks of the real fluid at T K, P Pa, Y, each launchable alone. Per unit mass, SI. */

/* The roots Z > B of the cubic: smallest, largest (the same where there is one), and how many. */
function real preoscubicroots(const parameters &p, real T, real P, row Yi, real &Zleast, real &Zmost, real &roots) {
    const state s = shared_state(p, T, P, Yi);
    const volume least = solve_cubic(s.f.A, s.f.B, 1.0), most = solve_cubic(s.f.A, s.f.B, 2.0);
    Zleast = least.t + s.f.B;
    Zmost = most.t + s.f.B;
    roots = select(s.failures == 0.0, select(s.f.three, real(3.0), real(1.0)), not_a_number());
    return s.failures;
}

/* The root that is taken (parameters.h: root). */
function real preoscompressibility(const parameters &p, real T, real P, row Yi, real &Z) {
    const state s = shared_state(p, T, P, Yi);
    Z = s.f.Z;
    return flags_of(s);
}
function real preosdensity(const parameters &p, real T, real P, row Yi, real &rho) {
    const state s = shared_state(p, T, P, Yi);
    rho = density(s.f);
    return flags_of(s);
}

/* Real less ideal gas at the same T, P: h and g J/kg, s J/kg/K. */
function real preosdepartures(const parameters &p, real T, real P, row Yi, real &hDep, real &sDep, real &gDep) {
    const state s = shared_state(p, T, P, Yi);
    hDep = enthalpy_departure(s.f);
    sDep = entropy_departure(s.f, gas_constant(p, s.m));
    gDep = hDep - T * sDep;
    return flags_of(s);
}

function real preosenthalpy(const parameters &p, real T, real P, row Yi, real &h) {
    const state s = shared_state(p, T, P, Yi);
    h = enthalpy(s.f, enthalpy(shared_fold(p, Yi, T), T));
    return flags_of(p, s, T);
}
function real preosinternalenergy(const parameters &p, real T, real P, row Yi, real &e) {
    const state s = shared_state(p, T, P, Yi);
    e = enthalpy(s.f, enthalpy(shared_fold(p, Yi, T), T)) - s.f.RT * s.f.Z;
    return flags_of(p, s, T);
}

/* Entropy s J/kg/K and Gibbs energy g = h - T s J/kg. */
function real preosentropy(const parameters &p, real T, real P, row Yi, real &entropy, real &g) {
    const state s = shared_state(p, T, P, Yi);
    const ideal_gas ideal = shared_fold(p, Yi, T);
    entropy = ideal_entropy(p, Yi, s.m, ideal, T, P) + entropy_departure(s.f, gas_constant(p, s.m));
    g = enthalpy(s.f, enthalpy(ideal, T)) - T * entropy;
    return flags_of(p, s, T);
}

/* Heat capacities J/kg/K, their ratio, and the speed of sound m/s. */
function real heat_capacities(const parameters &p, row Yi, real T, const state &s, real &cp, real &cv, real &gamma) {
    const real Rm = gas_constant(p, s.m);
    cv = heat_capacity_v(s.f, heat_capacity(shared_fold(p, Yi, T), T), Rm);
    cp = dh_dT(s.f, cv, Rm, reciprocal(s.f.N));
    gamma = cp * reciprocal(cv);
    return flags_of(p, s, T) + note_stability(cv, cp);
}
function real preosheatcapacities(const parameters &p, real T, real P, row Yi, real &cp, real &cv, real &gamma) {
    const state s = shared_state(p, T, P, Yi);
    return heat_capacities(p, Yi, T, s, cp, cv, gamma);
}
function real preossoundspeed(const parameters &p, real T, real P, row Yi, real &c) {
    const state s = shared_state(p, T, P, Yi);
    real cp, cv, gamma;
    const real flags = heat_capacities(p, Yi, T, s, cp, cv, gamma);
    c = sound_speed(s.f, gamma);
    return flags;
}
