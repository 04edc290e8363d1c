/* Columns that keep planes in registers while they go along z, LENGTH planes each. Short ones: a copy along such columns
 * is slower the longer they are (docs/stencils.md). */

/* Stars in a column: w.sum<V>(z, x, y) adds as the operator does. z[0..2R] are the points along z, x(k) and y(k) the pairs at a distance k. */
template <class T> struct star_of_laplacian {
    enum { R = 1 };
    const laplacian<T, true, true> op;
    member star_of_laplacian(const sweep &s) : op(s) {}
    template <class V, class X, class Y> member V sum(const V *z, const X &x, const Y &y) const {
        return add_product(op.cz, z[0] + z[2], add_product(op.cy, y(1), add_product(op.cx, x(1), op.centre * z[1])));
    }
};
template <class T> struct star_of_stencil7 {
    enum { R = 1 };
    const stencil7<T, true, true> op;
    member star_of_stencil7(const sweep &s) : op(s) {}
    template <class V, class X, class Y> member V sum(const V *z, const X &x, const Y &y) const {
        return add_product(op.c1, x(1) + y(1) + (z[0] + z[2]), op.c0 * z[1]);
    }
};
template <class T, int radius> struct star_of_laplacian_high {
    enum { R = radius };
    const laplacian_high<T, R, true, true> op;
    member star_of_laplacian_high(const sweep &s) : op(s) {}
    template <class V, class X, class Y> member V sum(const V *z, const X &x, const Y &y) const {
        V sum = op.weight(-R) * z[0];
        unrolled for (int k = 1 - R; k <= R; k++) sum = add_product(op.weight(k), z[R + k], sum);
        return sum + in_plane<R, V>(op.c, op.c + R + 1, x, y);
    }
};

/* M rows of a column at once: rows between them are in registers already. */
template <class T, class Star, bool S> struct star_column {
    enum { R = Star::R };
    const sweep &s;
    const Star &w;
    template <class W, int M> member void go(long x, long y) const {
        const long z0 = (long)blockIdx.z * LENGTH, z1 = z0 + LENGTH < s.extent[2] ? z0 + LENGTH : s.extent[2];
        const long row = s.row[0], plane = s.plane[0];
        const T *p = row_of<T>(s, 0, y, z0) + x;
        T *d = row_of<T>(s, 1, y, z0) + x;
        W q[M][2 * R + 1];
        unrolled for (int m = 0; m < M; m++)
            unrolled for (int k = 0; k < 2 * R; k++) q[m][k] = aligned<W>(p + m * row + (k - R) * plane);
        along for (long z = z0; z < z1; z++) {
            W around[M + 2 * R];
            ahead<W> with[M];
            unrolled for (int m = 0; m < M; m++) with[m].take(s, d + m * s.row[1]);
            unrolled for (int m = 0; m < M; m++) q[m][2 * R] = aligned<W>(p + m * row + R * plane), around[R + m] = q[m][R];
            unrolled for (int k = 1; k <= R; k++) around[R - k] = aligned<W>(p - k * row), around[R + M - 1 + k] = aligned<W>(p + (M - 1 + k) * row);
            unrolled for (int m = 0; m < M; m++) {
                const beside<W, R> near(p + m * row, q[m][R]);
                give<S>(s, d + m * s.row[1], w.template sum<W>(q[m], [&](int k) { return near.at(-k) + near.at(k); },
                                                               [&](int k) { return around[R + m - k] + around[R + m + k]; }), q[m][R], with[m]);
                unrolled for (int k = 0; k < 2 * R; k++) q[m][k] = q[m][k + 1];
            }
            p += plane, d += s.plane[1];
        }
    }
};
template <class T, class V, bool S, class Star> function void march(const sweep &s, const Star &w) { columns<T, V>(s, star_column<T, Star, S>{s, w}); }

/* 27 points, M rows of a column at once: a plane's points are read once, and go into the output below it, beside it and above it. */
template <class T, bool S> struct column27 {
    const sweep &s;
    const stencil27<T, true, S> op;
    member column27(const sweep &given) : s(given), op(given) {}
    template <class W, int M> member void go(long x, long y) const {
        const long z0 = (long)blockIdx.z * LENGTH, left = s.extent[2] - z0, n = left < LENGTH ? left : LENGTH;
        const long row = s.row[0];
        const T *p = row_of<T>(s, 0, y, z0 - 1) + x;
        T *d = row_of<T>(s, 1, y, z0) + x;
        W sum[M], below[M];
        unrolled for (int m = 0; m < M; m++) sum[m] = below[m] = W{};
        along for (long k = 0; k < n + 2; k++) {
            W centre[M + 2], sides[M + 2];
            unrolled for (int r = 0; r < M + 2; r++) centre[r] = aligned<W>(p + (r - 1) * row);
            unrolled for (int r = 0; r < M + 2; r++) {
                const beside<W, 1> near(p + (r - 1) * row, centre[r]);
                sides[r] = near.at(-1) + near.at(1);
            }
            unrolled for (int m = 0; m < M; m++) {
                const nine<W> q = {centre[m + 1], sides[m + 1] + (centre[m] + centre[m + 2]), sides[m] + sides[m + 2]};
                const W next = op.next(q);
                if (k >= 2) give<S>(s, d + m * s.row[1], sum[m] + next);
                sum[m] = below[m] + op.own(q);
                below[m] = next;
            }
            p += s.plane[0];
            if (k >= 2) d += s.plane[1];
        }
    }
};
template <class T, class V, bool S> function void march27(const sweep &s) { columns<T, V>(s, column27<T, S>(s)); }

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
