/* operator stencil7
 *   meaning  d = c(0) u + c(1) (sum of the neighbours that share a face)
 *   reads    1, neighbours too
 *   numbers  c(0:1)
 *   count    2
 *   kernel   stencil7<T, D3, S>
 *   host     tiles
 *   host     narrow
 *   gpu      march march<T, V, true>(s, star_of_stencil7<T>(s)) */

/* d = number[0] u + number[1] (the neighbours that share a face) */
template <class T, bool D3, bool S> struct stencil7 {
    typedef T element;
    const sweep &s;
    T c0, c1;
    const T *u;
    T *d;
    member stencil7(const sweep &given) : s(given), c0(number<T>(s, 0)), c1(number<T>(s, 1)) {}
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), d = row_of<T>(s, 1, y, z); }
    template <class V> member V value(long x) const {
        const T *p = u + x;
        const beside<V, 1> side(p);
        V near = side.at(-1) + side.at(1) + (aligned<V>(p - s.row[0]) + aligned<V>(p + s.row[0]));
        if (D3) near = near + (aligned<V>(p - s.plane[0]) + aligned<V>(p + s.plane[0]));
        return add_product(c1, near, c0 * aligned<V>(p));
    }
    template <class V> member void at(long x) const { give<S>(s, d + x, value<V>(x)); }
};

#ifdef __CUDACC__
/* Columns: march.h. */
template <class T> struct star_of_stencil7 {
    enum { R = 1 };
    const stencil7<T, true, true> op;
    member star_of_stencil7(const sweep &s) : op(s) {}
    template <class V, class X, class Y> member V sum(const V *z, const X &x, const Y &y) const {
        return add_product(op.c1, x(1) + y(1) + (z[0] + z[2]), op.c0 * z[1]);
    }
};
#endif
