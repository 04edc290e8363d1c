/* operator residual
 *   meaning  r = f - laplacian(u)
 *   reads    2, of 1 neighbours too
 *   numbers  c(axes)
 *   count    one per axis
 *   kernel   residual<T, D3, S>
 *   host     tiles
 *   host     narrow */

/* r = f - laplacian(u); fields u, f, r */
template <class T, bool D3, bool S> struct residual {
    typedef T element;
    laplacian<T, D3, S> operation;
    const T *f;
    T *r;
    member residual(const sweep &s) : operation(s) {}
    member void row(long y, long z) {
        const sweep &s = operation.s;
        operation.u = row_of<T>(s, 0, y, z), f = row_of<T>(s, 1, y, z), r = row_of<T>(s, 2, y, z);
    }
    template <class V> member void at(long x) const { give<S>(operation.s, r + x, here<V>(f + x) - operation.template value<V>(x)); }
};
