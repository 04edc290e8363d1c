KERNEL(preosheatcapacities, "T P Yi[ns]", "cp cv gamma flag", "species",
       "cp, cv and their ratio from T, P")

/* cp, cv J/kg/K and their ratio at T K, P Pa, Y (heat_capacities.h). */
function real preosheatcapacities(const parameters &p, real T, real P, row Yi, real &cp, real &cv, real &gamma) {
    const state s = shared_state(p, T, P, Yi);
    return heat_capacities(p, Yi, T, s, cp, cv, gamma);
}
