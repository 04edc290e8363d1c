/* What instruction forms compute with (expression_forms.h): functions of V, a vector of a whole register. */
template <class T> struct register_of;
template <> struct register_of<double> {
    typedef native_double type;
};
template <> struct register_of<float> {
    typedef native_float type;
};
template <class V> struct element_of;
template <> struct element_of<native_double> {
    typedef double type;
    typedef unsigned long word __attribute__((vector_size(SIMD_BYTES)));
};
template <> struct element_of<native_float> {
    typedef float type;
    typedef unsigned word __attribute__((vector_size(SIMD_BYTES)));
};

template <class V> function V nought() { return V{}; }
template <class V> function V broadcast(typename element_of<V>::type value) { return value - V{}; } /* also of -0 */
template <class V> function V one() { return broadcast<V>(1); }

/* x y, rounded: the compiler must not make one instruction of it and of the sum around it. */
template <class V> function V times(V x, V y) {
    V product = x * y;
    __asm__("" : "+" VECTOR_REGISTER(product));
    return product;
}
/* x y + z as operators add products (dialect.h): rounded once where the machine can */
#if defined(ISA_AVX512)
function native_double fused(native_double x, native_double y, native_double z) { return (native_double)_mm512_fmadd_pd((__m512d)x, (__m512d)y, (__m512d)z); }
function native_float fused(native_float x, native_float y, native_float z) { return (native_float)_mm512_fmadd_ps((__m512)x, (__m512)y, (__m512)z); }
#elif defined(ISA_AVX2)
function native_double fused(native_double x, native_double y, native_double z) { return (native_double)_mm256_fmadd_pd((__m256d)x, (__m256d)y, (__m256d)z); }
function native_float fused(native_float x, native_float y, native_float z) { return (native_float)_mm256_fmadd_ps((__m256)x, (__m256)y, (__m256)z); }
#elif defined(__aarch64__)
function native_double fused(native_double x, native_double y, native_double z) { return (native_double)vfmaq_f64((float64x2_t)z, (float64x2_t)x, (float64x2_t)y); }
function native_float fused(native_float x, native_float y, native_float z) { return (native_float)vfmaq_f32((float32x4_t)z, (float32x4_t)x, (float32x4_t)y); }
#else
template <class V> function V fused(V x, V y, V z) { return x * y + z; }
#endif
template <class V> function V smaller(V x, V y) { return x < y ? x : y; }
template <class V> function V larger(V x, V y) { return x > y ? x : y; }
/* A comparison of vectors gives a type of its own, which no template can name beforehand: hence a macro. */
#define TRUTH(comparison) ((comparison) ? one<V>() : nought<V>())

/* n >= 1: by squaring, as gpu/expression.h does it */
template <class V> function V power_of(V x, long n) {
    for (; n % 2 == 0; n /= 2) x = x * x;
    V r = x;
    for (n /= 2; n > 0; n /= 2) {
        x = x * x;
        if (n % 2) r = r * x;
    }
    return r;
}

#if defined(ISA_AVX512)
function native_double root(native_double x) { return (native_double)_mm512_maskz_sqrt_pd(0xff, (__m512d)x); }
function native_float root(native_float x) { return (native_float)_mm512_maskz_sqrt_ps(0xffff, (__m512)x); }
function native_double scaled(native_double x, native_double k, native_double) { return (native_double)_mm512_maskz_scalef_pd(0xff, (__m512d)x, (__m512d)k); }
function native_float scaled(native_float x, native_float k, native_float) { return (native_float)_mm512_maskz_scalef_ps(0xffff, (__m512)x, (__m512)k); }
#else
#if defined(ISA_AVX2)
function native_double root(native_double x) { return (native_double)_mm256_sqrt_pd((__m256d)x); }
function native_float root(native_float x) { return (native_float)_mm256_sqrt_ps((__m256)x); }
#elif defined(__x86_64__)
function native_double root(native_double x) { return (native_double)_mm_sqrt_pd((__m128d)x); }
function native_float root(native_float x) { return (native_float)_mm_sqrt_ps((__m128)x); }
#else
function native_double root(native_double x) { return (native_double)vsqrtq_f64((float64x2_t)x); }
function native_float root(native_float x) { return (native_float)vsqrtq_f32((float32x4_t)x); }
#endif
template <class V> struct of_exponent;
template <> struct of_exponent<native_double> {
    static constexpr int bits = 52;
    static constexpr unsigned long bias = 0x3ff0000000000000;
};
template <> struct of_exponent<native_float> {
    static constexpr int bits = 23;
    static constexpr unsigned bias = 0x3f800000;
};
/* x 2^k: by two factors, since 2^k alone may be beyond the numbers. An integer stands in the low bits of itself + magic. */
template <class V> function V scaled(V x, V k, V magic) {
    typedef typename element_of<V>::word words;
    const V low = k * broadcast<V>(0.5f) + magic, high = (k - (low - magic)) + magic;
    const V first = (V)(((words)low << of_exponent<V>::bits) + of_exponent<V>::bias);
    const V second = (V)(((words)high << of_exponent<V>::bits) + of_exponent<V>::bias);
    return x * first * second;
}
#endif

/* e^x = 2^k e^r, x = k ln 2 + r. Coefficients of double: kernels/exponentials.h; of float: Cephes. At most 1 unit in the last place;
 * a NaN stays one. Beyond the cut the answer is infinite or 0 as it must be. */
function native_double exponential(native_double x) {
    typedef native_double V;
    x = larger(broadcast<V>(-747), smaller(broadcast<V>(711), x)); /* in this order a NaN stays one */
    const V magic = broadcast<V>(6755399441055744.0); /* 1.5 2^52 */
    const V k = (x * 1.4426950408889634 + magic) - magic;
    const V r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10, r2 = r * r, r4 = r2 * r2;
    const V p0 = (0.5 + r * 0.16666666666666667) + r2 * (0.041666666666623477 + r * 0.0083333333333300118);
    const V p4 = (0.0013888888917538296 + r * 0.00019841269863303223) + r2 * (2.4801520792572693e-5 + r * 2.7557268072890098e-6);
    const V p8 = 2.7620327428268238e-7 + r * 2.5100569275813683e-8;
    return scaled(1.0 + (r + r2 * (p0 + r4 * (p4 + r4 * p8))), k, magic);
}
function native_float exponential(native_float x) {
    typedef native_float V;
    x = larger(broadcast<V>(-105), smaller(broadcast<V>(89.5f), x));
    const V magic = broadcast<V>(12582912.0f); /* 1.5 2^23 */
    const V k = (x * 1.44269504f + magic) - magic;
    const V r = (x - k * 0.693359375f) - k * -2.12194440e-4f, r2 = r * r;
    const V low = 5.0000001201e-1f + r * 1.6666665459e-1f, middle = 4.1665795894e-2f + r * 8.3334519073e-3f;
    const V high = 1.3981999507e-3f + r * 1.9875691500e-4f;
    return scaled(1.0f + (r + r2 * (low + r2 * (middle + r2 * high))), k, magic);
}

/* Functions of the C library, point by point. A call of them in a handler would keep its frame, and those of a long
 * program would add up; here the frame is gone at the return. */
function double log_of(double x) { return __builtin_log(x); }
function float log_of(float x) { return __builtin_logf(x); }
function double sin_of(double x) { return __builtin_sin(x); }
function float sin_of(float x) { return __builtin_sinf(x); }
function double cos_of(double x) { return __builtin_cos(x); }
function float cos_of(float x) { return __builtin_cosf(x); }
function double tanh_of(double x) { return __builtin_tanh(x); }
function float tanh_of(float x) { return __builtin_tanhf(x); }
function double pow_of(double x, double y) { return __builtin_pow(x, y); }
function float pow_of(float x, float y) { return __builtin_powf(x, y); }
#define AT_POINTS(name, function_of)                                                                    \
    template <class V> static __attribute__((noinline)) V name(V a) {                                   \
        for (unsigned long i = 0; i < sizeof(V) / sizeof(a[0]); i++) a[i] = function_of(a[i]);          \
        return a;                                                                                       \
    }
AT_POINTS(logarithm, log_of)
AT_POINTS(sine_of, sin_of)
AT_POINTS(cosine, cos_of)
AT_POINTS(hyperbolic_tangent, tanh_of)
#undef AT_POINTS
template <class V> static __attribute__((noinline)) V raised(V a, V exponent) {
    for (unsigned long i = 0; i < sizeof(V) / sizeof(a[0]); i++) a[i] = pow_of(a[i], exponent[i]);
    return a;
}
