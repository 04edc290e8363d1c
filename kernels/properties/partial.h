/* What belongs to each species: partial quantities, derivatives by mass fraction, fugacities. */

KERNEL(preosdhdy, "T P Yi[ns]", "hYi[ns] flag", "species",
       "d h/d Y_i, the last species closing")

/* d h/d Y_i J/kg at T K, P Pa, the last species closing sum Y = 1 (partial.h). */
function real preosdhdy(const parameters &p, real T, real P, row Yi, output_row hYi) {
    const state s = shared_state(p, T, P, Yi);
    put_enthalpy_jacobian(p, s, Yi, T, P, reciprocal(s.f.N), hYi);
    return flags_of(p, s, T);
}

KERNEL(preosdrhody, "T P Yi[ns]", "rhoYi[ns] flag", "species",
       "d rho/d Y_i, the last species closing")

/* d rho/d Y_i kg/m3 at T K, P Pa, the last species closing sum Y = 1 (partial.h). */
function real preosdrhody(const parameters &p, real T, real P, row Yi, output_row rhoYi) {
    const state s = shared_state(p, T, P, Yi);
    put_density_jacobian(p, s, Yi, T, reciprocal(s.f.N), rhoYi);
    return flags_of(s);
}

KERNEL(preospartialenthalpies, "T P Yi[ns]", "hi[ns] flag", "species",
       "partial enthalpies")

/* Partial enthalpies hi J/kg at T K, P Pa, Y (partial.h). */
function real preospartialenthalpies(const parameters &p, real T, real P, row Yi, output_row hi) {
    const state s = shared_state(p, T, P, Yi);
    put_partial_enthalpies(p, s, Yi, T, P, reciprocal(s.f.N), hi);
    return flags_of(p, s, T);
}

KERNEL(preospartialvolumes, "T P Yi[ns]", "vi[ns] flag", "species",
       "partial volumes")

/* Partial volumes vi m3/kg at T K, P Pa, Y (partial.h). */
function real preospartialvolumes(const parameters &p, real T, real P, row Yi, output_row vi) {
    const state s = shared_state(p, T, P, Yi);
    put_partial_volumes(p, s, Yi, T, reciprocal(s.f.N), vi);
    return flags_of(s);
}

KERNEL(preosfugacity, "T P Yi[ns]", "lnphi[ns] flag", "species",
       "logarithms of the fugacity coefficients")

/* Logarithms of the fugacity coefficients at T K, P Pa, Y (partial.h). */
function real preosfugacity(const parameters &p, real T, real P, row Yi, output_row lnphi) {
    const state s = shared_state(p, T, P, Yi);
    if (lnphi.asked) put(p, s, Yi, T, -log(s.f.t), fugacity(s), lnphi);
    return flags_of(s);
}
