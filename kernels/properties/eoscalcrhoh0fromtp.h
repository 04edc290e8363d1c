KERNEL(eoscalcrhoh0fromtp, "T P Yi[ns] ke", "rho h0 flag", "species",
       "density and total enthalpy from T, P")

/* rho kg/m3 and total enthalpy h0 = h + ke J/kg from T K, P Pa, Y and the kinetic energy ke = |u|^2/2 J/kg. */
function real eoscalcrhoh0fromtp(const parameters &p, real T, real P, row Yi, real ke, real &rho, real &h0) {
    const state s = state_at(p, T, P, Yi);
    const mask number = good_energy(ke);
    rho = select(number, density(s.f), not_a_number());
    h0 = select(number, enthalpy(s.f, enthalpy(fold(p, Yi, T), T)) + ke, not_a_number());
    const real wrong = failed(number, flag_bad_energy);
    return said(p.solved ? select(s.failures == 0.0, wrong, s.failures) : s.failures + wrong, flags_of(p, s, T));
}
