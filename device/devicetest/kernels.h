/* Kernels of known behaviour, right and wrong, for the tests of devices: a[1] = 2 a[0]. */
struct array {
    double *at;
    long point, row, plane, component;
};
struct region;

long double_kernel(const struct array *, const double *, const struct region *, long, long);
long unwritten_kernel(const struct array *, const double *, const struct region *, long, long);
long input_kernel(const struct array *, const double *, const struct region *, long, long);
long beyond_kernel(const struct array *, const double *, const struct region *, long, long);
long flagging_kernel(const struct array *, const double *, const struct region *, long, long);
