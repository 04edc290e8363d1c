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
