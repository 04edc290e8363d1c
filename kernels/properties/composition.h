/* Mole fractions, and states of the mixture that follow from its composition alone. */

KERNEL(molefractions, "Yi[ns]", "Xi[ns] W flag", "species",
       "mole fractions and mean molar mass")

/* Mole fractions Xi and mean molar mass W kg/mol from Y. */
function real molefractions(const parameters &p, row Yi, output_row Xi, real &W) {
    const composition m = mix(p, Yi);
    const real failures = failed(m.good, flag_bad_composition);
    W = poisoned(reciprocal(m.moles), failures);
    for (long i = 0, ns = p.ns(); i < ns; ++i) Xi[i] = Yi[i] * (p.species(i).inverse_W * W);
    return failures;
}

KERNEL(normalise, "Yi[ns]", "Yi[ns] flag", "species",
       "mass fractions below zero set to zero, all divided by their sum")

/* Mass fractions as the option normalise makes them, in place: those below zero become zero, then
 * all are divided by their sum. Where a Y is no finite number or none is above zero they become NaN
 * and the point is flagged. The note says that something moved by more than 1e-6; it is counted,
 * then the collection writes its own word. */
function real normalise(const parameters &p, row Yi, output_row Y) {
    real sum = 0.0, least = 0.0;
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const real y = Yi[i];
        least = min(least, y);
        sum += select(y < 0.0, real(0.0), y); /* keeps a NaN */
    }
    const mask good = (sum > 0.0) & (sum < 1e300) & (least > -1e300);
    const real scale = reciprocal(select(good, sum, real(1.0)));
    for (long i = 0, ns = p.ns(); i < ns; ++i) Y[i] = select(good, max(Yi[i], 0.0) * scale, not_a_number());
    return failed(good, flag_bad_composition) + flagged(good & ((abs(sum - 1.0) > 1e-6) | (least < -1e-6)), flag_normalised);
}

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

KERNEL(preoscovolume, "Yi[ns]", "b flag", "species",
       "covolume b of the mixture")

/* b m3/mol from Y. */
function real preoscovolume(const parameters &p, row Yi, real &b) {
    const composition m = mix(p, Yi);
    const real failures = failed(m.good, flag_bad_composition);
    b = poisoned(m.b * reciprocal(m.moles), failures);
    return failures;
}
