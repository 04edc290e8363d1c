KERNEL(eosgammajacobianproperties, "T P Yi[ns]", "rho h e cp cv gamma c rhoP rhoT hP hT Z W s? eP eT rhoYi[ns] hYi[ns] flag", "species",
       "thermodynamic properties and their derivatives by mass fraction")

/* The thermal set and the Jacobian from T K, P Pa, Y: eP = (de/dP)_T m3/kg, eT = (de/dT)_P J/kg/K,
 * rhoYi kg/m3 and hYi J/kg = d/dY_i at T, P with the last species closing sum Y = 1. */
function real eosgammajacobianproperties(const parameters &p, real T, real P, row Yi, output rho, output h, output e,
                                         output cp, output cv, output gamma, output c, output rhoP, output rhoT, output hP,
                                         output hT, output Z, output W, optional_output entropy, output eP, output eT, output_row rhoYi,
                                         output_row hYi) {
    mixture all;
    mix_all(p, Yi, T, true, all);
    const state s = state_of(p, T, P, Yi, all);
    const ideal_gas g = ideal_of(p, Yi, all, T);
    if (rarely(entropy.asked)) entropy = entropy_of(p, Yi, s.m, s.f, g, T);
    const thermal set = thermal_of(p, s.m, s.f, g, T);
    const real notes = give(set, rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W);
    eP = de_dP(s.f, set.inverse_N);
    eT = de_dT(s.f, set.cp, gas_constant(p, s.m), set.inverse_N);
    put_density_jacobian(p, s, Yi, T, set.inverse_N, rhoYi);
    put_enthalpy_jacobian(p, s, Yi, T, P, set.inverse_N, hYi);
    return s.failures + notes;
}
