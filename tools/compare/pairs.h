/* Statistics of pairs of numbers in one pass: what Go sees of pairs.cpp. */
#ifndef DRAWBRIDGE_COMPARE_PAIRS_H
#define DRAWBRIDGE_COMPARE_PAIRS_H

#include <stdint.h>

/* How elements lie in memory, in the byte order of this machine. */
enum { PAIR_F64, PAIR_F32, PAIR_I8, PAIR_I16, PAIR_I32, PAIR_I64, PAIR_U8, PAIR_U16, PAIR_U32, PAIR_U64, PAIR_C128 };

enum { PAIR_OCTAVES = 2048, PAIR_RUN = 1024 };

/* The figures of one piece. Sums and maxima leave out pairs in which either value is not finite. */
struct sums {
    double sum1, sum2;               /* of |new-ref| and of its square */
    double ref1, ref2;               /* of |ref| and of its square */
    double sum_ref, sum_diff, cross; /* of ref, of new-ref, of their product */
    double max_abs, max_rel, max_ref;
    uint64_t ulp;
    int64_t count, finite, unequal, beyond, one_nan, both_nan, infinite;
    int64_t nevers;    /* pairs that no tolerance covers */
    int64_t worst;     /* number of the pair of max_abs, -1: none differs */
    int64_t first_nan; /* of the first pair that no tolerance covers, -1: none */
};

/* A pair is beyond where |new-ref| > fixed + relative*max(|ref|,|new|) + of_ref*|ref|. */
struct limits {
    double fixed, relative, of_ref;
    int strict_nan; /* NaN against NaN counts as different */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Adds n pairs, the first of them number `first`, to s. Elements of the sides are of the types given
   (PAIR_*). The difference of integers is formed before anything is rounded. octaves[PAIR_OCTAVES] counts the differences by exponent. Complex numbers (PAIR_C128) on both sides only: magnitudes take the place of
   absolute values, and correlation has no sums. */
void pairs_add(int ref_type, int new_type, const void *ref, const void *other, int64_t n, int64_t first,
               const struct limits *limits, struct sums *s, int64_t *octaves);

/* n pairs, at most PAIR_RUN, as doubles, with new - ref as pairs_add forms it. */
void pairs_spread(int ref_type, int new_type, const void *ref, const void *other, int64_t n, double *a, double *b, double *diff);

#ifdef __cplusplus
}
#endif

#endif
