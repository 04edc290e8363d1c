/* The mixture per unit mass, from the mass fractions: sums that do not depend on T. */
struct composition {
    real moles; /* 1/W, mol/kg */
    real b;     /* covolume, m3/kg */
    real A, B;  /* sum of sqrt(a_i): A - B sqrt(T), (J m3)^1/2/kg, all signs positive */
    real c;     /* volume translation, m3/kg: v = v of the cubic - c */
    mask good;  /* every Y_i is a number, none below -1e-6, |sum - 1| <= 1e-6 */
};

/* Is the volume translated? Known when a text of a mixture is compiled. */
function bool translates(const parameters &p) { return TRANSLATED && p.header().translated == 1.0; }

/* Its c by a pass of its own in four sums, which do not wait for each other. */
function real translation(const parameters &p, row Yi) {
    real c0 = 0.0, c1 = 0.0, c2 = 0.0, c3 = 0.0;
    const long ns = p.ns();
    long i = 0;
    for (; i + 4 <= ns; i += 4) {
        c0 += Yi[i] * p.species(i).c_over_W;
        c1 += Yi[i + 1] * p.species(i + 1).c_over_W;
        c2 += Yi[i + 2] * p.species(i + 2).c_over_W;
        c3 += Yi[i + 3] * p.species(i + 3).c_over_W;
    }
    for (; i < ns; ++i) c0 += Yi[i] * p.species(i).c_over_W;
    return (c0 + c1) + (c2 + c3);
}

/* All sums by one pass over the species, that of c too or not. */
template <bool with_c> function composition sums_of(const parameters &p, row Yi, real c) {
    real sum = 0.0, least = 0.0, moles = 0.0, b = 0.0, A = 0.0, B = 0.0;
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const species_part &s = p.species(i);
        const real y = Yi[i];
        Yi.fetch_ahead(i);
        sum += y;
        least = min(least, y);
        moles += y * s.inverse_W;
        b += y * s.b_over_W;
        A += y * s.A_over_W;
        B += y * s.B_over_W;
        if (with_c) c += y * s.c_over_W;
    }
    const mask good = (abs(sum - 1.0) <= 1e-6) & (least >= -1e-6);
    return composition{moles, b, A, B, c, good};
}

/* One pass more costs what a row costs that has left the cache: 20 species a power of two of points apart, 6 % of the set. One more
 * sum costs more where it does not fit into the registers: AVX2, 5 %. */
function composition mix(const parameters &p, row Yi) {
    real c = 0.0;
    if (translates(p)) {
        if (MANY_REGISTERS) return sums_of<true>(p, Yi, c);
        c = translation(p, Yi);
    }
    return sums_of<false>(p, Yi, c);
}
