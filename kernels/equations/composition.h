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

/* Its c by the same pass over the species, or none. */
template <bool translated> function composition sums_of(const parameters &p, row Yi) {
    real sum = 0.0, least = 0.0, moles = 0.0, b = 0.0, A = 0.0, B = 0.0, c = 0.0;
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
        if (translated) c += y * s.c_over_W;
    }
    const mask good = (abs(sum - 1.0) <= 1e-6) & (least >= -1e-6);
    return composition{moles, b, A, B, c, good};
}
function composition mix(const parameters &p, row Yi) { return translates(p) ? sums_of<true>(p, Yi) : sums_of<false>(p, Yi); }
