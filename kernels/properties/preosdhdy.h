KERNEL(preosdhdy, "T P Yi[ns]", "hYi[ns] flag", "species",
       "d h/d Y_i, the last species closing")

/* d h/d Y_i J/kg at T K, P Pa, the last species closing sum Y = 1 (partial.h). */
function real preosdhdy(const parameters &p, real T, real P, row Yi, output_row hYi) {
    const state s = shared_state(p, T, P, Yi);
    put_enthalpy_jacobian(p, s, Yi, T, P, reciprocal(s.f.N), hYi);
    return flags_of(p, s, T);
}
