/* One number of the interior of a field: a warp goes along option_tile rows and joins its lanes in a fixed order, then a block joins what
 * the warps gave. The order depends on the shape alone. */
enum { reduce_sum, reduce_min, reduce_max, reduce_norm1, reduce_norm2, reduce_norm_inf, reduce_dot };

template <int kind> function double join(double a, double b) {
    if (kind == reduce_min) return b < a ? b : a;
    if (kind == reduce_max || kind == reduce_norm_inf) return b > a ? b : a;
    return a + b;
}
template <int kind> function double nothing() { return kind == reduce_min ? 1.0 / 0.0 : kind == reduce_max ? -1.0 / 0.0 : 0.0; }

/* The lanes of a warp as one; NaN where one of them has seen one. */
template <int kind> function double of_warp(double sum, int bad) {
    for (int k = 16; k > 0; k /= 2) sum = join<kind>(sum, __shfl_down_sync(0xffffffff, sum, k));
    return __any_sync(0xffffffff, bad) ? __longlong_as_double(0x7ff8000000000000LL) : sum;
}

template <class T, int kind> function void reduce_rows(const sweep &s) {
    const long rows = s.extent[1] * s.extent[2], tile = s.option[option_tile];
    const long item = (long)blockIdx.x * (THREADS / 32) + threadIdx.x / 32, first = item * tile;
    if (first >= rows) return;
    double sum = nothing<kind>();
    int bad = 0;
    for (long row = first; row < rows && row < first + tile; row++) {
        const long y = row % s.extent[1], z = row / s.extent[1];
        const T *a = row_of<T>(s, 0, y, z), *b = kind == reduce_dot ? row_of<T>(s, 2, y, z) : a;
        for (long x = threadIdx.x % 32; x < s.extent[0]; x += 32) {
            const double v = a[x];
            const double term = kind == reduce_norm1 || kind == reduce_norm_inf ? fabs(v) : kind == reduce_norm2 ? v * v : kind == reduce_dot ? v * (double)b[x] : v;
            bad |= term != term;
            sum = join<kind>(sum, term);
        }
    }
    sum = of_warp<kind>(sum, bad);
    if (threadIdx.x % 32 == 0) ((double *)s.field[1])[item] = sum;
}

/* What the warps gave, extent[0] numbers of field 0, as cell option[0]: one block. */
template <int kind> function void reduce_items(const sweep &s) {
    const double *given = (const double *)s.field[0];
    double sum = nothing<kind>();
    int bad = 0;
    for (long i = threadIdx.x; i < s.extent[0]; i += THREADS) {
        bad |= given[i] != given[i];
        sum = join<kind>(sum, given[i]);
    }
    double *of_warps = (double *)block_memory;
    sum = of_warp<kind>(sum, bad);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    sum = threadIdx.x < THREADS / 32 ? of_warps[threadIdx.x] : nothing<kind>();
    sum = of_warp<kind>(sum, sum != sum);
    if (threadIdx.x == 0) s.cells[s.option[0]] = kind == reduce_norm2 ? sqrt(sum) : sum;
}
