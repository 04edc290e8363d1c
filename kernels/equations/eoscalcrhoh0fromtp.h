/* rho kg/m3 and total enthalpy h0 = h + ke J/kg from T K, P Pa, Y and the kinetic energy ke = |u|^2/2 J/kg. */
function real total_enthalpy(real h, real ke) { return h + ke; }

function real eoscalcrhoh0fromtp(const parameters &p, real T, real P, row Yi, real ke, real &rho, real &h0) {
    const mask number = good_energy(ke);
    T = select(number, T, not_a_number());
    const state s = state_at(p, T, P, Yi);
    rho = density(s.f);
    h0 = total_enthalpy(enthalpy(s.f, enthalpy(fold(p, Yi, T), T)), ke);
    return flags_of(p, s, T) + failed(number, flag_bad_energy);
}
