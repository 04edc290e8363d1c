/* Columns that keep planes in registers while they go along z, LENGTH planes each. Short ones: a copy along such columns
 * is slower the longer they are (docs/stencils.md). */

/* The weights of a star of radius R: cross of a laplacian, of a 7-point stencil, of a high-order laplacian. */
template <class T, int R> struct star {
    T centre, c[3][R + 1];
};
template <class T> function star<T, 1> star_of_laplacian(const sweep &s) {
    const T x = number<T>(s, 0), y = number<T>(s, 1), z = number<T>(s, 2);
    return {T(-2) * (x + y + z), {{T(0), x}, {T(0), y}, {T(0), z}}};
}
template <class T> function star<T, 1> star_of_stencil7(const sweep &s) {
    const T near = number<T>(s, 1);
    return {number<T>(s, 0), {{T(0), near}, {T(0), near}, {T(0), near}}};
}
template <class T, int R> function star<T, R> star_of_laplacian_high(const sweep &s) {
    star<T, R> w;
    unrolled for (int a = 0; a < 3; a++)
        unrolled for (int k = 0; k <= R; k++) w.c[a][k] = number<T>(s, a * (R + 1) + k);
    w.centre = w.c[0][0] + w.c[1][0] + w.c[2][0];
    return w;
}

/* M rows of a column at once: rows between them are in registers already. */
template <class T, int R, bool S> struct star_column {
    const sweep &s;
    const star<T, R> &w;
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
            unrolled for (int m = 0; m < M; m++) q[m][2 * R] = aligned<W>(p + m * row + R * plane), around[R + m] = q[m][R];
            unrolled for (int k = 1; k <= R; k++) around[R - k] = aligned<W>(p - k * row), around[R + M - 1 + k] = aligned<W>(p + (M - 1 + k) * row);
            unrolled for (int m = 0; m < M; m++) {
                const beside<W, R> near(p + m * row, q[m][R]);
                W sum = w.centre * q[m][R];
                unrolled for (int k = 1; k <= R; k++)
                    sum = sum + w.c[2][k] * (q[m][R - k] + q[m][R + k]) + w.c[0][k] * (near.at(-k) + near.at(k)) + w.c[1][k] * (around[R + m - k] + around[R + m + k]);
                put<S>(d + m * s.row[1], sum);
                unrolled for (int k = 0; k < 2 * R; k++) q[m][k] = q[m][k + 1];
            }
            p += plane, d += s.plane[1];
        }
    }
};
template <class T, int R, class V, bool S> function void march(const sweep &s, const star<T, R> &w) { columns<T, V>(s, star_column<T, R, S>{s, w}); }

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
                if (k >= 2) put<S>(d + m * s.row[1], sum[m] + next);
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
            unrolled for (int m = 0; m < M; m++) q[m][2 * R] = next<W>(p + m * s.row[0] + R * stride, i >= n - 2 * R);
            unrolled for (int m = 0; m < M; m++) {
                W sum = c[0] * q[m][0];
                unrolled for (int k = 1; k <= 2 * R; k++) sum = sum + c[k] * q[m][k];
                put<S>(d + m * s.row[1], sum);
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
