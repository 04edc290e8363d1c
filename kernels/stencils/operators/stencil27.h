/* operator stencil27
 *   meaning  d = sum over the distance classes centre, faces, edges, corners of c (sum of the class)
 *   reads    1, neighbours too
 *   numbers  c(0:3), in 2-D c(0:2)
 *   count    3 in 2-D, 4 in 3-D
 *   kernel   box<T, D3, S>
 *   host     tiles
 *   host     narrow
 *   gpu      points points<stencil27<T, D3, S>, V>(s)
 *   gpu      march march27<T, V, true>(s) */

/* The 9 points of one plane: the point, those that share a side with it, those at the corners. */
template <class V> struct nine {
    V centre, sides, corners;
};
template <class V, class T> function nine<V> nine_at(const T *p, long row) {
    const T *below = p - row, *above = p + row;
    const beside<V, 1> here(p), low(below), high(above);
    return {aligned<V>(p), here.at(-1) + here.at(1) + (aligned<V>(below) + aligned<V>(above)),
            low.at(-1) + low.at(1) + (high.at(-1) + high.at(1))};
}

/* d = sum over the distance classes centre, faces, edges, corners of number[class] (their sum) */
template <class T, bool D3, bool S> struct stencil27 {
    typedef T element;
    const sweep &s;
    T c[4];
    const T *u;
    T *d;
    member stencil27(const sweep &given) : s(given) {
        unrolled for (int k = 0; k < 4; k++) c[k] = number<T>(s, k);
    }
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), d = row_of<T>(s, 1, y, z); }
    template <class V> member V own(const nine<V> &q) const { return of(0, q); }
    template <class V> member V next(const nine<V> &q) const { return of(1, q); }
    template <class V> member V of(int k, const nine<V> &q) const { return add_product(c[k + 2], q.corners, add_product(c[k + 1], q.sides, c[k] * q.centre)); }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        V sum = own(nine_at<V>(p, s.row[0]));
        if (D3) sum = (next(nine_at<V>(p - s.plane[0], s.row[0])) + sum) + next(nine_at<V>(p + s.plane[0], s.row[0]));
        give<S>(s, d + x, sum);
    }
};

#ifdef __CUDACC__
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
#else
/* 27 points on the CPU. With a, b, c the sums of one column's centre, of its four nearest and of its four corners in the
 * plane across x, the output is p + q(x-1) + q(x+1), p = c0 a + c1 b + c2 c and q = c1 a + c2 b + c3 c: each of the nine rows is read
 * once, aligned, and q is shifted. */
template <class T, bool D3, bool S> struct box {
    typedef T element;
    const stencil27<T, D3, S> op;
    const T *u;
    T *d;
    long row_stride, plane_stride;
    member box(const sweep &s) : op(s), row_stride(s.row[0]), plane_stride(s.plane[0]) {}
    member void row(long y, long z) { u = row_of<T>(op.s, 0, y, z), d = row_of<T>(op.s, 1, y, z); }
    template <class V> member V of(int k, V a, V b, V c) const { return add_product(op.c[k + 2], c, add_product(op.c[k + 1], b, op.c[k] * a)); }
    /* p and q of the points at x */
    template <class V> member void parts(long x, V &p, V &q) const {
        const T *at = u + x, *low = at - plane_stride, *high = at + plane_stride;
        const V a = load<V>(at);
        V b = load<V>(at - row_stride) + load<V>(at + row_stride);
        if (!D3) {
            p = add_product(op.c[1], b, op.c[0] * a), q = add_product(op.c[2], b, op.c[1] * a);
            return;
        }
        b = b + (load<V>(low) + load<V>(high));
        const V c = load<V>(low - row_stride) + load<V>(low + row_stride) + (load<V>(high - row_stride) + load<V>(high + row_stride));
        p = of(0, a, b, c), q = of(1, a, b, c);
    }
};
template <class T, bool D3, bool S> function void span_of(const box<T, D3, S> &op, long x, long end) {
    typedef lanes<T> V;
    const long W = SIMD_BYTES / sizeof(T);
    V p, q, p_after, q_after, unused, q_before;
    op.parts(x - W, unused, q_before);
    op.parts(x, p, q);
    for (; x + W <= end; x += W) {
        op.parts(x + W, p_after, q_after);
        put<S>(op.d + x, p + (left_of(q_before, q) + right_of(q, q_after)));
        q_before = q, q = q_after, p = p_after;
    }
    for (; x < end; x++) {
        T own, beside, none, left, right;
        op.parts(x, own, beside), op.parts(x - 1, none, left), op.parts(x + 1, none, right);
        op.d[x] = own + (left + right);
    }
}
#endif
