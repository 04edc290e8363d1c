/* The dialect for g++: vectors of an instruction set. Included by dialect.h, see there. */
#define function static inline __attribute__((always_inline))
#define outlined static __attribute__((noinline))
#define member inline __attribute__((always_inline))
#define species_count(n) (n)
static constexpr bool ONE_PASS = false;
#if defined(ISA_AVX512) || !defined(__x86_64__)
static constexpr bool MANY_REGISTERS = true;
#else
static constexpr bool MANY_REGISTERS = false;
#endif
#define unrolled
#define all_unrolled
#define ROW_ALIGNMENT
#define constants static constexpr double
#define MASS_PASS 6
#define TRANSLATED 1
#define OWN_SET 0
#define TEAM 1
#define AHEAD 0
#define NEXT 0
#define UNROLL 1
#define CONVERTED_ROW 0
#define MAY_BE_ABSENT 0
#define COUPLES 1
#define worth(m) any(m)

#if defined(ISA_AVX512)
static constexpr long WIDTH = 8;
#elif defined(ISA_AVX2)
static constexpr long WIDTH = 4;
#else /* baseline of amd64, NEON of arm64 */
static constexpr long WIDTH = 2;
#endif
static constexpr long POINTS = 2 * WIDTH; /* two vectors: one alone leaves half of the latency exposed, 1.5x */

typedef double vector __attribute__((vector_size(8 * WIDTH)));
typedef unsigned long long word __attribute__((vector_size(8 * WIDTH)));
typedef double loose_vector __attribute__((vector_size(8 * WIDTH), aligned(8), may_alias));

/* ---- one vector. AVX-512 is written by hand (in the maskz forms, with a full mask: gcc 12 warns about the plain ones'
 * undefined merge source). The others are GCC's own vectors; by hand is what GCC has no good code for. ---- */
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
function lanes both(lanes a, lanes b) { return a & b; }
function lanes either(lanes a, lanes b) { return a | b; }
function lanes not_in(lanes a) { return (lanes)~a; }
#else
typedef vector lanes;
function lanes both(lanes a, lanes b) { return (lanes)((word)a & (word)b); }
function lanes either(lanes a, lanes b) { return (lanes)((word)a | (word)b); }
function lanes not_in(lanes a) { return (lanes)~(word)a; }
function vector broadcast(double a) { return a - vector{}; }
function vector rough_reciprocal(vector a) { return 1.0 / a; }
function vector fair_reciprocal(vector a) { return 1.0 / a; }
function vector reciprocal(vector a) { return 1.0 / a; }
#if defined(ISA_AVX2)
function lanes less(vector a, vector b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
function lanes less_equal(vector a, vector b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
function lanes equal(vector a, vector b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
function bool any(lanes a, lanes b) { return _mm256_movemask_pd(_mm256_or_pd(a, b)) != 0; }
function vector select(lanes m, vector a, vector b) { return _mm256_blendv_pd(b, a, m); }
function unsigned bits(lanes m) { return (unsigned)_mm256_movemask_pd(m); }
function vector min(vector a, vector b) { return _mm256_min_pd(b, a); }
function vector max(vector a, vector b) { return _mm256_max_pd(b, a); }
function vector sqrt(vector a) { return _mm256_sqrt_pd(a); }
function word third_of_high(word a) { return (word)_mm256_mul_epu32((__m256i)(a >> 32), _mm256_set1_epi64x(0x55555556)); }
#else
function lanes less(vector a, vector b) { return (lanes)(a < b); }
function lanes less_equal(vector a, vector b) { return (lanes)(a <= b); }
function lanes equal(vector a, vector b) { return (lanes)(a == b); }
function vector select(lanes m, vector a, vector b) { return (vector)(((word)m & (word)a) | (~(word)m & (word)b)); }
#if defined(__x86_64__)
function unsigned bits(lanes m) { return (unsigned)_mm_movemask_pd(m); }
function bool any(lanes a, lanes b) { return _mm_movemask_pd(_mm_or_pd(a, b)) != 0; }
function vector min(vector a, vector b) { return _mm_min_pd(b, a); }
function vector max(vector a, vector b) { return _mm_max_pd(b, a); }
function vector sqrt(vector a) { return _mm_sqrt_pd(a); }
function word third_of_high(word a) { return (word)_mm_mul_epu32((__m128i)(a >> 32), _mm_set1_epi64x(0x55555556)); }
#else
function unsigned bits(lanes m) { return (unsigned)(((word)m)[0] & 1) | (unsigned)(((word)m)[1] & 2); }
function bool any(lanes a, lanes b) { return vmaxvq_u32((uint32x4_t)either(a, b)) != 0; }
function vector min(vector a, vector b) { return b < a ? b : a; } /* fmin and fminnm treat a NaN otherwise */
function vector max(vector a, vector b) { return b > a ? b : a; }
function vector sqrt(vector a) { return (vector)vsqrtq_f64((float64x2_t)a); }
function word third_of_high(word a) { return (word)vmull_n_u32(vshrn_n_u64((uint64x2_t)a, 32), 0x55555556); }
#endif
#endif
#endif

/* The least and the greatest lane, by halves; no lane is a NaN. */
#if defined(__x86_64__)
function double lowest(__m128d a) { return _mm_cvtsd_f64(_mm_min_sd(a, _mm_unpackhi_pd(a, a))); }
function double highest(__m128d a) { return _mm_cvtsd_f64(_mm_max_sd(a, _mm_unpackhi_pd(a, a))); }
#else
function double lowest(vector a) { return a[1] < a[0] ? a[1] : a[0]; }
function double highest(vector a) { return a[1] > a[0] ? a[1] : a[0]; }
#endif
#if defined(ISA_AVX512) || defined(ISA_AVX2)
function double lowest(__m256d a) { return lowest(_mm_min_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1))); }
function double highest(__m256d a) { return highest(_mm_max_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1))); }
#endif
#if defined(ISA_AVX512)
function double lowest(vector a) { return lowest(_mm256_min_pd(low_half(a), high_half(a))); }
function double highest(vector a) { return highest(_mm256_max_pd(low_half(a), high_half(a))); }
#endif

/* Arithmetic on the bits of a double; on unsigned words only (signed overflow is undefined). */
function vector abs(vector x) { return (vector)((word)x & 0x7fffffffffffffffULL); }
function vector rough_sqrt(vector x) { return (vector)(((word)x >> 1) + 0x1ff7a3bea91d9b1bULL); }
function vector rough_cbrt(vector x) { return (vector)(third_of_high((word)x) + 0x2a9f789300000000ULL); }
function void ask(const double *) {}
function bool uniformly(bool c) { return c; }
function lanes above(vector a, double limit) { return less(broadcast(limit), a); }
function vector reversed(lanes m, vector a) { return select(m, -a, a); }
function vector chosen(lanes m, const double *a, const double *b, long k) { return select(m, broadcast(a[k]), broadcast(b[k])); }
function long of_team() { return 0; }
typedef vector sign;
function sign no_sign() { return broadcast(0.0); }
function sign worse(sign s, vector a) { return min(s, a); }
function lanes hardly_negative(sign s) { return less_equal(broadcast(-1e-6), s); }
function double infinity() { return __builtin_inf(); }
function double quiet_nan() { return __builtin_nan(""); }

/* The two vectors of a batch. What nobody asked for goes to a tile, without a question. */
struct pair {
    vector a, b;
};
function pair load_pair(const double *at) { return pair{*(const loose_vector *)at, *(const loose_vector *)(at + WIDTH)}; }
function void store_pair(double *at, vector a, vector b) {
    *(loose_vector *)at = a;
    *(loose_vector *)(at + WIDTH) = b;
}
typedef float loose_singles __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
function pair load_pair(const float *at) {
    return pair{__builtin_convertvector(*(const loose_singles *)at, vector), __builtin_convertvector(*(const loose_singles *)(at + WIDTH), vector)};
}
function void store_pair(float *at, vector a, vector b) {
    *(loose_singles *)at = __builtin_convertvector(a, loose_singles);
    *(loose_singles *)(at + WIDTH) = __builtin_convertvector(b, loose_singles);
}
/* Only the lanes whose bits are set are touched. */
#if defined(ISA_AVX512)
function vector load_lanes(vector others, const double *at, unsigned lanes) { return _mm512_mask_loadu_pd(others, (__mmask8)lanes, at); }
function void store_lanes(double *at, vector x, unsigned lanes) { _mm512_mask_storeu_pd(at, (__mmask8)lanes, x); }
#else
function vector load_lanes(vector others, const double *at, unsigned lanes) {
    for (long i = 0; i < WIDTH; ++i)
        if (lanes >> i & 1) others[i] = at[i];
    return others;
}
function void store_lanes(double *at, vector x, unsigned lanes) {
    for (long i = 0; i < WIDTH; ++i)
        if (lanes >> i & 1) at[i] = x[i];
}
#endif
function void store_pair_asked(double *at, vector a, vector b, int) { store_pair(at, a, b); }
function void fetch(const double *at) { /* into the cache; a cache line holds 8 doubles */
    for (long i = 0; i < POINTS; i += 8) __builtin_prefetch(at + i);
}
