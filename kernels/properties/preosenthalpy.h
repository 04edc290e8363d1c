KERNEL(preosenthalpy, "T P Yi[ns]", "h flag", "species",
       "enthalpy from T, P")

/* h J/kg, with the heat of formation, at T K, P Pa, Y. */
function real preosenthalpy(const parameters &p, real T, real P, row Yi, real &h) {
    const state s = shared_state(p, T, P, Yi);
    h = enthalpy(s.f, enthalpy(shared_fold(p, Yi, T), T));
    return flags_of(p, s, T);
}
