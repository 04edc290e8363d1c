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
    typedef pack<T> V;
    const long W = PACK_BYTES / sizeof(T);
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
