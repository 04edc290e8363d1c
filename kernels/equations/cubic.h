/* The cubic of Peng & Robinson in t = Z - B: f(t) = t^3+(4B-1)t^2+(A+2B^2-4B)t-2B^2 = 0, t > 0,
 * A = aP/(RT)^2, B = bP/(RT). In t nothing cancels where Z is close to B (liquids). */
struct volume {
    real t;     /* the chosen root Z - B */
    mask three; /* three roots t > 0 exist */
    mask least; /* of these the least one was chosen */
};

/* One Newton step towards an outer root, where f' > 0; the floor keeps a triple root finite. */
function real polish(real t, real c2, real c1, real c0) {
    const real value = ((t + c2) * t + c1) * t + c0, slope = (3.0 * t + 2.0 * c2) * t + c1;
    return t - value * reciprocal(max(slope, 1e-12));
}

/* Y > 0, the largest root of Y^3 - 3pY - 2q = 0 with q >= 0: an isolated root, so that Halley's
 * iteration converges from any of these starts (within 30 %): 0.3 -> 1e-2 -> 1e-6 -> 1e-14. */
function real isolated(real p, real q) {
    const real twice = 2.0 * q, k = rough_cbrt(twice), wide = k * k + 3.0 * abs(p);
    real Y = select(p < 0.0, 1.15 * twice * rough_reciprocal(wide), rough_sqrt(wide));
    for (int i = 0; i < 3; ++i) {
        const real square = Y * Y, value = Y * (square - 3.0 * p) - twice, slope = 3.0 * (square - p);
        Y -= value * slope * reciprocal(slope * slope - 3.0 * Y * value);
    }
    return Y;
}

/* Residual Gibbs energy g/RT up to terms common to the roots at the same A, B. */
function real gibbs(real t, real A, real B) {
    const real y = t + 2.0 * B, ratio = B / y;
    return t - log(t) - A * series(ratio * ratio) / y;
}

/* choice: 0 the root of least Gibbs energy, 1 the least, 2 the largest (parameters.h, root). */
function volume solve_cubic(real A, real B, double choice) {
    const real c2 = 4.0 * B - 1.0, c1 = A + B * (2.0 * B - 4.0), c0 = -2.0 * B * B;
    const real centre = (-1.0 / 3.0) * c2; /* t = centre + Y: Y^3 - 3pY - 2q = 0 */
    const real p = centre * centre - (1.0 / 3.0) * c1;
    const real q = centre * (centre * centre - 0.5 * c1) - 0.5 * c0;
    const real Y = isolated(p, abs(q));
    const mask all_real = q * q < p * p * p, left = q < 0.0;
    volume v;
    v.t = polish(centre + select(left, -Y, Y), c2, c1, c0);
    v.three = all_real & (centre > 0.0) & (c1 > 0.0);
    v.least = left & v.three;
    const mask other_wanted = all_real & left;
    if (any(v.three | other_wanted)) {
        /* the isolated root is an outer one; the other outer root from what is left of f */
        const real middle = -0.5 * (c2 + v.t), spread = middle * middle - (c1 + v.t * (v.t + c2));
        const real root = sqrt(max(spread, 0.0));
        real other = middle + select(left, root, -root);
        other = polish(polish(other, c2, c1, c0), c2, c1, c0);
        mask take = choice == 1.0 ? !left : left;
        if (choice == 0.0 && any(v.three)) take = gibbs(other, A, B) < gibbs(v.t, A, B);
        take = (v.three & take) | (other_wanted & !v.three);
        v.least = v.three & select(take, !left, left);
        v.t = select(take, other, v.t);
    }
    return v;
}
