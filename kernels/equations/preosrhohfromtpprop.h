/* rho kg/m3, h J/kg (with the heat of formation) from T K, P Pa, Y. */
function real preosrhohfromtpprop(const parameters &p, real T, real P, row Yi, real &rho, real &h) {
    const composition m = mix(p, Yi);
    const real failures = check_state(T, P, m);
    const fluid f = fluid_at(p, m, attract(p, Yi, m, T), T, P);
    rho = f.P_RT * f.inverse_Z;
    h = enthalpy(f, enthalpy(fold(p, Yi, T), T));
    return failures + note_limits(p, T) + note_root(f.three, f.least);
}
