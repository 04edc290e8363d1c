/* What a kernel is launched with; device/gpu/driver.h has the same structure. */
struct launch {
    double *data[32];
    long point[32], row[32], plane[32], component[32]; /* strides in doubles */
    const double *parameters;
    long n, extent[2]; /* points in all; of a row, rows of a plane, where views have rows */
    unsigned long long *flags; /* what points carry: flag_counts of loop_cuda.h */
    double factor[32], shift[32]; /* of the views that SCALED names: loads and stores give factor*x + shift */
};
