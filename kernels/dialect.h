/* The dialect: everything that differs between the compilers. Kernels are written in it alone.
 *
 *   real      one value per point: a double on the GPU, a pack of POINTS points on the CPU
 *   mask      one truth value per point: made by < <= > >= ==, joined by & | !
 *   row       the values of one view over the species of a point: Yi[i] is a real
 *   output_row   the same of an output: vi[i] = x stores, real(vi[i]) reads back what was stored
 *   function  begins the definition of every function that handles a real; outlined, of one that
 *             building blocks share: on the CPU it is compiled once and called, which costs a few ns
 *             a pack and saves half of the compiler's time
 *   select(m, a, b)   a where m, else b          any(m)   is m true at some point of the pack
 *   min max abs sqrt, and of mathematics.h: log
 *   rough_*   approximations to start an iteration from: relative error below 0.07 (sqrt, cbrt)
 *             and 1e-4 (reciprocal)
 *   reciprocal   1/x to about 1 ulp        fair_reciprocal   to 4e-9 or better
 *   lowest highest    the least and the greatest number in the pack
 * max(a, b) and min(a, b) keep a NaN in a.
 *
 * On the CPU it is included within a namespace of its own per instruction set, after the system
 * headers and a #pragma GCC target; ISA_AVX512, ISA_AVX2 or ISA_BASELINE says which.
 */
#ifdef __CUDACC__

#define function static __device__ __forceinline__
#define outlined function
#define member __device__ __forceinline__
typedef double real;
typedef bool mask;
static constexpr long POINTS = 1;
#define species_count(n) SPECIES_COUNT /* known when the text is compiled */

function real select(mask m, real a, real b) { return m ? a : b; }
function mask select(mask m, mask a, mask b) { return m ? a : b; }
function bool any(mask m) { return m; }
function real min(real a, real b) { return b < a ? b : a; }
function real max(real a, real b) { return b > a ? b : a; }
function double lowest(real a) { return a; }
function double highest(real a) { return a; }
function real abs(real a) { return fabs(a); }
function real not_a_number() { return __longlong_as_double(0x7ff8000000000000LL); }
function real reciprocal(real a) { return 1.0 / a; }
function real fair_reciprocal(real a) { return 1.0 / a; }
function real rough_reciprocal(real a) { return 1.0 / a; }
function real rough_sqrt(real a) { return sqrt(a); }
function real rough_cbrt(real a) { return cbrt(a); }
function real load(const double *at) { return *at; }
function void fetch(const double *) {}
function void store(double *at, real x) { *at = x; }
function bool store_asks(bool asked) { return asked; }

#else

#define function static inline __attribute__((always_inline))
#define outlined static __attribute__((noinline))
#define member inline __attribute__((always_inline))
#define species_count(n) (n)

#if defined(ISA_AVX512)
static constexpr long WIDTH = 8;
#elif defined(ISA_AVX2)
static constexpr long WIDTH = 4;
#else
static constexpr long WIDTH = 2;
#endif
static constexpr long POINTS = 2 * WIDTH; /* two vectors: one alone leaves half of the latency exposed, 1.5x */

typedef double vector __attribute__((vector_size(8 * WIDTH)));
typedef unsigned long long word __attribute__((vector_size(8 * WIDTH)));
typedef double loose_vector __attribute__((vector_size(8 * WIDTH), aligned(8), may_alias));

/* ---- one vector: what the instruction sets do each in their own way (the maskz forms, with a full
 * mask, because gcc 12 warns about the plain ones' undefined merge source) ---- */
#if defined(ISA_AVX512)
typedef __mmask8 lanes;
function lanes less(vector a, vector b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
function lanes less_equal(vector a, vector b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
function lanes equal(vector a, vector b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
function vector select(lanes m, vector a, vector b) { return _mm512_mask_blend_pd(m, b, a); }
function unsigned bits(lanes m) { return m; }
function bool any(lanes a, lanes b) { return !_kortestz_mask8_u8(a, b); }
function vector min(vector a, vector b) { return _mm512_maskz_min_pd(255, b, a); }
function vector max(vector a, vector b) { return _mm512_maskz_max_pd(255, b, a); }
function vector broadcast(double a) { return _mm512_set1_pd(a); }
function __m256d low_half(vector a) { return _mm512_maskz_extractf64x4_pd(255, a, 0); }
function __m256d high_half(vector a) { return _mm512_maskz_extractf64x4_pd(255, a, 1); }
function vector sqrt(vector a) { return _mm512_maskz_sqrt_pd(255, a); }
function vector rough_reciprocal(vector a) { return _mm512_maskz_rcp14_pd(255, a); }
function vector fair_reciprocal(vector a) { /* 14 -> 28 bits */
    const vector r = rough_reciprocal(a);
    return r + r * (1.0 - a * r);
}
function vector reciprocal(vector a) { /* 14 -> 56 bits: r (1+e)(1+e^2), short in latency; hardware division is slower */
    const vector r = rough_reciprocal(a), e = 1.0 - a * r, s = r + r * e;
    return s + s * (e * e);
}
function word third_of_high(word a) { return (word)_mm512_maskz_mul_epu32(255, (__m512i)(a >> 32), _mm512_set1_epi64(0x55555556)); }
#elif defined(ISA_AVX2)
typedef vector lanes;
function lanes less(vector a, vector b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
function lanes less_equal(vector a, vector b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
function lanes equal(vector a, vector b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
function vector select(lanes m, vector a, vector b) { return _mm256_blendv_pd(b, a, m); }
function unsigned bits(lanes m) { return (unsigned)_mm256_movemask_pd(m); }
function bool any(lanes a, lanes b) { return _mm256_movemask_pd(_mm256_or_pd(a, b)) != 0; }
function vector min(vector a, vector b) { return _mm256_min_pd(b, a); }
function vector max(vector a, vector b) { return _mm256_max_pd(b, a); }
function vector broadcast(double a) { return _mm256_set1_pd(a); }
function vector sqrt(vector a) { return _mm256_sqrt_pd(a); }
function vector rough_reciprocal(vector a) { return 1.0 / a; }
function vector fair_reciprocal(vector a) { return 1.0 / a; }
function vector reciprocal(vector a) { return 1.0 / a; }
function word third_of_high(word a) { return (word)_mm256_mul_epu32((__m256i)(a >> 32), _mm256_set1_epi64x(0x55555556)); }
#else
typedef vector lanes;
function lanes less(vector a, vector b) { return _mm_cmplt_pd(a, b); }
function lanes less_equal(vector a, vector b) { return _mm_cmple_pd(a, b); }
function lanes equal(vector a, vector b) { return _mm_cmpeq_pd(a, b); }
function vector select(lanes m, vector a, vector b) { return (vector)(((word)m & (word)a) | (~(word)m & (word)b)); }
function unsigned bits(lanes m) { return (unsigned)_mm_movemask_pd(m); }
function bool any(lanes a, lanes b) { return _mm_movemask_pd(_mm_or_pd(a, b)) != 0; }
function vector min(vector a, vector b) { return _mm_min_pd(b, a); }
function vector max(vector a, vector b) { return _mm_max_pd(b, a); }
function vector broadcast(double a) { return _mm_set1_pd(a); }
function vector sqrt(vector a) { return _mm_sqrt_pd(a); }
function vector rough_reciprocal(vector a) { return 1.0 / a; }
function vector fair_reciprocal(vector a) { return 1.0 / a; }
function vector reciprocal(vector a) { return 1.0 / a; }
function word third_of_high(word a) { return (word)_mm_mul_epu32((__m128i)(a >> 32), _mm_set1_epi64x(0x55555556)); }
#endif

function double lowest(__m128d a) { return _mm_cvtsd_f64(_mm_min_sd(a, _mm_unpackhi_pd(a, a))); }
function double highest(__m128d a) { return _mm_cvtsd_f64(_mm_max_sd(a, _mm_unpackhi_pd(a, a))); }
#if !defined(ISA_BASELINE)
function __m128d low_half(__m256d a) { return _mm256_castpd256_pd128(a); }
function __m128d high_half(__m256d a) { return _mm256_extractf128_pd(a, 1); }
function double lowest(__m256d a) { return lowest(_mm_min_pd(low_half(a), high_half(a))); }
function double highest(__m256d a) { return highest(_mm_max_pd(low_half(a), high_half(a))); }
#endif
#if defined(ISA_AVX512)
function double lowest(vector a) { return lowest(_mm256_min_pd(low_half(a), high_half(a))); }
function double highest(vector a) { return highest(_mm256_max_pd(low_half(a), high_half(a))); }
#endif

#if defined(ISA_AVX512)
function lanes both(lanes a, lanes b) { return a & b; }
function lanes either(lanes a, lanes b) { return a | b; }
function lanes not_in(lanes a) { return (lanes)~a; }
#else
function lanes both(lanes a, lanes b) { return (lanes)((word)a & (word)b); }
function lanes either(lanes a, lanes b) { return (lanes)((word)a | (word)b); }
function lanes not_in(lanes a) { return (lanes)~(word)a; }
#endif

/* ---- the pack: two vectors ---- */
struct real {
    vector a, b;
    real() = default;
    member real(double x) : a(broadcast(x)), b(a) {}
    member real(vector first, vector second) : a(first), b(second) {}
};
struct mask {
    lanes a, b;
};

function real operator+(real x, real y) { return real(x.a + y.a, x.b + y.b); }
function real operator-(real x, real y) { return real(x.a - y.a, x.b - y.b); }
function real operator*(real x, real y) { return real(x.a * y.a, x.b * y.b); }
function real operator/(real x, real y) { return real(x.a / y.a, x.b / y.b); }
function real operator-(real x) { return real(-x.a, -x.b); }
function real &operator+=(real &x, real y) { return x = x + y; }
function real &operator-=(real &x, real y) { return x = x - y; }

function mask operator<(real x, real y) { return mask{less(x.a, y.a), less(x.b, y.b)}; }
function mask operator>(real x, real y) { return y < x; }
function mask operator<=(real x, real y) { return mask{less_equal(x.a, y.a), less_equal(x.b, y.b)}; }
function mask operator>=(real x, real y) { return y <= x; }
function mask operator==(real x, real y) { return mask{equal(x.a, y.a), equal(x.b, y.b)}; }
function mask operator&(mask m, mask n) { return mask{both(m.a, n.a), both(m.b, n.b)}; }
function mask operator|(mask m, mask n) { return mask{either(m.a, n.a), either(m.b, n.b)}; }
function mask operator!(mask m) { return mask{not_in(m.a), not_in(m.b)}; }

function real select(mask m, real x, real y) { return real(select(m.a, x.a, y.a), select(m.b, x.b, y.b)); }
function mask select(mask m, mask n, mask o) { return (m & n) | ((!m) & o); }
function bool any(mask m) { return any(m.a, m.b); }
function unsigned bits(mask m) { return bits(m.a) | bits(m.b) << WIDTH; }
function real min(real x, real y) { return real(min(x.a, y.a), min(x.b, y.b)); }
function real max(real x, real y) { return real(max(x.a, y.a), max(x.b, y.b)); }
/* NaNs are passed over: the infinity stands first, and min and max keep what stands first. */
function double lowest(real x) { return lowest(min(min(broadcast(__builtin_inf()), x.a), x.b)); }
function double highest(real x) { return highest(max(max(broadcast(-__builtin_inf()), x.a), x.b)); }
function real sqrt(real x) { return real(sqrt(x.a), sqrt(x.b)); }
function real not_a_number() { return real(__builtin_nan("")); }
function real reciprocal(real x) { return real(reciprocal(x.a), reciprocal(x.b)); }
function real fair_reciprocal(real x) { return real(fair_reciprocal(x.a), fair_reciprocal(x.b)); }
function real rough_reciprocal(real x) { return real(rough_reciprocal(x.a), rough_reciprocal(x.b)); }

/* Arithmetic on the bits of a double; on unsigned words only (signed overflow is undefined). */
function vector abs(vector x) { return (vector)((word)x & 0x7fffffffffffffffULL); }
function vector rough_sqrt(vector x) { return (vector)(((word)x >> 1) + 0x1ff7a3bea91d9b1bULL); }
function vector rough_cbrt(vector x) { return (vector)(third_of_high((word)x) + 0x2a9f789300000000ULL); }
function real abs(real x) { return real(abs(x.a), abs(x.b)); }
function real rough_sqrt(real x) { return real(rough_sqrt(x.a), rough_sqrt(x.b)); }
function real rough_cbrt(real x) { return real(rough_cbrt(x.a), rough_cbrt(x.b)); }

function real load(const double *at) {
    return real(*(const loose_vector *)at, *(const loose_vector *)(at + WIDTH));
}
function void fetch(const double *at) { /* into the cache; a cache line holds 8 doubles */
    for (long i = 0; i < POINTS; i += 8) __builtin_prefetch(at + i);
}
function void store(double *at, real x) {
    *(loose_vector *)at = x.a;
    *(loose_vector *)(at + WIDTH) = x.b;
}
function bool store_asks(bool) { return true; } /* what nobody asked for goes to a tile, without a question */

#endif

/* One view over the species of a point (of a pack of points): Yi[i] of species i. */
struct row {
    const double *at;
    long stride; /* from one species to the next, in doubles */
    member real operator[](long i) const { return load(at + i * stride); }
    member void fetch_ahead(long i) const { fetch(at + i * stride + 16); } /* the points after these: NS 50, 35 -> 29 ns */
};

/* One output over the species of a point. Where nobody asked for it, asked is false and what is
 * stored is lost: a kernel that reads back, or that has much to compute, looks at asked first. */
struct output_row {
    double *at;
    long stride; /* from one species to the next, in doubles */
    bool asked;
    struct place {
        double *at;
        bool asked;
        member void operator=(real x) const {
            if (store_asks(asked)) store(at, x);
        }
        member operator real() const { return load(at); }
    };
    member place operator[](long i) const { return place{at + i * stride, asked}; }
};
