KERNEL(preospartialvolumes, "T P Yi[ns]", "vi[ns] flag", "species",
       "partial volumes")

/* Partial volumes vi m3/kg at T K, P Pa, Y (partial.h). */
function real preospartialvolumes(const parameters &p, real T, real P, row Yi, output_row vi) {
    const state s = shared_state(p, T, P, Yi);
    put_partial_volumes(p, s, Yi, T, reciprocal(s.f.N), vi);
    return flags_of(s);
}
