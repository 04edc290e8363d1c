/* Input of a point: each failure has its bit, and NaN put in the place of T makes every output of
 * that point NaN without touching its neighbours. */
function real check_temperature(real T) { return flagged(!((T > 0.0) & (T < 1e5)), flag_bad_temperature); }
function real check_pressure(real P) { return flagged(!((P > 0.0) & (P < 1e13)), flag_bad_pressure); }
function real check_composition(const composition &m) { return flagged(!m.good, flag_bad_composition); }
function real check_energy(real h) { return flagged(!(abs(h) < 1e300), flag_bad_energy); }

function real poisoned(real T, real failures) { return select(failures == 0.0, T, not_a_number()); }

/* Notes about a point whose T is known. */
function real note_limits(const parameters &p, real T) {
    return flagged((T < p.header().limit_least) | (T > p.header().limit_greatest), flag_extrapolated);
}
function real note_root(mask three, mask least) {
    return flagged(three & least, flag_liquid_root) + flagged(three & !least, flag_vapour_root);
}
