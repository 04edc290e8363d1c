/* The sets that a solver asks for in one call. */

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

KERNEL(preosthermalproperties, "T P Yi[ns]", "rho h e cp cv gamma c rhoP rhoT hP hT Z W s? flag", "species",
       "all thermodynamic properties from T, P")

/* The thermal set from T K, P Pa, Y (thermal.h). */
function real preosthermalproperties(const parameters &p, real T, real P, row Yi, output rho, output h, output e,
                                     output cp, output cv, output gamma, output c, output rhoP, output rhoT, output hP,
                                     output hT, output Z, output W, optional_output entropy) {
    mixture all;
    mix_all(p, Yi, T, true, all);
    const real failures = check_state(p, T, P, all.m);
    const fluid f = fluid_of(p, all.m, attraction_of(p, Yi, all, T), T, P);
    const ideal_gas g = ideal_of(p, Yi, all, T); /* after the cubic: it fills the wait for it */
    if (rarely(entropy.asked)) entropy = entropy_of(p, Yi, all.m, f, g, T);
    return failures + give(thermal_of(p, all.m, f, g, T), rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W);
}

KERNEL(preosviscousproperties, "T P Yi[ns]", "rho mu lambda Di[ns] flag", "species transport",
       "density and transport from T, P")

/* rho kg/m3, mu Pa s, lambda W/m/K, Di m2/s at T K, P Pa, Y (viscous_set.h). */
function real preosviscousproperties(const parameters &p, real T, real P, row Yi, real &rho, real &mu, real &lambda,
                                     output_row Di) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const state s = state_of(p, T, P, Yi, all);
    return viscous_set(p, all, s, T, P, Yi, rho, mu, lambda, Di);
}

KERNEL(preosviscousfluxproperties, "T P Yi[ns]", "rho mu lambda Di[ns] hi[ns] flag", "species transport",
       "density, transport and partial enthalpies from T, P")

/* rho kg/m3, mu Pa s, lambda W/m/K, Di m2/s and the partial enthalpies hi J/kg that diffusion carries, at T K, P Pa, Y. */
function real preosviscousfluxproperties(const parameters &p, real T, real P, row Yi, real &rho, real &mu, real &lambda,
                                         output_row Di, output_row hi) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const state s = state_of(p, T, P, Yi, all);
    put_partial_enthalpies(p, s, Yi, T, P, reciprocal(s.f.N), hi);
    return viscous_set(p, all, s, T, P, Yi, rho, mu, lambda, Di);
}

KERNEL(eosthermalandviscousproperties, "T P Yi[ns]", "rho h e cp cv gamma c rhoP rhoT hP hT Z W s? mu lambda Di[ns] flag", "species transport",
       "thermodynamic and transport properties from T, P")

/* The thermal set (preosthermalproperties.h) and the transport of the fluid (transport.h,
 * mixture_diffusion.h) in one pass, from T K, P Pa, Y. */
function real eosthermalandviscousproperties(const parameters &p, real T, real P, row Yi, output rho, output h, output e,
                                             output cp, output cv, output gamma, output c, output rhoP, output rhoT, output hP,
                                             output hT, output Z, output W, optional_output entropy, output mu, output lambda, output_row Di) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const state s = state_of(p, T, P, Yi, all);
    const ideal_gas g = ideal_of(p, Yi, all, T);
    if (rarely(entropy.asked)) entropy = entropy_of(p, Yi, s.m, s.f, g, T);
    const thermal set = thermal_of(p, s.m, s.f, g, T);
    real flags = s.failures + give(set, rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W);
    const temperature at{T, s.f.root_T, s.f.inverse_nT * s.m.moles};
    const transport t = transport_at(p, chung_of(p, Yi, all), at, set.rho, set.W, s.m.moles, alpha_of(p, heat_capacity(g, T), set.cv, set.W));
    mu = t.mu;
    lambda = t.lambda;
    flags += t.mu_flag + t.lambda_flag + t.range_flag;
    if (Di.asked) flags += diffuse(p, T, P, Yi, Di);
    return flags;
}

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
