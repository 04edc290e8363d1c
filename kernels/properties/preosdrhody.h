KERNEL(preosdrhody, "T P Yi[ns]", "rhoYi[ns] flag", "species",
       "d rho/d Y_i, the last species closing")

/* d rho/d Y_i kg/m3 at T K, P Pa, the last species closing sum Y = 1 (partial.h). */
function real preosdrhody(const parameters &p, real T, real P, row Yi, output_row rhoYi) {
    const state s = shared_state(p, T, P, Yi);
    put_density_jacobian(p, s, Yi, T, reciprocal(s.f.N), rhoYi);
    return flags_of(s);
}
