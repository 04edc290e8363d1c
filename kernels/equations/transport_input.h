/* What the building blocks of transport begin with. */

/* T poisoned where it, P or the composition is no input; the failures. */
function real check_gas(real &T, const composition &m) {
    const real failures = failed(good_temperature(T), flag_bad_temperature) + failed(m.good, flag_bad_composition);
    T = poisoned(T, failures);
    return failures;
}

/* The mixture of Chung et al. (chung_mixing.h); W: mean molar mass, kg/mol. */
outlined chung shared_mixing(const parameters &p, row Yi, real W) { return mix_chung(p, chung_pass(p, Yi), W); }

/* The failures of (T, P, Y), T poisoned. */
function real check_input(const parameters &p, real &T, real P, row Yi) { return check_state(p, T, P, mix(p, Yi)); }
