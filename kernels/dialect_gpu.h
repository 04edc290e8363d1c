/* The dialect for GPUs: a vector is one double of one thread. JAM is how many points a thread works on, a power of
 * two (then as a batch, batch_gpu.h); TEAM is how many threads work on one point. Included by dialect.h, see there. */
#ifndef JAM
#define JAM 1
#endif
#define function static __device__ __forceinline__
#define outlined function
#define member __device__ __forceinline__
#include "gpu.h"
#include "bounds.h"
#define constants __constant__ double
#define ROW_ALIGNMENT __align__(16)
typedef double vector;
typedef bool lanes;
static constexpr long WIDTH = 1, POINTS = JAM;
#define species_count(n) SPECIES_COUNT /* known when the text is compiled */
static constexpr bool ONE_PASS = true;
static constexpr bool MANY_REGISTERS = true;
#ifndef TEAM
#define TEAM 1
#endif
#ifndef MASS_PASS
#define MASS_PASS 6
#endif
#ifndef TRANSLATED
#define TRANSLATED 1
#endif
#ifndef OWN_SET
#define OWN_SET 0
#endif
#ifndef AHEAD
#define AHEAD 0
#endif
#ifndef NEXT
#define NEXT 0
#endif
#ifndef LATER
#define LATER 0
#endif
#ifndef COUPLES
#define COUPLES 1
#endif
#ifndef UNROLL
#define UNROLL 5
#endif
#ifndef GIVEN_STATE_NUMBER /* inputs.h */
#define GIVEN_STATE_NUMBER 0
#endif
#ifndef GIVEN_COMPOSITION_NUMBER
#define GIVEN_COMPOSITION_NUMBER 0
#endif
#ifndef GIVEN_CLOSING
#define GIVEN_CLOSING 0
#endif
#define CONVERTED_ROW (GIVEN_COMPOSITION_NUMBER || GIVEN_CLOSING)
#define MAY_BE_ABSENT (SPECIES_COUNT == 1) /* of one species no mass fraction need be given */
#define PRAGMA(text) _Pragma(#text)
#define UNROLLED(n) PRAGMA(unroll n)
#define unrolled UNROLLED(UNROLL)
#define all_unrolled PRAGMA(unroll)

function lanes less(vector a, vector b) { return a < b; }
function lanes less_equal(vector a, vector b) { return a <= b; }
function lanes equal(vector a, vector b) { return a == b; }
function lanes both(lanes a, lanes b) { return a & b; }
function lanes either(lanes a, lanes b) { return a | b; }
function lanes not_in(lanes a) { return !a; }
function unsigned bits(lanes m) { return m; }
function bool any(lanes a, lanes b) { return a | b; }
function bool any(lanes m) { return m; }
#define worth(m) true
function bool uniformly(bool c) { return all_active(c); }
function vector select(lanes m, vector a, vector b) { return m ? a : b; }
function lanes select(lanes m, lanes a, lanes b) { return m ? a : b; }
function vector broadcast(double a) { return a; }
function lanes above(vector a, double limit) { return __double_as_longlong(a) > __double_as_longlong(limit); }
function vector reversed(lanes m, vector a) { return __hiloint2double(__double2hiint(a) ^ (m ? 0x80000000 : 0), __double2loint(a)); }
function vector chosen(lanes m, const double *a, const double *b, long k) { return (m ? a : b)[k]; }
typedef unsigned sign; /* of the least so far: as unsigned integers, what is further below zero is larger */
function sign greater(sign a, sign b) { return a < b ? b : a; }
function sign no_sign() { return 0; }
function sign worse(sign s, vector a) { return greater(s, (unsigned)__double2hiint(a)); }
function lanes hardly_negative(sign s) { return s <= 0xbeb0c6f7u; } /* -1e-6 to seven digits */
function vector min(vector a, vector b) { return b < a ? b : a; }
function vector max(vector a, vector b) { return b > a ? b : a; }
function double lowest(vector a) { return a; }
function double highest(vector a) { return a; }
function vector abs(vector a) { return fabs(a); }
function double infinity() { return __longlong_as_double(0x7ff0000000000000LL); }
function double quiet_nan() { return __longlong_as_double(0x7ff8000000000000LL); }

/* From the chip's own start, 20 bits, by the steps of the batch: no branch, where a hardware-exact division has one. */
function vector fair_reciprocal(vector a) {
    const vector r = rough_reciprocal(a);
    return fma(r, fma(-a, r, 1.0), r);
}
function vector reciprocal(vector a) {
    const vector r = rough_reciprocal(a), e = fma(-a, r, 1.0);
    return fma(r, fma(e, e, e), r); /* 1 + e + e^2: 20 -> 60 bits */
}
/* sqrt(a) = a/sqrt(a) by one step from 20 bits, (1-e)^-1/2 = 1 + e/2 + 3 e^2/8; 0 where a is 0 or denormal. */
function vector sqrt(vector a) {
    const vector r = rough_inverse_sqrt(a), g = a * r, e = fma(-g, r, 1.0), root = fma(g * e, fma(0.375, e, 0.5), g);
    const bool zero = (unsigned)__double2hiint(a) << 1 < 0x00200000u;
    return __hiloint2double(zero ? 0 : __double2hiint(root), zero ? 0 : __double2loint(root));
}
function vector rough_sqrt(vector a) { return __hiloint2double((__double2hiint(a) >> 1) + 0x1ff7a3be, 0); }
function vector rough_cbrt(vector a) { return __hiloint2double((int)__umulhi((unsigned)__double2hiint(a), 0x55555556u) + 0x2a9f7893, 0); }

function void fetch(const double *) {}
function void ask(const double *at) { /* into the L2 cache */
#ifndef BOUNDS
    prefetch(at);
#endif
}

/* A team: threads side by side that share the species of a point; each ends with the sums of all. Whole warps work. */
#ifdef __CUDACC_RTC__
function long of_team() { return threadIdx.x % TEAM; }
function vector joined(vector x) {
    for (int step = TEAM / 2; step > 0; step /= 2) x += from_other(x, step);
    return x;
}
function sign joined(sign s) {
    for (int step = TEAM / 2; step > 0; step /= 2) s = greater(s, from_other(s, step));
    return s;
}
#else /* tests run one thread at a time by g++ */
function long of_team() { return 0; }
function vector joined(vector x) { return x; }
function sign joined(sign s) { return s; }
#endif

#include "exponentials_gpu.h"

function vector nearest(vector x) { return rint(x); }
function vector lookup(const double *table, vector index) { return table[(int)index]; }

#if JAM == 1
typedef vector real;
typedef lanes mask;
typedef sign signs;
function signs no_signs() { return no_sign(); }
function real not_a_number() { return quiet_nan(); }
function real load(const double *at) { return *readable(at); }
function void store(double *at, real x) { *writable(at) = x; }
function void store_asked(double *at, real x, int asked) {
    if (asked) store(at, x);
}
#endif
