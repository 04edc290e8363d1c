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
