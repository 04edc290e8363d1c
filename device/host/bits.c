#include "pool.h"

/* The first of words begin.. that is not as the one at begin, or n. */
static long end_of_run(const double *words, long stride, long begin, long n)
{
    enum { block = 8 };
    const double value = words[begin * stride];
    long end = begin + 1;
    for (int same = stride == 1; same && end + block <= n; end += same ? block : 0) {
#pragma GCC unroll 8
        for (long i = 0; i < block; i++) same &= words[end + i] == value;
    }
    while (end < n && words[end * stride] == value) end++;
    return end;
}

/* Words that follow each other are mostly equal: runs are counted, not words. */
long count_bits(const double *words, long stride, long n, uint64_t wanted, long count[64])
{
    long first = n;
    for (long begin = 0, end; begin < n; begin = end) {
        const double value = words[begin * stride];
        end = end_of_run(words, stride, begin, n);
        if (!(value > 0)) continue; /* NaN: a point that no kernel wrote */
        const uint64_t word = (uint64_t)value;
        for (uint64_t rest = word; rest; rest &= rest - 1) count[__builtin_ctzll(rest)] += end - begin;
        if (first == n && (word & wanted)) first = begin;
    }
    return first;
}
