/* The cubic in t = Z - B: f(t) = t^3+(gB-1)t^2+(A+sB^2-gB)t-sB^2 = 0, t > 0, A = aP/(RT)^2, B = bP/(RT), g and s of
 * parameters.h (4 and 2 for Peng-Robinson, 3 and 2 for SRK). In t nothing cancels where Z is close to B (liquids). */
struct volume {
    real t;     /* the chosen root Z - B */
    mask three; /* three roots t > 0 exist */
    mask least; /* of these the least one was chosen */
};

/* One Newton step towards an outer root, where f' > 0; the floor keeps a triple root finite. */
function real polish(real t, real c2, real c1, real c0) {
    const real value = ((t + c2) * t + c1) * t + c0, slope = (3.0 * t + 2.0 * c2) * t + c1;
    return t - value * fair_reciprocal(max(slope, 1e-12));
}

/* Has the root t the lower Gibbs energy, against the root u of the same cubic? With y = Z + B u/2
 * g/RT = t - ln t - A F + terms common to both. */
function mask lower_gibbs(const parameters &p, real t, real u, real A, real B) {
    const double half_g = 0.5 * p.header().cubic_g;
    const real y = t + half_g * B, z = u + half_g * B, all = reciprocal(y * z * u);
    const real inverse_y = all * z * u, inverse_z = all * y * u, k = series_b(p, B), By = k * inverse_y, Bz = k * inverse_z;
    const real attraction = inverse_y * series(By * By) - inverse_z * series(Bz * Bz);
    return (t - u) - log(t * (all * y * z)) - A * attraction < 0.0;
}

/* The two roots beside the root t of the same cubic, real where spread > 0: middle +- spread^1/2, of the given product.
 * From the largest root their sum comes out of c1, from the smallest out of c2. The other way round digits cancel where P is
 * low, and the liquid root is lost. */
struct other_roots {
    real middle, product, spread;
};
function other_roots beside_least(real t, real c2, real c1) {
    const real middle = -0.5 * (c2 + t), product = c1 + t * (t + c2);
    return other_roots{middle, product, middle * middle - product};
}
function other_roots beside_largest(const parameters &p, real t, real c1, real BB) {
    const real inverse_t = reciprocal(t), product = p.header().cubic_s * BB * inverse_t, middle = 0.5 * (c1 - product) * inverse_t;
    return other_roots{middle, product, middle * middle - product};
}

/* choice: 0 the root of least Gibbs energy, 1 the least, 2 the largest (parameters.h, root). */
function volume solve_cubic(const parameters &constant, real A, real B, double choice) {
    const auto &h = constant.header();
    const real c2 = h.cubic_g * B - 1.0, c1 = A + B * (h.cubic_s * B - h.cubic_g), c0 = -h.cubic_s * B * B;
    const real centre = (-1.0 / 3.0) * c2; /* t = centre + Y: Y^3 - 3pY - 2q = 0 */
    /* p = centre^2 - c1/3 and q = centre^3 - centre c1/2 - c0/2 multiplied out: a shorter wait. p is 2e-16 too large, so
     * that rounding, where P is low, hides no root: all_real means perhaps, and `rest` decides */
    const real BB = B * B, p = ((1.0 / 9.0 + 2e-16) + h.cubic_p1 * B) + (h.cubic_p2 * BB - (1.0 / 3.0) * A);
    const real q = ((1.0 / 27.0) + h.cubic_q1 * B) - BB * (h.cubic_q2 + h.cubic_q3 * B) - (A * ((1.0 / 6.0) - h.cubic_q4 * B));
    const real Y = isolated(p, abs(q));
    const mask all_real = q * q < p * p * p, left = q < 0.0, admissible = (centre > 0.0) & (c1 > 0.0);
    volume v;
    v.t = polish(centre + select(left, -Y, Y), c2, c1, c0);
    v.three = all_real & admissible;
    v.least = v.three & left;
    const mask again = left | v.three; /* left of the centre t may be far smaller than Y: a second step */
    if (any(again)) {
        /* the isolated root is an outer one; the other outer root comes from what is left of f */
        const other_roots rest = beside_least(v.t, c2, c1);
        real other = rest.middle + sqrt(max(rest.spread, 0.0));
        const mask right = v.three & !left;
        if (any(right)) {
            const other_roots below = beside_largest(constant, v.t, c1, BB);
            other = select(left, other, below.product * reciprocal(below.middle + sqrt(max(below.spread, 0.0)))); /* the least by the product: no cancellation */
            v.three = v.three & (left | (below.spread > 0.0));
        }
        mask take = choice == 1.0 ? !left : left;
        if (choice == 0.0 && any(v.three)) take = lower_gibbs(constant, other, v.t, A, B);
        take = (all_real & left & !admissible) | (v.three & take);
        v.least = v.three & select(take, !left, left);
        v.t = select(take, other, v.t);
        v.t = select(again, polish(v.t, c2, c1, c0), v.t);
    }
    return v;
}
