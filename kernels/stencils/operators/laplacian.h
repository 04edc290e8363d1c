/* operator laplacian
 *   meaning  l = sum over the axes of c (u(-1) - 2 u + u(+1))
 *   reads    1, neighbours too
 *   numbers  c(axes)
 *   count    one per axis
 *   kernel   laplacian<T, D3, S>
 *   host     tiles
 *   host     narrow
 *   gpu      march march<T, V, true>(s, star_of_laplacian<T>(s)) */

/* l = sum over the axes of number[axis] (u(-1) - 2 u + u(+1)); z is not read in 2-D */
template <class T, bool D3, bool S> struct laplacian {
    typedef T element;
    const sweep &s;
    T cx, cy, cz, centre;
    long row_stride, plane_stride;
    const T *u;
    T *l;
    member laplacian(const sweep &given)
        : s(given), cx(number<T>(s, 0)), cy(number<T>(s, 1)), cz(D3 ? number<T>(s, 2) : T(0)), centre(T(-2) * (cx + cy + cz)),
          row_stride(s.row[0]), plane_stride(s.plane[0]) {}
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), l = row_of<T>(s, 1, y, z); }
    template <class V> member V value(long x) const {
        const T *p = u + x;
        const beside<V, 1> near(p);
        V sum = add_product(cx, near.at(-1) + near.at(1), centre * aligned<V>(p));
        sum = add_product(cy, aligned<V>(p - row_stride) + aligned<V>(p + row_stride), sum);
        return D3 ? add_product(cz, aligned<V>(p - plane_stride) + aligned<V>(p + plane_stride), sum) : sum;
    }
    template <class V> member void at(long x) const { give<S>(s, l + x, value<V>(x)); }
};

#ifdef __CUDACC__
/* Columns: march.h. */
template <class T> struct star_of_laplacian {
    enum { R = 1 };
    const laplacian<T, true, true> op;
    member star_of_laplacian(const sweep &s) : op(s) {}
    template <class V, class X, class Y> member V sum(const V *z, const X &x, const Y &y) const {
        return add_product(op.cz, z[0] + z[2], add_product(op.cy, y(1), add_product(op.cx, x(1), op.centre * z[1])));
    }
};
#endif
