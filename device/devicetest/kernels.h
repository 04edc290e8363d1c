/* Kernels of known behaviour, right and wrong, for the tests of devices: data[1] = 2 data[0]. */
long double_kernel(double *const *, const long *, const long *, const double *, const long *, long, long);
long unwritten_kernel(double *const *, const long *, const long *, const double *, const long *, long, long);
long input_kernel(double *const *, const long *, const long *, const double *, const long *, long, long);
long beyond_kernel(double *const *, const long *, const long *, const double *, const long *, long, long);
long flagging_kernel(double *const *, const long *, const long *, const double *, const long *, long, long);
