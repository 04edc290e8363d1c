KERNEL(preosinternalenergy, "T P Yi[ns]", "e flag", "species",
       "internal energy from T, P")

/* e J/kg, with the heat of formation, at T K, P Pa, Y. */
function real preosinternalenergy(const parameters &p, real T, real P, row Yi, real &e) {
    const state s = shared_state(p, T, P, Yi);
    e = enthalpy(s.f, enthalpy(shared_fold(p, Yi, T), T)) - s.f.RT * s.f.Z;
    return flags_of(p, s, T);
}
