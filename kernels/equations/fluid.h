/* The fluid at given T, P in reduced form: volumes in RT/P (R per unit mass: R_m = R/W), so that
 * every figure but the prefactors is of order one at any pressure. With t = Z - B:
 *   y = Z+Bu/2, d = Z^2+uBZ+wB^2 = t^2+gBt+sB^2, all sums of positive terms (parameters.h: u, w, g, s).
 *   P_v   = P^2/RT N/(t d)^2,  N = 2 A y t^2 - d^2 < 0 where stable
 *   T P_T = P G/(t d),         G = d - A1 t
 * Volume translation: Z = t + B - C, the only figure that it changes here; what has no Z of its own does not feel it.
 */
struct fluid {
    real A, A1, A2; /* a, T a', T^2 a'' times P/(RT)^2 */
    real B;         /* b P/(RT) */
    real root_T;        /* T^1/2 */
    real inverse_nT, RT, inverse_RT; /* W/T; R_m T, J/kg */
    real RTP, P_RT; /* R_m T/P, m3/kg, and its inverse */
    real t, y, d;
    real cubic_Z, Z;    /* of the cubic; of the fluid, less the translation */
    real c;             /* the translation, m3/kg */
    real inverse_Z, inverse_y, inverse_td;
    real F;         /* integral of dv/D in reduced form */
    real X, N, G;   /* X = 2 A y t^2 */
    mask three, least; /* of the cubic */
};

/* What follows from A, B and the root t. */
function void finish(const parameters &p, const composition &m, fluid &f) {
    f.cubic_Z = f.t + f.B;
    f.c = m.c;
    f.Z = f.cubic_Z - m.c * f.P_RT;
    f.y = f.cubic_Z + p.header().cubic_half_u * f.B;
    f.d = f.t * f.t + f.B * (p.header().cubic_g * f.t + p.header().cubic_s * f.B);
    f.inverse_y = reciprocal(f.y); /* on its own: what follows it is the longest way to the end */
    const real ratio = series_b(p, f.B) * f.inverse_y;
    f.F = f.inverse_y * series(ratio * ratio);
    const real td = f.t * f.d, both = reciprocal(td * f.Z);
    f.inverse_Z = td * both;
    f.inverse_td = f.Z * both;
    f.G = f.d - f.A1 * f.t;
    const real square = f.d * f.d;
    f.X = 2.0 * f.A * f.y * (f.t * f.t);
    f.N = min(f.X - square, -1e-15 * square); /* zero at the critical point: keep 1/N finite there */
}

/* The fluid at T, P. known: the volume of the cubic, m3/kg, at which the pressure is P; null: the cubic is solved. In the unstable range
 * of a known volume P is none above zero: the figures hold whatever P the volumes are reduced by, and it is kept off zero.
 * One function: on host cores a fluid that another one returns lies in memory, which costs the thermal set of 5 species about 10 %. */
function fluid fluid_at(const parameters &p, const composition &m, const attraction &q, real T, real P, const real *known = nullptr) {
    const double R = p.header().R, inverse_R = 1.0 / R;
    fluid f;
    const real nT = m.moles * T;
    f.root_T = sqrt(T);
    f.RT = R * nT;
    if (known) {
        const real free_v = *known - m.b;
        f.inverse_nT = reciprocal(nT);
        f.inverse_RT = f.inverse_nT * inverse_R;
        const real t = P * f.inverse_RT * free_v, least = 1e-18;
        f.t = select(abs(t) < least, least, t);
        f.P_RT = f.t * reciprocal(free_v);
        f.RTP = free_v * reciprocal(f.t);
    } else {
        const real TP = T * P, RP2 = inverse_R * P * P, inverse_nTP = reciprocal(m.moles * TP); /* the only division before the cubic */
        f.P_RT = inverse_nTP * RP2;
        f.inverse_nT = P * inverse_nTP;
        f.inverse_RT = f.inverse_nT * inverse_R;
        f.RTP = f.RT * (nT * inverse_nTP);
    }
    f.B = m.b * f.P_RT;
    const real scale = f.P_RT * f.inverse_RT;
    const real q1s = q.q1 * f.root_T, q2T = q.q2 * T;
    f.A = scale * (q.q0 - 2.0 * q1s + q2T);
    f.A1 = scale * (q2T - q1s);
    f.A2 = scale * (0.5 * q1s);
    if (known) {
        f.three = f.least = T < 0.0; /* other volumes at this T and P do not matter */
    } else {
        const volume v = solve_cubic(p, f.A, f.B, p.header().root);
        f.three = v.three;
        f.least = v.least;
        f.t = v.t;
    }
    finish(p, m, f);
    return f;
}

/* Enthalpy, J/kg, with the ideal part h0. */
function real enthalpy(const fluid &f, real h0) { return h0 + f.RT * ((f.Z - 1.0) + (f.A1 - f.A) * f.F); }

/* cv, J/kg/K, with the ideal part cp0: cp0 - R_m + T a'' F; R_m from RT/T. */
function real heat_capacity_v(const fluid &f, real cp0, real Rm) { return cp0 + Rm * (f.A2 * f.F - 1.0); }
