KERNEL(preoscovolume, "Yi[ns]", "b flag", "species",
       "covolume b of the mixture")

/* b m3/mol from Y. */
function real preoscovolume(const parameters &p, row Yi, real &b) {
    const composition m = mix(p, Yi);
    const real failures = failed(m.good, flag_bad_composition);
    b = poisoned(m.b * reciprocal(m.moles), failures);
    return failures;
}
