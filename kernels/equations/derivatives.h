/* Derivatives of the fluid at T, P, per unit mass (SI), in the reduced form of fluid.h; inverse_N is
 * 1/f.N, Rm = R/W. Each is free of cancellation at low pressure. */
function real density(const fluid &f) { return f.P_RT * f.inverse_Z; }

/* (dP/dT)_v, Pa/K, and (dP/dv)_T, Pa kg/m3. */
function real dP_dT(const composition &m, const fluid &f, real P) { return P * f.G * f.inverse_td * (m.moles * f.inverse_nT); }
function real dP_dv(const fluid &f, real P) { return P * f.P_RT * f.N * (f.inverse_td * f.inverse_td); }

/* (drho/dP)_T and (drho/dT)_P. */
function real drho_dP(const fluid &f, real inverse_N) {
    const real td_Z = f.t * f.d * f.inverse_Z;
    return -(td_Z * td_Z) * inverse_N * f.inverse_RT;
}
function real drho_dT(const composition &m, const fluid &f, real inverse_N) {
    return density(f) * f.G * (f.t * f.d * f.inverse_Z) * inverse_N * (m.moles * f.inverse_nT);
}

/* (dh/dP)_T = (v - T v_T), of which a translation takes c, and (dh/dT)_P = cp from cv. */
function real dh_dP(const fluid &f, real inverse_N) {
    return f.RTP * (f.X * f.cubic_Z - f.d * (f.B * f.d + f.A1 * (f.t * f.t))) * inverse_N - f.c;
}
function real dh_dT(const fluid &f, real cv, real Rm, real inverse_N) { return cv - Rm * (f.G * f.G * inverse_N); }

/* (de/dP)_T = (a - T a')/(D P_v), and (de/dT)_P = cp - P v_T from cp. */
function real de_dP(const fluid &f, real inverse_N) { return f.RTP * (f.A - f.A1) * (f.t * f.t * f.d) * inverse_N; }
function real de_dT(const fluid &f, real cp, real Rm, real inverse_N) { return cp + Rm * (f.G * (f.t * f.d) * inverse_N); }

/* Speed of sound: c^2 = -v^2 gamma P_v; 0 where that is not positive (the flag unstable says so). */
function real sound_speed(const fluid &f, real gamma) {
    return f.Z * f.inverse_td * sqrt(max(-f.RT * gamma * f.N, 0.0));
}

/* A negative heat capacity: the state is mechanically or thermally unstable. */
function real note_stability(const parameters &p, real cv, real cp) {
    if (by_volume(p)) return 0.0; /* noted where T was found */
    return flagged((cv <= 0.0) | (cp <= 0.0), flag_unstable);
}
