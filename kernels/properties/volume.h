/* The cubic equation of state: attraction, roots, density. */

KERNEL(preosattraction, "T Yi[ns]", "a aT aTT flag", "species",
       "attraction a of the mixture and its T-derivatives")

/* a J m3/mol2 and its first two T-derivatives, per mole of mixture, from T K and Y. */
function real preosattraction(const parameters &p, real T, row Yi, real &a, real &aT, real &aTT) {
    const composition m = mix(p, Yi);
    real P = 1.0;
    const real failures = check_state(p, T, P, m);
    const attraction q = attract(p, Yi, m, T);
    const real root_T = sqrt(T), W = reciprocal(m.moles), WW = W * W, slope = q.q1 * reciprocal(root_T);
    a = WW * (q.q0 - 2.0 * q.q1 * root_T + q.q2 * T);
    aT = WW * (q.q2 - slope);
    aTT = WW * (0.5 * slope * reciprocal(T));
    return failures;
}

KERNEL(preoscubicroots, "T P Yi[ns]", "Zleast Zmost roots flag", "species",
       "smallest and largest root of the cubic and their number")

/* The roots Z > B of the cubic: smallest, largest (the same where there is one), and how many. */
function real preoscubicroots(const parameters &p, real T, real P, row Yi, real &Zleast, real &Zmost, real &roots) {
    const state s = shared_state(p, T, P, Yi);
    const volume least = solve_cubic(p, s.f.A, s.f.B, 1.0), most = solve_cubic(p, s.f.A, s.f.B, 2.0);
    const real shift = s.f.c * s.f.P_RT;
    Zleast = least.t + s.f.B - shift;
    Zmost = most.t + s.f.B - shift;
    roots = select(s.failures == 0.0, select(least.three, real(3.0), real(1.0)), not_a_number());
    return s.failures;
}

KERNEL(preoscompressibility, "T P Yi[ns]", "Z flag", "species",
       "compressibility factor of the root that is taken")

/* The root that is taken (parameters.h: root). */
function real preoscompressibility(const parameters &p, real T, real P, row Yi, real &Z) {
    const state s = shared_state(p, T, P, Yi);
    Z = s.f.Z;
    return flags_of(s);
}

KERNEL(preosdensity, "T P Yi[ns]", "rho flag", "species",
       "density from T, P")

/* rho kg/m3 of the root that is taken (parameters.h: root), at T K, P Pa, Y. */
function real preosdensity(const parameters &p, real T, real P, row Yi, real &rho) {
    const state s = shared_state(p, T, P, Yi);
    rho = density(s.f);
    return flags_of(s);
}
