KERNEL(preosthermalproperties, "T P Yi[ns]", "rho h e cp cv gamma c rhoP rhoT hP hT Z W flag", "species",
       "all thermodynamic properties from T, P")

/* The thermal set from T K, P Pa, Y (thermal.h). */
function real preosthermalproperties(const parameters &p, real T, real P, row Yi, output rho, output h, output e,
                                     output cp, output cv, output gamma, output c, output rhoP, output rhoT, output hP,
                                     output hT, output Z, output W) {
    mixture all;
    mix_all(p, Yi, T, true, all);
    const real failures = check_state(T, P, all.m);
    const fluid f = fluid_at(p, all.m, attraction_of(p, Yi, all, T), T, P);
    const ideal_gas g = ideal_of(p, Yi, all, T); /* after the cubic: it fills the wait for it */
    return failures + give(thermal_of(p, all.m, f, g, T), rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W);
}
