/* Elementary functions on batches, accurate to about 1 ulp, without a call into a library.
 * The GPU has its own. Coefficients: minimax fits made with 50-digit arithmetic.
 */
#ifndef __CUDACC__

/* log x: x = 2^k m with m in [sqrt(1/2), sqrt 2), log m = 2 atanh(s), s = (m-1)/(m+1), by the
 * scheme of fdlibm's e_log.c. Zero gives -inf, negative x NaN, inf inf. x below 2^-1022 is not scaled. */
function vector log(vector x) {
    word shifted = (word)x - 0x3fe6a09e667f3bcdULL; /* the bits of sqrt(1/2) */
    vector m = (vector)((shifted & 0x000fffffffffffffULL) + 0x3fe6a09e667f3bcdULL);
    word biased = ((shifted >> 52) + 1024) & 2047; /* k + 1024 */
    vector k = (vector)(biased | 0x4330000000000000ULL) - 4503599627371520.0; /* 2^52 + 1024 */
    vector f = m - 1.0, s = f * reciprocal(2.0 + f), z = s * s, w = z * z, half = 0.5 * f * f;
    vector odd = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    vector even = z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
    vector y = k * 6.93147180369123816490e-01 - ((half - (s * (half + odd + even) + k * 1.90821492927058770002e-10)) - f);
    y = select(less(x, broadcast(__builtin_inf())), y, x);
    y = select(less(broadcast(0.0), x), y, broadcast(__builtin_nan("")));
    return select(equal(x, broadcast(0.0)), broadcast(-__builtin_inf()), y);
}
function real log(real x) { return real(log(x.a), log(x.b)); }

#endif
