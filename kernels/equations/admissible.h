/* Input of a point: each failure has its bit, and NaN put in the place of T makes every output of
 * that point NaN without touching its neighbours. Within these limits the cubic does not overflow. */
function mask good_temperature(real T) { return (T > 1e-3) & (T < 1e5); }
function mask good_pressure(real P) { return (P > 1e-20) & (P < 1e13); }
function mask good_density(real rho) { return (rho > 1e-30) & (rho < 1e30); }
function mask good_energy(real h) { return abs(h) < 1e300; }
function real failed(mask good, double flag) { return flagged(!good, flag); }

/* The failures of (T, P, Y), and T poisoned where there are any. */
function real check_state(const parameters &p, real &T, real P, const composition &m) {
    if (p.knows()) return p.solved->failures; /* T is poisoned already, and P is what it came out as */
    const mask good = good_temperature(T) & good_pressure(P) & m.good;
    if (!any(!good)) return 0.0;
    const real failures = failed(good_temperature(T), flag_bad_temperature) + failed(good_pressure(P), flag_bad_pressure) +
                          failed(m.good, flag_bad_composition);
    T = select(good, T, not_a_number());
    return failures;
}

function real poisoned(real x, real failures) { return select(failures == 0.0, x, not_a_number()); }

/* The flag word: notes are about points that have an answer. */
function real said(real failures, real notes) { return select(failures == 0.0, notes, failures); }

/* Notes about a point whose T is known. */
function real note_limits(const parameters &p, real T) {
    if (p.knows()) return 0.0; /* noted where T was found */
    return flagged((T < p.header().limit_least) | (T > p.header().limit_greatest), flag_extrapolated);
}
function real note_root(mask three, mask least) {
    if (!any(three)) return 0.0;
    return flagged(three & least, flag_liquid_root) + flagged(three & !least, flag_vapour_root);
}
