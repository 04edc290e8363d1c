/* The temperatures of a batch. Coefficients are chosen by comparing a species' temperature limits
 * with these two numbers first, and point by point only where the limit lies between them. */
struct span {
    double least, greatest;
};
function span span_of(real T) { return span{lowest(T), highest(T)}; }
function bool between(const span &s, double from, double to) { return uniformly(s.least > from && s.greatest <= to); }

/* The temperatures over which coefficients folded at T stay valid, point by point: from < T <= to,
 * K. Within them no species changes its polynomial or the sign of its root of alpha. */
struct segment {
    real from, to;
};

function mask outside(const segment &s, real T) { return (T <= s.from) | (T > s.to); }

/* A coefficient changes at the temperature `point`: end the segment of T there. */
struct narrowing {
    segment inner;    /* by the points within the batch's span */
    double from, to;  /* by the points beyond it, the same for the whole batch */
};
function void end_at(narrowing &n, real T, const span &s, double point) {
    if (point >= s.greatest) {
        n.to = point < n.to ? point : n.to;
    } else if (point < s.least) {
        n.from = point > n.from ? point : n.from;
    } else {
        const mask above = T > point;
        n.inner.from = select(above, max(n.inner.from, point), n.inner.from);
        n.inner.to = select(above, n.inner.to, min(n.inner.to, point));
    }
}
function segment ended(const narrowing &n) { return segment{max(n.inner.from, n.from), min(n.inner.to, n.to)}; }

function segment segment_of_polynomials(const parameters &p, real T) {
    const auto &h = p.header();
    const span s = span_of(T);
    if (between(s, h.low_from, h.low_to)) return segment{h.low_from, h.low_to};
    if (between(s, h.high_from, h.high_to)) return segment{h.high_from, h.high_to};
    narrowing n{{0.0, 1e30}, 0.0, 1e30};
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        end_at(n, T, s, p.species(i).T_low);
        end_at(n, T, s, p.species(i).T_mid);
        end_at(n, T, s, p.species(i).T_high);
    }
    return ended(n);
}

function segment segment_of_kinks(const parameters &p, real T) {
    const span s = span_of(T);
    if (between(s, 0.0, p.header().kink_least)) return segment{0.0, p.header().kink_least};
    narrowing n{{0.0, 1e30}, 0.0, 1e30};
    for (long i = 0, ns = p.ns(); i < ns; ++i) end_at(n, T, s, p.species(i).kink);
    return ended(n);
}
