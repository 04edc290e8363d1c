/* Exponentials, sine, reciprocal cube root and table look-up for transport; beside mathematics.h.
 * Coefficients: minimax fits made with 50-digit arithmetic. */
#ifndef __CUDACC__

/* x = k ln 2 + r, |r| <= ln 2/2; part = expm1(r) to 2e-17, scale = 2^k. Beyond +-708 x is cut off. */
function vector reduced_expm1(vector x, vector &scale) {
    x = min(max(x, broadcast(-708.0)), broadcast(708.0));
    const vector shifted = x * 1.4426950408889634 + 6755399441055744.0; /* 1.5 2^52: k stands in the low bits */
    const vector k = shifted - 6755399441055744.0;
    scale = (vector)(((word)shifted << 52) + 0x3ff0000000000000ULL);
    const vector r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
    const vector r2 = r * r, r4 = r2 * r2;
    const vector p0 = (0.5 + r * 0.16666666666666667) + r2 * (0.041666666666623477 + r * 0.0083333333333300118);
    const vector p4 = (0.0013888888917538296 + r * 0.00019841269863303223) + r2 * (2.4801520792572693e-5 + r * 2.7557268072890098e-6);
    const vector p8 = 2.7620327428268238e-7 + r * 2.5100569275813683e-8;
    return r + r2 * (p0 + r4 * (p4 + r4 * p8));
}
function vector exp(vector x) {
    vector scale, part = reduced_expm1(x, scale);
    return scale + scale * part;
}
function vector expm1(vector x) {
    vector scale, part = reduced_expm1(x, scale);
    return (scale - 1.0) + scale * part;
}
function real exp(real x) { return real(exp(x.a), exp(x.b)); }
function real expm1(real x) { return real(expm1(x.a), expm1(x.b)); }

/* x^(-1/3), x > 0: from bits to 6 %, then two steps of the series of (1-e)^(-1/3), e = 1 - x y^3. */
function vector rcbrt(vector x) {
    vector y = (vector)(0x553ef0ff289dd796ULL - third_of_high((word)x));
    vector e = 1.0 - x * (y * y * y);
    y += y * e * (1.0 / 3.0 + e * (2.0 / 9.0 + e * (14.0 / 81.0 + e * (35.0 / 243.0))));
    e = 1.0 - x * (y * y * y);
    return y + y * e * (1.0 / 3.0 + e * (2.0 / 9.0 + e * (14.0 / 81.0)));
}
function real rcbrt(real x) { return real(rcbrt(x.a), rcbrt(x.b)); }

/* ln x of a normal x > 0, for powers: to 4e-16 of |ln x| or of 1. */
function real plain_log(real x) { return log(x); }

/* a, negative where the integer that stands in the low bits of shifted is odd. */
function vector turned_by_odd(vector a, vector shifted) { return (vector)((word)a ^ (word)shifted << 63); }
function real turned_by_odd(real a, real shifted) { return real(turned_by_odd(a.a, shifted.a), turned_by_odd(a.b, shifted.b)); }

/* The integer next to x, |x| < 2^51. */
function real nearest(real x) { return (x + 6755399441055744.0) - 6755399441055744.0; }

/* table[index], 16 entries, index an integer 0..15 lane by lane. */
#if defined(ISA_AVX512)
function vector lookup(const double *table, vector index) {
    const __m512i low = (__m512i)(index + 4503599627370496.0); /* 2^52: the integer stands in the low bits */
    return _mm512_permutex2var_pd(_mm512_loadu_pd(table), low, _mm512_loadu_pd(table + 8));
}
#else
function vector lookup(const double *table, vector index) {
    const word low = (word)(index + 4503599627370496.0) & 15;
    vector found;
    for (long lane = 0; lane < WIDTH; ++lane) found[lane] = table[low[lane]];
    return found;
}
#endif
function real lookup(const double *table, real index) { return real(lookup(table, index.a), lookup(table, index.b)); }

#endif

/* sin x, absolute error 1e-13 for |x| < 1e6. */
constants of_sine[] = {0.99999999999994894, -0.16666666666464271, 0.0083333333202288316, -0.00019841266657969668,
    2.7556950730556234e-6, -2.5030181816863902e-8, 1.5409948364734909e-10};
function real sine(real x) {
    const real shifted = x * 0.3183098861837907 + 6755399441055744.0; /* 1.5 2^52: x/pi, rounded, stands in the low bits */
    const real k = shifted - 6755399441055744.0, r = (x - k * 3.1415926218032837) - k * 3.178650954705639e-08, z = r * r, zz = z * z;
    const double *c = of_sine;
    const real low = (c[0] + z * c[1]) + zz * (c[2] + z * c[3]), high = (c[4] + z * c[5]) + zz * c[6];
    return turned_by_odd(r, shifted) * (low + (zz * zz) * high);
}
