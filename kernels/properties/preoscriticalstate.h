KERNEL(preoscriticalstate, "Yi[ns]", "Tcrit Pcrit Vcrit flag", "species",
       "pseudo-critical state of the mixture")

/* Pseudo-critical state of the equation of state from Y: Tcrit K, Pcrit Pa, Vcrit m3/mol. */
function real preoscriticalstate(const parameters &p, row Yi, real &Tcrit, real &Pcrit, real &Vcrit) {
    const composition m = mix(p, Yi);
    const real failures = failed(m.good, flag_bad_composition);
    const critical c = critical_of_equation(p, Yi, m);
    Tcrit = poisoned(c.T, failures);
    Pcrit = poisoned(c.P, failures);
    Vcrit = poisoned(c.V, failures);
    return failures;
}
