/* The mixture per unit mass, from the mass fractions: sums that do not depend on T. */
struct composition {
    real moles; /* 1/W, mol/kg */
    real b;     /* covolume, m3/kg */
    real A, B;  /* sum of sqrt(a_i): A - B sqrt(T), (J m3)^1/2/kg, all signs positive */
    mask good;  /* every Y_i is a number, none below -1e-6, |sum - 1| <= 1e-6 */
};

function composition mix(const parameters &p, row Yi) {
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
    }
    const mask good = (abs(sum - 1.0) <= 1e-6) & (least >= -1e-6);
    return composition{moles, b, A, B, good};
}
