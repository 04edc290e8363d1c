KERNEL(preosrhohfromtpprop, "T P Yi[ns]", "rho h flag", "species",
       "density and enthalpy from T, P")

/* rho kg/m3, h J/kg (with the heat of formation) from T K, P Pa, Y. */
function real preosrhohfromtpprop(const parameters &p, real T, real P, row Yi, real &rho, real &h) {
    mixture all;
    mix_all(p, Yi, T, true, all);
    const real failures = check_state(p, T, P, all.m);
    const fluid f = fluid_of(p, all.m, attraction_of(p, Yi, all, T), T, P);
    rho = f.P_RT * f.inverse_Z;
    h = enthalpy(f, enthalpy(ideal_of(p, Yi, all, T), T));
    return failures + note_limits(p, T) + note_root(f.three, f.least);
}
