/* One source for the instruction sets: three of amd64, one of arm64. Standard headers stay above the pragmas: a function of
   theirs compiled for AVX-512 must not end up in the baseline. Everything below is static. */
#include "pairs.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 8, RUN = PAIR_RUN }; /* a run of both sides and its differences stays in the first cache */

#define PAIRS_SET baseline
#include "pairs_set.h"
#undef PAIRS_SET

#include "pairs_complex.h"

void pairs_spread(int ref_type, int new_type, const void *ref, const void *other, int64_t n, double *a, double *b, double *diff)
{
    if (ref_type == PAIR_C128)
        return spread_complex(ref, other, n, a, b, diff);
    baseline::spread(ref_type, new_type, ref, other, n, a, b, diff);
}

#if defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define PAIRS_SET avx2
#include "pairs_set.h"
#undef PAIRS_SET
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,fma")
#define PAIRS_SET avx512
#include "pairs_set.h"
#undef PAIRS_SET
#pragma GCC pop_options

int pairs_isa(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("fma"))
        return 2;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1 : 0;
}

void pairs_add(int isa, int ref_type, int new_type, const void *ref, const void *other, int64_t n, int64_t first,
               const struct limits *limits, struct sums *s, int64_t *octaves)
{
    if (ref_type == PAIR_C128)
        return add_complex(ref, other, n, first, *limits, *s, octaves);
    switch (isa) {
    case 2:
        return avx512::add(ref_type, new_type, ref, other, n, first, *limits, *s, octaves);
    case 1:
        return avx2::add(ref_type, new_type, ref, other, n, first, *limits, *s, octaves);
    }
    baseline::add(ref_type, new_type, ref, other, n, first, *limits, *s, octaves);
}

#else
int pairs_isa(void) { return 0; }

void pairs_add(int, int ref_type, int new_type, const void *ref, const void *other, int64_t n, int64_t first,
               const struct limits *limits, struct sums *s, int64_t *octaves)
{
    if (ref_type == PAIR_C128)
        return add_complex(ref, other, n, first, *limits, *s, octaves);
    baseline::add(ref_type, new_type, ref, other, n, first, *limits, *s, octaves);
}
#endif
