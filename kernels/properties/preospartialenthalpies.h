KERNEL(preospartialenthalpies, "T P Yi[ns]", "hi[ns] flag", "species",
       "partial enthalpies")

/* Partial enthalpies hi J/kg at T K, P Pa, Y (partial.h). */
function real preospartialenthalpies(const parameters &p, real T, real P, row Yi, output_row hi) {
    const state s = shared_state(p, T, P, Yi);
    put_partial_enthalpies(p, s, Yi, T, P, reciprocal(s.f.N), hi);
    return flags_of(p, s, T);
}
