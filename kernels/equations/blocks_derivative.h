/* Building blocks: each derivative of the real fluid at T K, P Pa, Y alone (derivatives.h). */

function real preosdpdt(const parameters &p, real T, real P, row Yi, real &PT) {
    const state s = shared_state(p, T, P, Yi);
    PT = dP_dT(s.m, s.f, P);
    return flags_of(s);
}
function real preosdpdv(const parameters &p, real T, real P, row Yi, real &Pv) {
    const state s = shared_state(p, T, P, Yi);
    Pv = dP_dv(s.f, P);
    return flags_of(s);
}
function real preosdrhodp(const parameters &p, real T, real P, row Yi, real &rhoP) {
    const state s = shared_state(p, T, P, Yi);
    rhoP = drho_dP(s.f, reciprocal(s.f.N));
    return flags_of(s);
}
function real preosdrhodt(const parameters &p, real T, real P, row Yi, real &rhoT) {
    const state s = shared_state(p, T, P, Yi);
    rhoT = drho_dT(s.m, s.f, reciprocal(s.f.N));
    return flags_of(s);
}
function real preosdhdp(const parameters &p, real T, real P, row Yi, real &hP) {
    const state s = shared_state(p, T, P, Yi);
    hP = dh_dP(s.f, reciprocal(s.f.N));
    return flags_of(s);
}
function real preosdhdt(const parameters &p, real T, real P, row Yi, real &hT) {
    const state s = shared_state(p, T, P, Yi);
    real cv, gamma;
    return heat_capacities(p, Yi, T, s, hT, cv, gamma);
}
function real preosdedp(const parameters &p, real T, real P, row Yi, real &eP) {
    const state s = shared_state(p, T, P, Yi);
    eP = de_dP(s.f, reciprocal(s.f.N));
    return flags_of(s);
}
function real preosdedt(const parameters &p, real T, real P, row Yi, real &eT) {
    const state s = shared_state(p, T, P, Yi);
    real cp, cv, gamma;
    const real flags = heat_capacities(p, Yi, T, s, cp, cv, gamma);
    eT = de_dT(s.f, cp, gas_constant(p, s.m), reciprocal(s.f.N));
    return flags;
}
