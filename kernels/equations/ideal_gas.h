/* Ideal-gas part, NASA-7 (Gordon & McBride; CHEMKIN form), folded over the species once per
 * point: cp0 = c1+c2 T+..+c5 T^4 J/kg/K, h0 = c1 T+c2 T^2/2+..+c5 T^5/5+c6 J/kg. */
struct ideal_gas {
    real c1, c2, c3, c4, c5, c6;
    segment valid;
};

function void add(ideal_gas &g, const double *a, real y) {
    g.c1 += y * a[0];
    g.c2 += y * a[1];
    g.c3 += y * a[2];
    g.c4 += y * a[3];
    g.c5 += y * a[4];
    g.c6 += y * a[5];
}

/* Points on both sides of some T_mid, or beyond the ends of a clipped polynomial. A set that does
 * not apply gets Y = 0, which changes no bit of a sum: a point's answer does not depend on its
 * neighbours in the pack. */
function void fold_mixed(const parameters &p, row Yi, real T, bool clipped, ideal_gas &g) {
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const species_part &s = p.species(i);
        const real y = Yi[i], zero = 0.0;
        const mask upper = T > s.T_mid;
        real high = select(upper, y, zero), low = select(upper, zero, y);
        end_at(g.valid, T, s.T_mid);
        if (clipped) {
            const mask below = T <= s.T_low, above = T > s.T_high;
            add(g, s.nasa_below, select(below, y, zero));
            add(g, s.nasa_above, select(above, y, zero));
            low = select(below, zero, low);
            high = select(above, zero, high);
            end_at(g.valid, T, s.T_low);
            end_at(g.valid, T, s.T_high);
        }
        add(g, s.nasa_low, low);
        add(g, s.nasa_high, high);
    }
}

function ideal_gas fold(const parameters &p, row Yi, real T) {
    const header_part &h = p.header();
    const long ns = p.ns();
    ideal_gas g;
    g.c1 = g.c2 = g.c3 = g.c4 = g.c5 = g.c6 = 0.0;
    if (!any((T > h.low_to) | (T <= h.low_from))) {
        g.valid.from = h.low_from;
        g.valid.to = h.low_to;
        for (long i = 0; i < ns; ++i) add(g, p.species(i).nasa_low, Yi[i]);
    } else if (!any((T <= h.high_from) | (T > h.high_to))) {
        g.valid.from = h.high_from;
        g.valid.to = h.high_to;
        for (long i = 0; i < ns; ++i) add(g, p.species(i).nasa_high, Yi[i]);
    } else {
        g.valid.from = 0.0;
        g.valid.to = 1e30;
        fold_mixed(p, Yi, T, any((T <= h.low_from) | (T > h.high_to)), g);
    }
    return g;
}

function real heat_capacity(const ideal_gas &g, real T) {
    return g.c1 + T * (g.c2 + T * (g.c3 + T * (g.c4 + T * g.c5)));
}

function real enthalpy(const ideal_gas &g, real T) {
    return g.c6 + T * (g.c1 + T * (0.5 * g.c2 + T * ((1.0 / 3.0) * g.c3 + T * (0.25 * g.c4 + T * (0.2 * g.c5)))));
}
