/* The thermal set from T K, P Pa, Y, per unit mass (SI): rho, h, e, cp, cv, gamma = cp/cv, speed of
 * sound c, rhoP = (drho/dP)_T, rhoT = (drho/dT)_P, hP = (dh/dP)_T, hT = cp, compressibility factor
 * Z, mean molar mass W kg/mol. In the reduced form of fluid.h:
 *   cp - cv = -R_m G^2/N          c^2  = -R_m T gamma N (Z/(t d))^2
 *   rhoP = -(t d/Z)^2/(R_m T N)   rhoT = P/(R_m T) G t d/(T Z^2 N)
 *   hP   = R_m T/P (X Z - d (B d + A1 t^2))/N, X = 2 A y t^2: the form without cancellation */
function real preosthermalproperties(const parameters &p, real T, real P, row Yi, real &rho, real &h, real &e,
                                     real &cp, real &cv, real &gamma, real &c, real &rhoP, real &rhoT, real &hP,
                                     real &hT, real &Z, real &W) {
    const composition m = mix(p, Yi);
    const real failures = check_state(T, P, m);
    const fluid f = fluid_at(p, m, attract(p, Yi, m, T), T, P);
    const ideal_gas g = fold(p, Yi, T); /* after the cubic: it fills the wait for it */
    const real Rm = p.header().R * m.moles;

    cv = heat_capacity_v(f, heat_capacity(g, T), Rm);
    const real inverse_N = reciprocal(f.N);
    cp = cv - Rm * (f.G * f.G * inverse_N);
    hT = cp;
    gamma = cp * reciprocal(cv);
    h = enthalpy(f, enthalpy(g, T));
    e = h - f.RT * f.Z;
    Z = f.Z;
    W = T * f.inverse_nT;
    rho = f.P_RT * f.inverse_Z;

    const real tt = f.t * f.t, td_Z = f.t * f.d * f.inverse_Z;
    rhoP = -(td_Z * td_Z) * inverse_N * f.inverse_RT;
    rhoT = rho * f.G * td_Z * inverse_N * (m.moles * f.inverse_nT);
    hP = f.RTP * (f.X * f.Z - f.d * (f.B * f.d + f.A1 * tt)) * inverse_N;
    c = f.Z * f.inverse_td * sqrt(-f.RT * gamma * f.N);
    return failures + note_limits(p, T) + note_root(f.three, f.least) +
           flagged((cv <= 0.0) | (cp <= 0.0), flag_unstable);
}
