/* The loops over pairs for one instruction set; pairs.cpp includes this once for each. Vectors of
   eight doubles are GCC's own: where a register is shorter, it takes two or four. */
#ifndef PAIRS_SET
#error "pairs.cpp includes this"
#endif

#include "pairs_widen.h"

namespace PAIRS_SET {

typedef double vd __attribute__((vector_size(64)));
typedef int64_t vl __attribute__((vector_size(64)));
typedef uint64_t vu __attribute__((vector_size(64)));
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

static inline int64_t counted(const vl &x)
{
    int64_t n = 0;
    for (int k = 0; k < LANES; k++)
        n += x[k];
    return n;
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
    double *diff; /* new - ref; given for 64-bit integers, else formed here */
    int64_t n, first;
    ulp_kind kind;
    bool given;
};

/* A pair that is not two finite numbers, or whose squares leave the range. */
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

/* A run that holds NaN, infinities, or numbers whose squares leave the range: pair by pair. */
static void odd(const run &r, const limits &limits, sums &s, int64_t *octaves)
{
    for (int64_t i = 0; i < r.n; i++) {
        const double a = r.ref[i], b = r.other[i];
        if (!isfinite(a) || !isfinite(b)) {
            odd_pair(r, i, limits, s);
            continue;
        }
        const double e = r.diff[i], d = fabs(e);
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
static bool equal(const run &r, sums &s)
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

/* Counts differences by their exponent. Four tables, since neighbours share an exponent and a
   counter is not ready again at once. Equal pairs fall into 0 and are taken out. */
static void by_octave(const run &r, int64_t padded, int64_t unequal, int64_t *octaves)
{
    const int64_t *bits = (const int64_t *)r.diff;
    for (int64_t i = 0; i < padded; i += PAIR_TABLES)
        for (int k = 0; k < PAIR_TABLES; k++) {
            int64_t b;
            memcpy(&b, bits + i + k, 8);
            octaves[k * PAIR_OCTAVES + ((b >> 52) & (PAIR_OCTAVES - 1))]++;
        }
    octaves[0] -= padded - unequal;
}

/* What a new maximum needs: where it lies, and the ratio. */
static void find(const run &r, double top, bool ratio, sums &s)
{
    if (top > s.max_abs) {
        s.max_abs = top;
        for (int64_t i = 0; i < r.n; i++)
            if (fabs(r.diff[i]) == top) {
                s.worst = r.first + i;
                break;
            }
    }
    for (int64_t i = 0; ratio && i < r.n; i++) {
        const double a = fabs(r.ref[i]), b = fabs(r.other[i]), size = a > b ? a : b, d = fabs(r.diff[i]);
        if (d > s.max_rel * size)
            s.max_rel = d / size;
    }
}

/* A run of which some pairs differ. False, and nothing added, where it is not finite. */
static bool differing(const run &r, const limits &limits, sums &s, int64_t *octaves)
{
    vd s1 = {}, s2 = {}, sd = {}, cross = {}, r1 = {}, r2 = {}, sum = {}, top = {}, top_ref = {};
    vl equals = {}, within = {}, more = {};
    vu steps = {};
    const double fixed = limits.fixed, relative = limits.relative, of_ref = limits.of_ref, max_rel = s.max_rel;
    int64_t i = 0;
    for (; i < r.n; i += LANES) {
        const vd x = *(const loose_vd *)(r.ref + i), y = *(const loose_vd *)(r.other + i);
        const vd e = r.given ? (vd) * (const loose_vd *)(r.diff + i) : y - x;
        const vd d = (vd)((vl)e & no_sign), ax = (vd)((vl)x & no_sign), ay = (vd)((vl)y & no_sign);
        const vd size = ax > ay ? ax : ay;
        *(loose_vd *)(r.diff + i) = e;
        s1 += d, s2 += e * e, sd += e, cross += e * x, r1 += ax, r2 += x * x, sum += x;
        top = d > top ? d : top;
        top_ref = ax > top_ref ? ax : top_ref;
        equals += e == 0;
        within += d <= fixed + relative * size + of_ref * ax;
        more |= d > max_rel * size;
        const vl p = ((vl)x ^ (((vl)x >> 63) & no_sign)) - ((vl)x >> 63), q = ((vl)y ^ (((vl)y >> 63) & no_sign)) - ((vl)y >> 63);
        const vu u = p > q ? (vu)p - (vu)q : (vu)q - (vu)p;
        steps = u > steps ? u : steps;
    }
    const double square = total(s2), ref_square = total(r2), most = largest(top), most_ref = largest(top_ref);
    if (!isfinite(square) || !isfinite(ref_square))
        return false;
    const int64_t unequal = i + counted(equals);
    s.finite += r.n;
    s.sum1 += total(s1), s.sum2 += square, s.sum_diff += total(sd), s.cross += total(cross);
    s.ref1 += total(r1), s.ref2 += ref_square, s.sum_ref += total(sum);
    s.max_ref = most_ref > s.max_ref ? most_ref : s.max_ref;
    s.unequal += unequal;
    s.beyond += i + counted(within);
    by_octave(r, i, unequal, octaves);
    find(r, most, counted(more) != 0, s);
    if (r.kind == WHOLE && (uint64_t)most > s.ulp)
        s.ulp = (uint64_t)most;
    for (int k = 0; r.kind == DOUBLES && k < LANES; k++)
        s.ulp = steps[k] > s.ulp ? steps[k] : s.ulp;
    for (int64_t k = 0; r.kind == FLOATS && k < r.n; k++) {
        const uint64_t u = apart_single((float)r.ref[k], (float)r.other[k]);
        s.ulp = u > s.ulp ? u : s.ulp;
    }
    return true;
}

static void add(int ref_type, int new_type, const void *ref, const void *other, int64_t n, int64_t first,
                const limits &limits, sums &s, int64_t *octaves)
{
    alignas(64) double a[RUN], b[RUN], diff[RUN];
    const char *x = (const char *)ref, *y = (const char *)other;
    const bool alike = ref_type == new_type, whole = ref_type >= PAIR_I8 && new_type >= PAIR_I8;
    run r = {a, b, diff, 0, first, whole ? WHOLE : alike && ref_type == PAIR_F32 ? FLOATS : DOUBLES, false};
    r.given = whole && (size_of(ref_type) == 8 || size_of(new_type) == 8);
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
        if (r.given && !alike)
            subtract_mixed(ref_type, new_type, p, q, r.n, diff);
        else if (r.given)
            ref_type == PAIR_I64 ? subtract<int64_t>(p, q, r.n, diff) : subtract<uint64_t>(p, q, r.n, diff);
        if (!differing(r, limits, s, octaves))
            odd(r, limits, s, octaves);
    }
}

/* The arrays hold PAIR_RUN doubles each. */
[[maybe_unused]] static void spread(int ref_type, int new_type, const void *ref, const void *other, int64_t n, double *a, double *b, double *diff)
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

} // namespace PAIRS_SET
