/* The dialect: everything that differs between the compilers. Kernels are written in it alone.
 *
 *   real      one value per point: a double on the GPU, a batch of POINTS points on the CPU
 *   mask      one truth value per point: made by < <= > >= ==, joined by & | !
 *   row       the values of one view over the species of a point: Yi[i] is a real
 *   output_row   the same of an output: vi[i] = x stores, real(vi[i]) reads back what was stored
 *   output    an output that is only assigned to: on the GPU it is stored at once, so that it holds no register
 *   optional_output   one that is computed only where somebody names it: its member asked tells
 *   function  begins the definition of every function that handles a real; outlined, of one that
 *             building blocks share: on the CPU it is compiled once and called, which costs a few ns
 *             a batch and saves half of the compiler's time
 *   select(m, a, b)   a where m, else b          any(m)   is m true at some point of the batch
 *   worth(m)  shall what only the points of m need be computed? on the GPU always: a branch would part the warp
 *   above(T, x)  T > x, neither negative; reversed(m, x) -x where m; chosen(m, a, b, k) a[k] where m, else b[k]:
 *             on the GPU they spare the unit for doubles
 *   signs     the least of many figures, as far as hardly_negative asks: none below -1e-6
 *   min max abs sqrt, and of mathematics.h: log
 *   rough_*   approximations to start an iteration from: relative error below 0.07 (sqrt, cbrt)
 *             and 1e-4 (reciprocal)
 *   reciprocal   1/x to about 1 ulp        fair_reciprocal   to 4e-9 or better
 *   lowest highest    the least and the greatest number in the batch
 *   plain_log    log of a normal x > 0 to 4e-16 of itself or of 1: enough for powers, and shorter on the GPU
 *   turned_by_odd(a, b)   -a where the integer that stands in the low bits of b is odd
 *   uniformly(c)      on the GPU: c holds for all threads of the warp that are here; a choice of loops
 *             that changes no bit of an answer is made by it, so that a warp goes one way
 *   ONE_PASS  a row is read once, into every sum that needs it (one_pass.h): on the GPU rows are dear
 *   MANY_REGISTERS  seven sums over the species fit into the registers
 *   rarely(c) c, which seldom holds: what follows it stands apart, and its spilled registers with it
 *   unrolled  begins a loop over the species; all_unrolled one of a fixed, small count
 *   constants begins a table of figures of an equation
 * What differs stands in dialect_gpu.h and dialect_host.h; batch.h makes the two vectors of a batch one real.
 * max(a, b) and min(a, b) keep a NaN in a.
 *
 * function, outlined, member, unrolled, all_unrolled and constants are macros, because C++ has no other name for attributes,
 * pragmas and storage classes; worth and species_count, so that a GPU's compiler sees a constant. They are in lower case,
 * because they stand in kernels as keywords do; only kernels include this file.
 *
 * On the CPU it is included within a namespace of its own per instruction set, after the system
 * headers and a #pragma GCC target; ISA_AVX512 or ISA_AVX2 says which, neither of them means vectors of 16 bytes.
 */
#ifdef __CUDACC__
#include "dialect_gpu.h"
#else
#include "dialect_host.h"
#endif
#ifndef __CUDACC__
#include "batch.h"
#elif JAM > 1
#include "batch_gpu.h"
#endif

function bool rarely(bool c) { return __builtin_expect(c, false); }

/* One view over the species of a point (of a batch of points): Yi[i] of species i. */
struct row {
    const double *at;
    long stride; /* from one species to the next, in doubles */
#ifdef __CUDACC__
    long later = 0; /* to the next point of this thread, in doubles */
    bool first = true, last = true; /* of the trips of its block over the points */
#endif
#if CONVERTED_ROW /* it gives mass fractions of what is stored: composition_gpu.h */
    real scale, closing;
    bool in_unit = false; /* what is stored is factor*x + shift away from SI, see view in loop_cuda.h */
    double factor = 1, shift = 0;
    member real stored(long i) const {
        const real x = load(at + i * stride);
        return in_unit ? real(x * factor + shift) : x;
    }
    member real operator[](long i) const;
#else
    member real operator[](long i) const { return MAY_BE_ABSENT && !at ? real(1.0) : load(at + i * stride); }
#endif
    member void fetch_ahead(long i) const { fetch(at + i * stride + 16); } /* the points after these: NS 50, 35 -> 29 ns */
};

/* One output over the species of a point. Where nobody asked for it, asked is false and what is
 * stored is lost: a kernel that reads back, or that has much to compute, looks at asked first. */
struct output_row {
    double *at;
    long stride; /* from one species to the next, in doubles */
    int asked; /* on the GPU: how many points of the batch are stored */
    struct place {
        double *at;
        int asked;
        member void operator=(real x) const { store_asked(at, x, asked); }
        member operator real() const { return load(at); }
    };
    member place operator[](long i) const { return place{at + i * stride, asked}; }
};

#ifdef __CUDACC__
struct output {
    double *at;
    int asked; /* how many points of the batch are stored */
    bool scaled; /* to factor*x + shift, see view in loop_cuda.h */
    double factor, shift;
    member void operator=(real x) const { store_asked(at, scaled ? real(x * factor + shift) : x, asked); }
};
typedef output optional_output;
#else
typedef real &output;
struct optional_value {
    real value;
    bool asked;
    member void operator=(real x) { value = x; }
};
typedef optional_value &optional_output;
#endif
