/* Statistics of pairs of numbers: what Go calls. Vectors of eight doubles are GCC's own: where a register is shorter, it takes
   two or four. */
#include "pairs.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 8, RUN = PAIR_RUN }; /* a run of both sides stays in the first cache */

#if defined(__x86_64__)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif

/* An element wherever it lies. */
template <class T> struct __attribute__((packed, may_alias)) loose {
    T value;
};

template <class T> static void widen(const void *from, int64_t n, double *to)
{
    const loose<T> *at = (const loose<T> *)from;
    if (n == RUN) /* a known length lets the compiler use vectors */
        for (int64_t i = 0; i < RUN; i++)
            to[i] = (double)at[i].value;
    else
        for (int64_t i = 0; i < n; i++)
            to[i] = (double)at[i].value;
}

static void as_doubles(int type, const void *from, int64_t n, double *to)
{
    switch (type) {
    case PAIR_F64:
        memcpy(to, from, 8 * (size_t)n);
        break;
    case PAIR_F32:
        widen<float>(from, n, to);
        break;
    case PAIR_I8:
        widen<int8_t>(from, n, to);
        break;
    case PAIR_I16:
        widen<int16_t>(from, n, to);
        break;
    case PAIR_I32:
        widen<int32_t>(from, n, to);
        break;
    case PAIR_I64:
        widen<int64_t>(from, n, to);
        break;
    case PAIR_U8:
        widen<uint8_t>(from, n, to);
        break;
    case PAIR_U16:
        widen<uint16_t>(from, n, to);
        break;
    case PAIR_U32:
        widen<uint32_t>(from, n, to);
        break;
    case PAIR_U64:
        widen<uint64_t>(from, n, to);
        break;
    }
    for (; n % LANES; n++)
        to[n] = 0;
}

/* One integer of any type; 64 bits of mantissa hold them all. */
static long double integer(int type, const void *from, int64_t i)
{
    switch (type) {
    case PAIR_I8:
        return ((const int8_t *)from)[i];
    case PAIR_U8:
        return ((const uint8_t *)from)[i];
    case PAIR_I16:
        return ((const loose<int16_t> *)from)[i].value;
    case PAIR_U16:
        return ((const loose<uint16_t> *)from)[i].value;
    case PAIR_I32:
        return ((const loose<int32_t> *)from)[i].value;
    case PAIR_U32:
        return ((const loose<uint32_t> *)from)[i].value;
    case PAIR_I64:
        return ((const loose<int64_t> *)from)[i].value;
    default:
        return ((const loose<uint64_t> *)from)[i].value;
    }
}

/* The difference of integers of different types, one of them of 64 bits. */
static void subtract_mixed(int ref_type, int new_type, const void *ref, const void *other, int64_t n, double *diff)
{
    for (int64_t i = 0; i < n; i++)
        diff[i] = (double)(integer(new_type, other, i) - integer(ref_type, ref, i));
    for (; n % LANES; n++)
        diff[n] = 0;
}

/* The exact difference of 64-bit integers, rounded once. */
template <class T> static void subtract(const void *ref, const void *other, int64_t n, double *diff)
{
    for (int64_t i = 0; i < n; i++) {
        const T a = ((const loose<T> *)ref)[i].value, b = ((const loose<T> *)other)[i].value;
        diff[i] = b < a ? -(double)((uint64_t)a - (uint64_t)b) : (double)((uint64_t)b - (uint64_t)a);
    }
    for (; n % LANES; n++)
        diff[n] = 0;
}

static int64_t size_of(int type)
{
    static const char sizes[] = {8, 4, 1, 2, 4, 8, 1, 2, 4, 8};
    return sizes[type];
}

typedef double vd __attribute__((vector_size(64)));
typedef int64_t vl __attribute__((vector_size(64)));
typedef double loose_vd __attribute__((vector_size(64), aligned(8), may_alias)); /* at any multiple of 8 bytes */

static const int64_t no_sign = INT64_MAX;

static inline double total(const vd &x)
{
    return ((x[0] + x[4]) + (x[1] + x[5])) + ((x[2] + x[6]) + (x[3] + x[7]));
}

static inline double largest(const vd &x)
{
    double m = x[0];
    for (int k = 1; k < LANES; k++)
        m = x[k] > m ? x[k] : m;
    return m;
}

/* How far apart two doubles are, in representable numbers. */
static inline int64_t ordered(int64_t bits) { return (bits ^ ((bits >> 63) & no_sign)) - (bits >> 63); }

static inline uint64_t apart(double a, double b)
{
    int64_t x, y;
    memcpy(&x, &a, 8);
    memcpy(&y, &b, 8);
    x = ordered(x), y = ordered(y);
    return x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
}

static inline uint64_t apart_single(float a, float b)
{
    int32_t x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    int64_t p = x < 0 ? (int64_t)INT32_MIN - x : x, q = y < 0 ? (int64_t)INT32_MIN - y : y;
    return (uint64_t)(p > q ? p - q : q - p);
}

/* What a ULP is: of doubles, of floats, or 1 between integers. */
enum ulp_kind { DOUBLES, FLOATS, WHOLE };

/* A run of at most RUN pairs as doubles. All arrays are padded with zeros to whole vectors. */
struct run {
    const double *ref, *other;
    const double *diff; /* new - ref of 64-bit integers; NULL: to be formed */
    int64_t n, first;
    ulp_kind kind;
};

/* A pair that is not two finite numbers. */
static void odd_pair(const run &r, int64_t i, const limits &limits, sums &s)
{
    const double a = r.ref[i], b = r.other[i];
    bool never = false;
    if (isnan(a) && isnan(b)) {
        s.both_nan++;
        never = limits.strict_nan;
    } else if (isnan(a) || isnan(b)) {
        s.one_nan++;
        never = true;
    } else if (a != b) {
        s.infinite++;
        never = true;
    }
    if (!never)
        return;
    s.unequal++, s.beyond++, s.nevers++;
    if (s.first_nan < 0)
        s.first_nan = r.first + i;
}

/* A run of which some pairs differ, or are not finite. */
CLONES static void differing(const run &r, const limits &limits, sums &s, int64_t *octaves)
{
    for (int64_t i = 0; i < r.n; i++) {
        const double a = r.ref[i], b = r.other[i];
        if (!isfinite(a) || !isfinite(b)) {
            odd_pair(r, i, limits, s);
            continue;
        }
        const double e = r.diff ? r.diff[i] : b - a, d = fabs(e);
        s.finite++;
        s.sum1 += d, s.sum2 += d * d, s.ref1 += fabs(a), s.ref2 += a * a;
        s.sum_ref += a, s.sum_diff += e, s.cross += a * e;
        s.max_ref = fabs(a) > s.max_ref ? fabs(a) : s.max_ref;
        if (d == 0)
            continue;
        const double size = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
        int64_t bits;
        memcpy(&bits, &d, 8);
        octaves[bits >> 52]++;
        s.unequal++;
        const double part = isfinite(d) ? 1 : .5; /* half of a difference stays finite where the whole leaves the range */
        s.beyond += (part == 1 ? d : fabs(part * b - part * a)) > part * limits.fixed + limits.relative * (part * size) + limits.of_ref * fabs(part * a);
        if (d > s.max_abs)
            s.max_abs = d, s.worst = r.first + i;
        if (d > s.max_rel * size)
            s.max_rel = d / size;
        uint64_t u = r.kind == DOUBLES ? apart(a, b) : r.kind == FLOATS ? apart_single((float)a, (float)b) : (uint64_t)d;
        s.ulp = u > s.ulp ? u : s.ulp;
    }
}

/* The reference alone: all that a run of equal pairs adds. False where it is not finite. */
CLONES static bool equal(const run &r, sums &s)
{
    vd r1 = {}, r2 = {}, sum = {}, top = {};
    for (int64_t i = 0; i < r.n; i += LANES) {
        const vd x = *(const loose_vd *)(r.ref + i), ax = (vd)((vl)x & no_sign);
        r1 += ax, r2 += x * x, sum += x;
        top = ax > top ? ax : top;
    }
    const double square = total(r2), most = largest(top);
    if (!isfinite(square))
        return false;
    s.finite += r.n;
    s.ref1 += total(r1), s.ref2 += square, s.sum_ref += total(sum);
    s.max_ref = most > s.max_ref ? most : s.max_ref;
    return true;
}

static void add(int ref_type, int new_type, const void *ref, const void *other, int64_t n, int64_t first,
                const limits &limits, sums &s, int64_t *octaves)
{
    alignas(64) double a[RUN], b[RUN], diff[RUN];
    const char *x = (const char *)ref, *y = (const char *)other;
    const bool alike = ref_type == new_type, whole = ref_type >= PAIR_I8 && new_type >= PAIR_I8;
    run r = {a, b, NULL, 0, first, whole ? WHOLE : alike && ref_type == PAIR_F32 ? FLOATS : DOUBLES};
    if (whole && (size_of(ref_type) == 8 || size_of(new_type) == 8))
        r.diff = diff;
    s.count += n;
    for (int64_t at = 0; at < n; at += RUN) {
        r.n = n - at < (int64_t)RUN ? n - at : (int64_t)RUN;
        r.first = first + at;
        const char *p = x + at * size_of(ref_type), *q = y + at * size_of(new_type);
        const bool in_place = r.n % LANES == 0; /* no padding needed */
        r.ref = a, r.other = b;
        if (in_place && ref_type == PAIR_F64)
            r.ref = (const double *)p;
        else
            as_doubles(ref_type, p, r.n, a);
        if (alike && memcmp(p, q, (size_t)(r.n * size_of(ref_type))) == 0 && equal(r, s))
            continue;
        if (in_place && new_type == PAIR_F64)
            r.other = (const double *)q;
        else
            as_doubles(new_type, q, r.n, b);
        if (r.diff && !alike)
            subtract_mixed(ref_type, new_type, p, q, r.n, diff);
        else if (r.diff)
            ref_type == PAIR_I64 ? subtract<int64_t>(p, q, r.n, diff) : subtract<uint64_t>(p, q, r.n, diff);
        differing(r, limits, s, octaves);
    }
}

/* The arrays hold PAIR_RUN doubles each. */
static void spread(int ref_type, int new_type, const void *ref, const void *other, int64_t n, double *a, double *b, double *diff)
{
    as_doubles(ref_type, ref, n, a);
    as_doubles(new_type, other, n, b);
    if (ref_type < PAIR_I8 || new_type < PAIR_I8 || (size_of(ref_type) < 8 && size_of(new_type) < 8))
        for (int64_t i = 0; i < n; i++)
            diff[i] = b[i] - a[i];
    else if (ref_type != new_type)
        subtract_mixed(ref_type, new_type, ref, other, n, diff);
    else
        ref_type == PAIR_I64 ? subtract<int64_t>(ref, other, n, diff) : subtract<uint64_t>(ref, other, n, diff);
}

#include "pairs_complex.h"

void pairs_spread(int ref_type, int new_type, const void *ref, const void *other, int64_t n, double *a, double *b, double *diff)
{
    if (ref_type == PAIR_C128)
        return spread_complex(ref, other, n, a, b, diff);
    spread(ref_type, new_type, ref, other, n, a, b, diff);
}

void pairs_add(int ref_type, int new_type, const void *ref, const void *other, int64_t n, int64_t first, const struct limits *limits, struct sums *s, int64_t *octaves)
{
    if (ref_type == PAIR_C128)
        return add_complex(ref, other, n, first, *limits, *s, octaves);
    add(ref_type, new_type, ref, other, n, first, *limits, *s, octaves);
}
