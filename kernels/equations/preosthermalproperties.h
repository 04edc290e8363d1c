/* The thermal set from T K, P Pa, Y, per unit mass (SI): rho, h, e, cp, cv, gamma = cp/cv, speed of
 * sound c, rhoP = (drho/dP)_T, rhoT = (drho/dT)_P, hP = (dh/dP)_T, hT = cp, compressibility factor
 * Z, mean molar mass W kg/mol. In the reduced form of fluid.h:
 *   cp - cv = -R_m G^2/N          c^2  = -R_m T gamma N (Z/(t d))^2
 *   rhoP = -(t d/Z)^2/(R_m T N)   rhoT = P/(R_m T) G t d/(T Z^2 N)
 *   hP   = R_m T/P (X Z - d (B d + A1 t^2))/N, X = 2 A y t^2: the form without cancellation */
function real thermal_set(const parameters &p, const composition &m, const fluid &f, const ideal_gas &g, real T,
                          real inverse_N, real &rho, real &h, real &e, real &cp, real &cv, real &gamma, real &c,
                          real &rhoP, real &rhoT, real &hP, real &hT, real &Z, real &W) {
    const real Rm = gas_constant(p, m);
    cv = heat_capacity_v(f, heat_capacity(g, T), Rm);
    cp = dh_dT(f, cv, Rm, inverse_N);
    hT = cp;
    gamma = cp * reciprocal(cv);
    h = enthalpy(f, enthalpy(g, T));
    e = h - f.RT * f.Z;
    Z = f.Z;
    W = T * f.inverse_nT;
    rho = density(f);
    rhoP = drho_dP(f, inverse_N);
    rhoT = drho_dT(m, f, inverse_N);
    hP = dh_dP(f, inverse_N);
    c = sound_speed(f, gamma);
    return note_limits(p, T) + note_root(f.three, f.least) + note_stability(cv, cp);
}

function real preosthermalproperties(const parameters &p, real T, real P, row Yi, real &rho, real &h, real &e,
                                     real &cp, real &cv, real &gamma, real &c, real &rhoP, real &rhoT, real &hP,
                                     real &hT, real &Z, real &W) {
    const state s = state_at(p, T, P, Yi);
    const ideal_gas g = fold(p, Yi, T); /* after the cubic: it fills the wait for it */
    return s.failures + thermal_set(p, s.m, s.f, g, T, reciprocal(s.f.N), rho, h, e, cp, cv, gamma, c, rhoP, rhoT,
                                    hP, hT, Z, W);
}
