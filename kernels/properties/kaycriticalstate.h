KERNEL(kaycriticalstate, "Yi[ns]", "Tkay Pkay flag", "species",
       "pseudo-critical temperature and pressure by Kay's rule")

/* Kay's pseudo-critical temperature K and pressure Pa from Y. */
function real kaycriticalstate(const parameters &p, row Yi, real &Tkay, real &Pkay) {
    const composition m = mix(p, Yi);
    const real failures = failed(m.good, flag_bad_composition);
    critical_of_kay(p, Yi, m, Tkay, Pkay);
    Tkay = poisoned(Tkay, failures);
    Pkay = poisoned(Pkay, failures);
    return failures;
}
