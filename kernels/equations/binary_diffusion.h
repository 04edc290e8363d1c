/* Binary diffusion coefficients at low pressure: T^3/2/(P D_ij) of a couple, by the form that
 * parameters.h names. In product form eps_ij^0.1561 sits in the first coefficient, so a couple costs
 * three exponentials; they vanish beside the rest beyond T* = 80, 24 and 9.6. */
struct diffusion_state {
    real T, u;          /* K; variable of the fit */
    real power, common; /* T^-0.1561 or T^-0.25; P/T^3/2 */
    mask beyond;        /* the fit's range */
    long form;
};

function diffusion_state diffusion_at(const parameters &p, real T, real P) {
    const auto &h = p.header();
    const real L = plain_log(T);
    diffusion_state d;
    d.form = (long)h.diffusion_form;
    d.T = T;
    d.u = (L - h.fit_middle) * h.fit_scale;
    d.power = exp((d.form == 1 ? -0.25 : -0.15610) * L);
    d.common = P * reciprocal(T * sqrt(T));
    d.beyond = !((T >= h.fit_from) & (T <= h.fit_to));
    return d;
}

/* exp(-a T*) where it counts. */
function real decay(real Tstar, double a, double end) {
    const mask counts = Tstar < end;
    if (!worth(counts)) return 0.0;
    return select(counts, exp(-a * Tstar), real(0.0));
}

function real chapman_enskog(const couple_part &k, const diffusion_state &d) {
    const real Tstar = d.T * k.inverse_eps;
    return k.chapman_enskog[0] * d.power + k.chapman_enskog[1] * decay(Tstar, 0.47635, 80.0) +
           k.chapman_enskog[2] * decay(Tstar, 1.52996, 24.0) + k.chapman_enskog[3] * decay(Tstar, 3.89411, 9.6);
}

/* Four coefficients from `a` on. */
function real cubic_in(const double *a, real u, real u2) { return (a[0] + a[1] * u) + u2 * (a[2] + a[3] * u); }

function real fitted(const couple_part &k, real u) {
    const real u2 = u * u, u4 = u2 * u2, u8 = u4 * u4;
    const real low = cubic_in(k.fit, u, u2) + u4 * cubic_in(k.fit + 4, u, u2);
    return low + u8 * (cubic_in(k.fit + 8, u, u2) + u4 * cubic_in(k.fit + 12, u, u2));
}

/* T^3/2/(P D_ij). */
function real resistance(const couple_part &k, const diffusion_state &d) {
    if (d.form == 1) return k.fuller * d.power;
    if (d.form == 0) return chapman_enskog(k, d);
    const real fit = fitted(k, d.u);
    if (!any(d.beyond)) return fit;
    return select(d.beyond, chapman_enskog(k, d), fit);
}
