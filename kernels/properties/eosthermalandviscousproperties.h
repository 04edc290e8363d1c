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
