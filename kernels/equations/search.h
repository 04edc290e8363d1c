/* T from a rising function of T: Newton within a bracket, for all points of a batch at once. A point
 * that has its answer stands still, so that it does not depend on its neighbours. */
struct search {
    real T;         /* K, where to evaluate next; the answer once the point is no longer active */
    real low, high; /* K, the bracket */
    real before;    /* K, length of the step that led to T */
    mask active, closed; /* closed: the bracket shrank to nothing without a root (a jump) */
};

/* A guess that is absent, NaN or not positive means 300 K. */
function search begin(const parameters &p, real guess, mask active) {
    const double least = p.header().bracket_least, greatest = p.header().bracket_greatest;
    search s;
    s.T = min(max(select(guess > 0.0, guess, real(300.0)), 1.001 * least), 0.999 * greatest);
    s.low = least;
    s.high = greatest;
    s.before = greatest - least;
    s.active = active;
    s.closed = !(s.T == s.T);
    return s;
}

/* miss = value(T) - target, slope its derivative (both may carry a common positive factor).
 * Accepted, before any guard is asked, and only where near: a step of 1e-11 T; or one of 1e-8 T that
 * stays on its segment and whose successor, by quadratic convergence, is below 1e-14 T. Else a step
 * that leaves the bracket or is longer than half the one before is replaced by bisection. Gives the
 * step taken to an accepted answer.
 * near: miss is small on a scale that stays finite. Where the slope diverges a short step proves nothing. */
function real advance(search &s, real miss, real slope, mask near, const coefficients &c) {
    const real step = -miss * reciprocal(slope), next = s.T + step, length = abs(step);
    s.low = select(s.active & (miss < 0.0), s.T, s.low);
    s.high = select(s.active & (miss > 0.0), s.T, s.high);
    const real middle = 0.5 * (s.low + s.high);
    const mask quadratic = (length <= 1e-8 * s.T) & (length * length * length <= 1e-14 * s.T * s.before * s.before);
    const mask found = near & ((length <= 1e-11 * s.T) | (quadratic & !stale(c, next)));
    const mask newton = found | ((next > s.low) & (next < s.high) & (2.0 * length <= s.before));
    const mask closed = s.active & !found & (s.high - s.low <= 1e-13 * s.high);
    const real to = select(newton & !closed, next, middle);
    s.before = abs(to - s.T);
    s.T = select(s.active, to, s.T);
    s.closed = s.closed | closed;
    s.active = s.active & !(found | closed);
    return step;
}

/* The bracket closed on one of its first ends: no temperature in between has the value. */
function mask beyond(const parameters &p, const search &s) {
    return s.closed & ((s.low == p.header().bracket_least) | (s.high == p.header().bracket_greatest));
}

function real search_failures(const parameters &p, const search &s) {
    return flagged(beyond(p, s), flag_no_temperature) + flagged(s.active, flag_not_converged);
}
