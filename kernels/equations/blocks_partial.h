/* Building blocks: one row over the species each, of the real fluid at T K, P Pa, Y (partial.h). */

/* Logarithms of the fugacity coefficients. */
function real preosfugacity(const parameters &p, real T, real P, row Yi, output_row lnphi) {
    const state s = shared_state(p, T, P, Yi);
    if (lnphi.asked) put(p, s, Yi, T, -log(s.f.t), fugacity(s), lnphi);
    return flags_of(s);
}

/* Partial volumes vi m3/kg and enthalpies hi J/kg. */
function real preospartialvolumes(const parameters &p, real T, real P, row Yi, output_row vi) {
    const state s = shared_state(p, T, P, Yi);
    put_partial_volumes(p, s, Yi, T, reciprocal(s.f.N), vi);
    return flags_of(s);
}
function real preospartialenthalpies(const parameters &p, real T, real P, row Yi, output_row hi) {
    const state s = shared_state(p, T, P, Yi);
    put_partial_enthalpies(p, s, Yi, T, P, reciprocal(s.f.N), hi);
    return flags_of(p, s, T);
}

/* d rho/d Y_i kg/m3 and d h/d Y_i J/kg at T, P, the last species closing sum Y = 1. */
function real preosdrhody(const parameters &p, real T, real P, row Yi, output_row rhoYi) {
    const state s = shared_state(p, T, P, Yi);
    put_density_jacobian(p, s, Yi, T, reciprocal(s.f.N), rhoYi);
    return flags_of(s);
}
function real preosdhdy(const parameters &p, real T, real P, row Yi, output_row hYi) {
    const state s = shared_state(p, T, P, Yi);
    put_enthalpy_jacobian(p, s, Yi, T, P, reciprocal(s.f.N), hYi);
    return flags_of(p, s, T);
}
