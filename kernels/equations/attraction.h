/* Attraction a(T) = q0 - 2 q1 sqrt(T) + q2 T of the mixture, J m3/kg2 (van der Waals mixing,
 * a_i = (A_i - B_i sqrt T)^2). Without k_ij it is the square of one sum, so O(ns).
 * alpha_sign abs: the root of alpha_i changes sign at kink_i; its terms then enter reversed. */
struct attraction {
    real q0, q1, q2;
    real A, B; /* sum of the roots of a_i, signs as at T: A - B sqrt(T) */
};

/* Reverse the terms of the species above their kink, point by point. */
function void reverse(const parameters &p, row Yi, real T, double greatest, real &A, real &B) {
    real above_A = 0.0, above_B = 0.0;
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const species_part &s = p.species(i);
        if (s.kink >= greatest) continue;
        const real y = select(T > s.kink, Yi[i], real(0.0));
        above_A += y * s.A_over_W;
        above_B += y * s.B_over_W;
    }
    A -= 2.0 * above_A;
    B -= 2.0 * above_B;
}

/* Take off what k_ij takes off: the pairs with k_ij != 0, O(pairs). */
function void take_pairs(const parameters &p, row Yi, real T, bool kinked, attraction &q) {
    for (long k = 0, pairs = p.pairs(); k < pairs; ++k) {
        const pair_part &r = p.pair(k);
        const long i = (long)r.first, j = (long)r.second;
        real yy = Yi[i] * Yi[j];
        if (kinked) {
            yy = select(T > p.species(i).kink, -yy, yy);
            yy = select(T > p.species(j).kink, -yy, yy);
        }
        q.q0 -= yy * r.q0;
        q.q1 -= yy * r.q1;
        q.q2 -= yy * r.q2;
    }
}

function attraction attract(const parameters &p, row Yi, const composition &m, real T) {
    real A = m.A, B = m.B;
    const double greatest = highest(T);
    const bool kinked = greatest > p.header().kink_least;
    if (kinked) reverse(p, Yi, T, greatest, A, B);
    attraction q{A * A, A * B, B * B, A, B};
    take_pairs(p, Yi, T, kinked, q);
    return q;
}
