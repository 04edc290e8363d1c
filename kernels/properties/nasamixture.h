KERNEL(nasamixture, "T P Yi[ns]", "cpIdeal hIdeal sIdeal flag", "species",
       "heat capacity, enthalpy and entropy as an ideal gas")

/* NASA-7 of the mixture as an ideal gas at T K, P Pa: cp and s J/kg/K, h J/kg. */
function real nasamixture(const parameters &p, real T, real P, row Yi, real &cpIdeal, real &hIdeal, real &sIdeal) {
    const composition m = mix(p, Yi);
    const real failures = check_state(p, T, P, m);
    const ideal_gas g = shared_fold(p, Yi, T);
    cpIdeal = heat_capacity(g, T);
    hIdeal = enthalpy(g, T);
    sIdeal = ideal_entropy(p, Yi, m, g, T, P);
    return failures + note_limits(p, T);
}
