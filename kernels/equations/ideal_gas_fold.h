/* Folding the species' polynomials into those of the mixture: O(ns) once, then O(1) per T. */
function void add(ideal_gas &g, const double *a, real y) {
    g.c1 += y * a[0];
    g.c2 += y * a[1];
    g.c3 += y * a[2];
    g.c4 += y * a[3];
    g.c5 += y * a[4];
    g.c6 += y * a[5];
}

/* Each point from its own set, the upper one where upper. */
function void add_own(ideal_gas &g, mask upper, const species_part &s, real y) {
    g.c1 += y * chosen(upper, s.nasa_high, s.nasa_low, 0);
    g.c2 += y * chosen(upper, s.nasa_high, s.nasa_low, 1);
    g.c3 += y * chosen(upper, s.nasa_high, s.nasa_low, 2);
    g.c4 += y * chosen(upper, s.nasa_high, s.nasa_low, 3);
    g.c5 += y * chosen(upper, s.nasa_high, s.nasa_low, 4);
    g.c6 += y * chosen(upper, s.nasa_high, s.nasa_low, 5);
}

/* Points beyond the ends of a clipped polynomial. A set that does not apply gets Y = 0, which changes
 * no bit of a sum: a point's answer does not depend on its neighbours in the batch. */
function void fold_clipped(const parameters &p, row Yi, real T, ideal_gas &g) {
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const species_part &s = p.species(i);
        const real y = Yi[i], zero = 0.0;
        const mask upper = T > s.T_mid, below = T <= s.T_low, above = T > s.T_high;
        add(g, s.nasa_below, select(below, y, zero));
        add(g, s.nasa_above, select(above, y, zero));
        add(g, s.nasa_low, select(upper | below, zero, y));
        add(g, s.nasa_high, select(above, zero, select(upper, y, zero)));
    }
}

/* Nothing added yet. Not by chained assignments: gcc then copies batches through memory in pieces. */
function ideal_gas nothing() { return ideal_gas{0.0, 0.0, 0.0, 0.0, 0.0, 0.0}; }

function ideal_gas all_low(const parameters &p, row Yi) {
    ideal_gas g = nothing();
    for (long i = 0, ns = p.ns(); i < ns; ++i) add(g, p.species(i).nasa_low, Yi[i]);
    return g;
}

function ideal_gas all_high(const parameters &p, row Yi) {
    ideal_gas g = nothing();
    for (long i = 0, ns = p.ns(); i < ns; ++i) add(g, p.species(i).nasa_high, Yi[i]);
    return g;
}

function ideal_gas select(mask m, const ideal_gas &g, const ideal_gas &o) {
    return ideal_gas{select(m, g.c1, o.c1), select(m, g.c2, o.c2), select(m, g.c3, o.c3),
                     select(m, g.c4, o.c4), select(m, g.c5, o.c5), select(m, g.c6, o.c6)};
}

/* The species that change their set elsewhere than at mid_common: where T lies between the two, the
 * set that was folded is exchanged for the right one. */
function void exchange(const parameters &p, row Yi, real T, ideal_gas &g) {
    const double common = p.header().mid_common;
    for (long i = (long)p.header().first_other, ns = p.ns(); i < ns; i = (long)p.species(i).next_other) {
        const species_part &s = p.species(i);
        const bool later = s.T_mid > common;
        const double least = later ? common : s.T_mid, greatest = later ? s.T_mid : common;
        const mask wrong = (T > least) & (T <= greatest);
        if (!any(wrong)) continue;
        const double *right = later ? s.nasa_low : s.nasa_high, *taken = later ? s.nasa_high : s.nasa_low;
        const real y = select(wrong, Yi[i], real(0.0));
        add(g, right, y);
        add(g, taken, -y);
    }
}

/* The coefficients for T: many batches have every species on one side of its T_mid; else both sides are
 * folded and chosen from at the end. */
function ideal_gas fold(const parameters &p, row Yi, real T) {
    const auto &h = p.header();
    const span range = span_of(T);
    if (between(range, h.low_from, h.low_to)) return all_low(p, Yi);
    if (between(range, h.high_from, h.high_to)) return all_high(p, Yi);
    ideal_gas g = nothing();
    if (between(range, h.low_from, h.high_to)) {
        g = select(T > h.mid_common, all_high(p, Yi), all_low(p, Yi));
        exchange(p, Yi, T, g);
    } else {
        fold_clipped(p, Yi, T, g);
    }
    return g;
}
