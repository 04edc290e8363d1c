KERNEL(preosfugacity, "T P Yi[ns]", "lnphi[ns] flag", "species",
       "logarithms of the fugacity coefficients")

/* Logarithms of the fugacity coefficients at T K, P Pa, Y (partial.h). */
function real preosfugacity(const parameters &p, real T, real P, row Yi, output_row lnphi) {
    const state s = shared_state(p, T, P, Yi);
    if (lnphi.asked) put(p, s, Yi, T, -log(s.f.t), fugacity(s), lnphi);
    return flags_of(s);
}
