/* One number per row: a warp goes along the row and joins its lanes in a fixed order. */
enum { reduce_sum, reduce_min, reduce_max, reduce_norm1, reduce_norm2, reduce_norm_inf, reduce_dot };

template <int kind> function double join(double a, double b) {
    if (kind == reduce_min) return b < a ? b : a;
    if (kind == reduce_max || kind == reduce_norm_inf) return b > a ? b : a;
    return a + b;
}

template <class T, int kind> function void reduce_rows(const sweep &s) {
    const long row = (long)blockIdx.x * (THREADS / 32) + threadIdx.x / 32;
    if (row >= s.extent[1] * s.extent[2]) return;
    const long y = row % s.extent[1], z = row / s.extent[1];
    const T *a = row_of<T>(s, 0, y, z), *b = kind == reduce_dot ? row_of<T>(s, 2, y, z) : a;
    double sum = kind == reduce_min ? 1.0 / 0.0 : kind == reduce_max ? -1.0 / 0.0 : 0.0;
    int bad = 0;
    for (long x = threadIdx.x % 32; x < s.extent[0]; x += 32) {
        const double v = a[x];
        bad |= v != v;
        const double term = kind == reduce_norm1 || kind == reduce_norm_inf ? fabs(v) : kind == reduce_norm2 ? v * v : kind == reduce_dot ? v * (double)b[x] : v;
        sum = join<kind>(sum, term);
    }
    for (int k = 16; k > 0; k /= 2) sum = join<kind>(sum, __shfl_down_sync(0xffffffff, sum, k));
    if (__any_sync(0xffffffff, bad)) sum = __longlong_as_double(0x7ff8000000000000LL);
    if (threadIdx.x % 32 == 0) *row_of<double>(s, 1, y, z) = sum;
}
