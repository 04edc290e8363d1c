/* operator derivative_x
 *   meaning  d(i,j,k) = sum over m of c(m) u(i+m,j,k)
 *   reads    1, neighbours too
 *   numbers  c(-R:R)
 *   count    odd
 *   axis     x
 *   kernel   derivative<T, R, false, S>
 *   gpu      points points<derivative<T, R, true, S>, V>(s)
 *   host     tiles
 *   host     shifted derivative<T, R, true, true>
 *   gpu      rows rows<derivative<T, R, true, true>, V>(s) */
/* operator derivative_y
 *   meaning  d(i,j,k) = sum over m of c(m) u(i,j+m,k)
 *   reads    1, neighbours too
 *   numbers  c(-R:R)
 *   count    odd
 *   axis     y
 *   kernel   derivative<T, R, false, S>
 *   host     tiles
 *   gpu      window window<T, R, V, A, true>(s) */
/* operator derivative_z
 *   meaning  d(i,j,k) = sum over m of c(m) u(i,j,k+m)
 *   reads    1, neighbours too
 *   numbers  c(-R:R)
 *   count    odd
 *   axis     z
 *   fields   3-D
 *   kernel   derivative<T, R, false, S>
 *   host     tiles
 *   host     narrow
 *   host     stacked sweep_stacked<stacked_derivative<T, R>>
 *   gpu      window window<T, R, V, A, true>(s) */

/* d = sum over k = -R..R of number[k+R] u(i + k along the axis option[0]); along_x: the axis is known to be x */
template <class T, int R, bool along_x, bool S> struct derivative {
    typedef T element;
    const sweep &s;
    T c[2 * R + 1];
    long stride;
    const T *u;
    T *d;
    member derivative(const sweep &given) : s(given), stride(s.option[0] == 0 ? 1 : s.option[0] == 1 ? s.row[0] : s.plane[0]) {
        unrolled for (int k = 0; k <= 2 * R; k++) c[k] = number<T>(s, k);
    }
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), d = row_of<T>(s, 1, y, z); }
    template <class V> member V value(long x) const {
        const T *p = u + x;
        V sum;
        if (along_x) {
            const shifted<V, R> near(p);
            sum = c[0] * near.at(-R);
            unrolled for (int k = 1; k <= 2 * R; k++) sum = add_product(c[k], near.at(k - R), sum);
        } else {
            sum = c[0] * aligned<V>(p - R * stride);
            unrolled for (int k = 1; k <= 2 * R; k++) sum = add_product(c[k], aligned<V>(p + (k - R) * stride), sum);
        }
        return sum;
    }
    template <class V> member void at(long x) const { give<S>(s, d + x, value<V>(x)); }
};

#ifdef __CUDACC__
/* A derivative along y or z: the thread goes along that axis with the 2R+1 points of M rows in registers (along y: of one).
 * Columns along z that follow each other read 2R planes twice: those are asked to stay in the second cache, all others to
 * leave it first. */
template <class T, int R, int axis, bool S> struct window_column {
    const sweep &s;
    T c[2 * R + 1];
    staying once, again;
    member window_column(const sweep &given) : s(given), once(read_once()), again(read_again()) {
        unrolled for (int k = 0; k <= 2 * R; k++) c[k] = number<T>(s, k);
    }
    template <class W> member W next(const T *p, bool last) const { return axis == 2 ? fetch(p, W(), last ? again : once) : aligned<W>(p); }
    /* from point (x, y, z) on, n points */
    template <class W, int M> member void go(long x, long y, long z, long n) const {
        const long stride = axis == 1 ? s.row[0] : s.plane[0], out = axis == 1 ? s.row[1] : s.plane[1];
        const T *p = row_of<T>(s, 0, y, z) + x;
        T *d = row_of<T>(s, 1, y, z) + x;
        W q[M][2 * R + 1];
        unrolled for (int m = 0; m < M; m++)
            unrolled for (int k = 0; k < 2 * R; k++) q[m][k] = aligned<W>(p + m * s.row[0] + (k - R) * stride);
        along for (long i = 0; i < n; i++) {
            ahead<W> with[M];
            unrolled for (int m = 0; m < M; m++) with[m].take(s, d + m * s.row[1]);
            unrolled for (int m = 0; m < M; m++) q[m][2 * R] = next<W>(p + m * s.row[0] + R * stride, i >= n - 2 * R);
            unrolled for (int m = 0; m < M; m++) {
                W sum = c[0] * q[m][0];
                unrolled for (int k = 1; k <= 2 * R; k++) sum = add_product(c[k], q[m][k], sum);
                give<S>(s, d + m * s.row[1], sum, q[m][R], with[m]);
                unrolled for (int k = 0; k < 2 * R; k++) q[m][k] = q[m][k + 1];
            }
            p += stride, d += out;
        }
    }
};
template <class T, int R, class V, int axis, bool S> function void window(const sweep &s) {
    const long x = ((long)blockIdx.x * TX + threadIdx.x % TX) * memory_of<V>::N, line = (long)blockIdx.y * (THREADS / TX) + threadIdx.x / TX;
    const long y = axis == 1 ? line * LENGTH : line * ROWS, z = axis == 1 ? (long)blockIdx.z : (long)blockIdx.z * LENGTH;
    if (x >= s.extent[0] || y >= s.extent[1] || z >= s.extent[2]) return;
    const long left = s.extent[axis] - (axis == 1 ? y : z), n = left < LENGTH ? left : LENGTH;
    const window_column<T, R, axis, S> column(s);
    const bool quads = x + memory_of<V>::N <= s.extent[0];
    if (quads && (axis == 1 || y + ROWS <= s.extent[1])) return column.template go<V, axis == 1 ? 1 : ROWS>(x, y, z, n);
    for (long j = y; j < s.extent[1] && j < y + (axis == 1 ? 1 : ROWS); j++) {
        if (quads) column.template go<V, 1>(x, j, z, n);
        else for (long i = x; i < s.extent[0]; i++) column.template go<T, 1>(i, j, z, n);
    }
}
#else
/* Along z: stacked_host.h. */
template <class T, int R> struct stacked_derivative {
    typedef T element;
    typedef derivative<T, R, false, true> one;
    const one op;
    const T *u;
    T *d;
    member stacked_derivative(const sweep &s) : op(s) {}
    member void row(long y, long z) { u = row_of<T>(op.s, 0, y, z), d = row_of<T>(op.s, 1, y, z); }
    /* as stacked_laplacian */
    template <class V, class Out> member void values(const T *p, const Out &out) const {
        V sum[stacked_planes];
        along_z<R>(p, op.s.row[0], op.stride, [this](int k) { return op.c[R + k]; }, sum);
        unrolled for (int j = 0; j < stacked_planes; j++) out(j, sum[j]);
    }
    template <class V> member void at(long x) const {
        values<V>(u + x, [&](int j, V v) inlined { give<true>(op.s, d + x + j * op.s.plane[1], v); });
    }
};
#endif
