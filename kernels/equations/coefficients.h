/* What depends on T only through the segment T lies on, kept from one iterate to the next. */
struct coefficients {
    attraction q;
    ideal_gas g;
    segment of_q, of_g;
};

function void fold_attraction(const parameters &p, row Yi, const composition &m, real T, coefficients &c) {
    c.q = attract(p, Yi, m, T);
    c.of_q = segment_of_kinks(p, T);
}
function void fold_ideal_gas(const parameters &p, row Yi, real T, coefficients &c) {
    c.g = fold(p, Yi, T);
    c.of_g = segment_of_polynomials(p, T);
}
function coefficients coefficients_at(const parameters &p, row Yi, const composition &m, real T) {
    coefficients c;
    fold_attraction(p, Yi, m, T, c);
    fold_ideal_gas(p, Yi, T, c);
    return c;
}
/* Fold again where an active point has left its segment. */
function void refresh(const parameters &p, row Yi, const composition &m, real T, mask active, coefficients &c) {
    if (any(active & outside(c.of_q, T))) fold_attraction(p, Yi, m, T, c);
    if (any(active & outside(c.of_g, T))) fold_ideal_gas(p, Yi, T, c);
}

/* The coefficients of the T that a search has found, of which its last step may have left the segment: from here on all that a point
 * returns comes from these. A point that has none keeps what it has: its T is NaN. */
function void refresh_at_answer(const parameters &p, row Yi, const composition &m, real T, coefficients &c) { refresh(p, Yi, m, T, T == T, c); }

/* Is T beyond what the coefficients of a point hold for? */
function mask stale(const coefficients &c, real T) { return outside(c.of_q, T) | outside(c.of_g, T); }
