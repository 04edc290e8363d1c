/* The thermal set from T K, P Pa, Y, per unit mass (SI): rho, h, e, cp, cv, gamma = cp/cv, speed of
 * sound c, rhoP = (drho/dP)_T, rhoT = (drho/dT)_P, hP = (dh/dP)_T, hT = cp, compressibility factor
 * Z, mean molar mass W kg/mol. In the reduced form of fluid.h:
 *   cp - cv = -R_m G^2/N          c^2  = -R_m T gamma N (Z/(t d))^2
 *   rhoP = -(t d/Z)^2/(R_m T N)   rhoT = P/(R_m T) G t d/(T Z^2 N)
 *   hP   = R_m T/P (X Z - d (B d + A1 t^2))/N, X = 2 A y t^2: the form without cancellation */
struct thermal {
    real rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, Z, W;
    real inverse_N, notes;
};

function thermal thermal_of(const parameters &p, const composition &m, const fluid &f, const ideal_gas &g, real T) {
    const real Rm = gas_constant(p, m);
    thermal s;
    s.cv = heat_capacity_v(f, heat_capacity(g, T), Rm);
    s.inverse_N = reciprocal(f.N);
    s.cp = dh_dT(f, s.cv, Rm, s.inverse_N);
    s.gamma = s.cp * reciprocal(s.cv);
    s.h = enthalpy(f, enthalpy(g, T));
    s.e = s.h - f.RT * f.Z;
    s.Z = f.Z;
    s.W = T * f.inverse_nT;
    s.rho = density(f);
    s.rhoP = drho_dP(f, s.inverse_N);
    s.rhoT = drho_dT(m, f, s.inverse_N);
    s.hP = dh_dP(f, s.inverse_N);
    s.c = sound_speed(f, s.gamma);
    s.notes = note_limits(p, T) + note_root(f.three, f.least) + note_stability(p, s.cv, s.cp);
    return s;
}

/* Into the outputs of a kernel, which returns the notes. */
function real give(const thermal &s, output rho, output h, output e, output cp, output cv, output gamma, output c, output rhoP,
                   output rhoT, output hP, output hT, output Z, output W) {
    rho = s.rho;
    h = s.h;
    e = s.e;
    cp = s.cp;
    cv = s.cv;
    gamma = s.gamma;
    c = s.c;
    rhoP = s.rhoP;
    rhoT = s.rhoT;
    hP = s.hP;
    hT = s.cp;
    Z = s.Z;
    W = s.W;
    return s.notes;
}
