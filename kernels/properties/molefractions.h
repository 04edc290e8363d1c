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
