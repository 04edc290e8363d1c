#include "kernels.h"

long double_kernel(double *const *data, const long *point, const long *component, const double *parameters, const long *rows, long begin, long end)
{
    (void)component, (void)parameters, (void)rows;
    for (long t = begin; t < end; t++) data[1][t * point[1]] = 2 * data[0][t * point[0]];
    return 0;
}

/* Leaves the point in the middle out. */
long unwritten_kernel(double *const *data, const long *point, const long *component, const double *parameters, const long *rows, long begin, long end)
{
    (void)component, (void)parameters, (void)rows;
    for (long t = begin; t < end; t++)
        if (t != (begin + end) / 2) data[1][t * point[1]] = 2 * data[0][t * point[0]];
    return 0;
}

/* Writes its result over its input. */
long input_kernel(double *const *data, const long *point, const long *component, const double *parameters, const long *rows, long begin, long end)
{
    for (long t = begin; t < end; t++) data[0][t * point[0]] *= 2;
    return double_kernel(data, point, component, parameters, rows, begin, end);
}

/* Writes one point too many. */
long beyond_kernel(double *const *data, const long *point, const long *component, const double *parameters, const long *rows, long begin, long end)
{
    return double_kernel(data, point, component, parameters, rows, begin, end + 1);
}

/* Counts every point as flagged. */
long flagging_kernel(double *const *data, const long *point, const long *component, const double *parameters, const long *rows, long begin, long end)
{
    double_kernel(data, point, component, parameters, rows, begin, end);
    return end - begin;
}
