KERNEL(preosdhdt, "T P Yi[ns]", "hT flag", "species",
       "d h/d T at constant P")

/* (dh/dT)_P J/kg/K at T K, P Pa, Y (heat_capacities.h). */
function real preosdhdt(const parameters &p, real T, real P, row Yi, real &hT) {
    const state s = shared_state(p, T, P, Yi);
    real cv, gamma;
    return heat_capacities(p, Yi, T, s, hT, cv, gamma);
}
