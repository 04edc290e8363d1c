KERNEL(preosentropy, "T P Yi[ns]", "s g flag", "species",
       "entropy and Gibbs energy from T, P")

/* Entropy s J/kg/K and Gibbs energy g = h - T s J/kg. */
function real preosentropy(const parameters &p, real T, real P, row Yi, real &sum, real &g) {
    const state s = shared_state(p, T, P, Yi);
    const ideal_gas ideal = shared_fold(p, Yi, T);
    sum = entropy_of(p, Yi, s.m, s.f, ideal, T);
    g = enthalpy(s.f, enthalpy(ideal, T)) - T * sum;
    return flags_of(p, s, T);
}
