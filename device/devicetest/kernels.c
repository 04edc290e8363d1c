#include "kernels.h"

long double_kernel(const struct array *a, const double *parameters, const struct region *region, long begin, long end)
{
    (void)parameters, (void)region;
    for (long t = begin; t < end; t++) a[1].at[t * a[1].point] = 2 * a[0].at[t * a[0].point];
    return 0;
}

/* Leaves the point in the middle out. */
long unwritten_kernel(const struct array *a, const double *parameters, const struct region *region, long begin, long end)
{
    (void)parameters, (void)region;
    for (long t = begin; t < end; t++)
        if (t != (begin + end) / 2) a[1].at[t * a[1].point] = 2 * a[0].at[t * a[0].point];
    return 0;
}

/* Writes its result over its input. */
long input_kernel(const struct array *a, const double *parameters, const struct region *region, long begin, long end)
{
    for (long t = begin; t < end; t++) a[0].at[t * a[0].point] *= 2;
    return double_kernel(a, parameters, region, begin, end);
}

/* Writes one point too many. */
long beyond_kernel(const struct array *a, const double *parameters, const struct region *region, long begin, long end)
{
    return double_kernel(a, parameters, region, begin, end + 1);
}

/* Counts every point as flagged. */
long flagging_kernel(const struct array *a, const double *parameters, const struct region *region, long begin, long end)
{
    double_kernel(a, parameters, region, begin, end);
    return end - begin;
}
