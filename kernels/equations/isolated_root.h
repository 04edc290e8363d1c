/* A depressed cubic always has one isolated root: the outer one on the far side of the inflection. */

/* Halley's step for Y^3 - 3pY - 2q = 0, as numerator and denominator. */
struct ratio {
    real over, under;
};
function ratio halley(real Y, real three_p, real twice_q) {
    const real square = Y * Y, value = Y * (square - three_p) - twice_q, slope = 3.0 * square - three_p;
    return ratio{value * slope, slope * slope - (3.0 * Y) * value};
}

/* Y > 0, the largest root of Y^3 - 3pY - 2q = 0 with q >= 0. It is isolated, so Halley's iteration
 * converges; from these starts the relative error goes 0.23 -> 3e-3 -> 2e-8 at worst. */
function real isolated(real p, real q) {
    const real three_p = 3.0 * p, twice_q = 2.0 * q, k = rough_cbrt(q);
    const real wide = 1.5874 * (k * k) + abs(three_p); /* 1.5874 = 2^(2/3): cbrt(2q)^2 + 3|p| */
    real Y = select(p < 0.0, 1.1 * twice_q * rough_reciprocal(wide), 0.96 * rough_sqrt(wide));
    const ratio first = halley(Y, three_p, twice_q);
    Y -= first.over * rough_reciprocal(first.under);
    const ratio second = halley(Y, three_p, twice_q);
    return Y - second.over * fair_reciprocal(second.under);
}
