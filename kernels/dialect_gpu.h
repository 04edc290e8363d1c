/* The dialect for NVRTC: a vector is one double of one thread. JAM is how many points a thread works on,
 * 1 or 2 (then as a pack of two, pack.h). Included by dialect.h, see there. */
#ifndef JAM
#define JAM 1
#endif
#define function static __device__ __forceinline__
#define outlined function
#define member __device__ __forceinline__
#include "bounds.h"
typedef double vector;
typedef bool lanes;
static constexpr long WIDTH = 1, POINTS = JAM;
#define species_count(n) SPECIES_COUNT /* known when the text is compiled */
static constexpr bool ONE_PASS = true;
#ifndef UNROLL
#define UNROLL 5
#endif
#define PRAGMA(text) _Pragma(#text)
#define UNROLLED(n) PRAGMA(unroll n)
#define unrolled UNROLLED(UNROLL)

function lanes less(vector a, vector b) { return a < b; }
function lanes less_equal(vector a, vector b) { return a <= b; }
function lanes equal(vector a, vector b) { return a == b; }
function lanes both(lanes a, lanes b) { return a & b; }
function lanes either(lanes a, lanes b) { return a | b; }
function lanes not_in(lanes a) { return !a; }
function unsigned bits(lanes m) { return m; }
function bool any(lanes a, lanes b) { return a | b; }
function bool any(lanes m) { return m; }
function bool uniformly(bool c) { return __all_sync(__activemask(), c); }
function vector select(lanes m, vector a, vector b) { return m ? a : b; }
function lanes select(lanes m, lanes a, lanes b) { return m ? a : b; }
function vector broadcast(double a) { return a; }
function vector min(vector a, vector b) { return b < a ? b : a; }
function vector max(vector a, vector b) { return b > a ? b : a; }
function double lowest(vector a) { return a; }
function double highest(vector a) { return a; }
function vector abs(vector a) { return fabs(a); }
function double infinity() { return __longlong_as_double(0x7ff0000000000000LL); }
function double quiet_nan() { return __longlong_as_double(0x7ff8000000000000LL); }

/* The chip's own start, 20 bits (denormals count as 0), then the steps of the pack: no branch, where
 * a hardware-exact division has one. */
#ifdef __CUDACC_RTC__
function vector rough_reciprocal(vector a) {
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    return r;
}
function vector rough_inverse_sqrt(vector a) {
    double r;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    return r;
}
#else /* tests run the texts by g++ */
function vector rough_reciprocal(vector a) { return 1.0 / a; }
function vector rough_inverse_sqrt(vector a) { return rsqrt(a); }
#endif
function vector fair_reciprocal(vector a) {
    const vector r = rough_reciprocal(a);
    return fma(r, fma(-a, r, 1.0), r);
}
function vector reciprocal(vector a) {
    const vector r = rough_reciprocal(a), e = fma(-a, r, 1.0), s = fma(r, e, r);
    return fma(s, e * e, s);
}
/* sqrt(a) = a/sqrt(a): the reciprocal of the root by one step from 20 bits, then one step for the root. */
function vector sqrt(vector a) {
    const vector r = rough_inverse_sqrt(a), e = fma(-a * r, r, 1.0), s = fma(r * e, fma(0.375, e, 0.5), r), root = a * s;
    return fabs(a) < 2.3e-308 ? 0.0 : fma(0.5 * s, fma(-root, root, a), root);
}
function vector rough_sqrt(vector a) { return __hiloint2double((__double2hiint(a) >> 1) + 0x1ff7a3be, 0); }
function vector rough_cbrt(vector a) { return __hiloint2double((int)__umulhi((unsigned)__double2hiint(a), 0x55555556u) + 0x2a9f7893, 0); }

/* The two points of a pack lie side by side at an even point: one access of 16 bytes. */
struct pair {
    vector a, b;
};
function pair load_pair(const double *at) {
    const double2 v = *(const double2 *)readable(at);
    return pair{v.x, v.y};
}
function void store_pair(double *at, vector a, vector b) { *(double2 *)writable_pair(at) = make_double2(a, b); }
function void store_pair_asked(double *at, vector a, vector b, int asked) {
    if (asked == 2) store_pair(at, a, b);
    if (asked == 1) *writable(at) = a;
}
function void fetch(const double *) {}

#if JAM == 1
typedef vector real;
typedef lanes mask;
function real not_a_number() { return quiet_nan(); }
function real load(const double *at) { return *readable(at); }
function void store(double *at, real x) { *writable(at) = x; }
function void store_asked(double *at, real x, int asked) {
    if (asked) store(at, x);
}
#endif
