/* The temperatures over which coefficients folded at T stay valid: from < T <= to, K. */
struct segment {
    real from, to;
};

/* A coefficient changes at the temperature `point`: end the segment of T there. */
function void end_at(segment &s, real T, double point) {
    const mask above = T > point;
    s.from = select(above, max(s.from, point), s.from);
    s.to = select(above, s.to, min(s.to, point));
}

function mask outside(const segment &s, real T) { return (T <= s.from) | (T > s.to); }

function segment both_valid(const segment &s, const segment &o) {
    segment both;
    both.from = max(s.from, o.from);
    both.to = min(s.to, o.to);
    return both;
}
