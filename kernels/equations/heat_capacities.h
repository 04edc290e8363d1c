/* Heat capacities J/kg/K, and their ratio, of the fluid of a state; the flags. */
function real heat_capacities(const parameters &p, row Yi, real T, const state &s, real &cp, real &cv, real &gamma) {
    const real Rm = gas_constant(p, s.m);
    cv = heat_capacity_v(s.f, heat_capacity(shared_fold(p, Yi, T), T), Rm);
    cp = dh_dT(s.f, cv, Rm, reciprocal(s.f.N));
    gamma = cp * reciprocal(cv);
    return flags_of(p, s, T) + note_stability(p, cv, cp);
}
