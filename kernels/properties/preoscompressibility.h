KERNEL(preoscompressibility, "T P Yi[ns]", "Z flag", "species",
       "compressibility factor of the root that is taken")

/* The root that is taken (parameters.h: root). */
function real preoscompressibility(const parameters &p, real T, real P, row Yi, real &Z) {
    const state s = shared_state(p, T, P, Yi);
    Z = s.f.Z;
    return flags_of(s);
}
