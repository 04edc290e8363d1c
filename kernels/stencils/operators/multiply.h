/* operator multiply
 *   meaning  z = a x y
 *   reads    2
 *   numbers  a
 *   count    1
 *   in place yes
 *   kernel   product<T, S>
 *   host     rows */

/* z = number[0] x y */
template <class T, bool S> struct product {
    typedef T element;
    const sweep &s;
    const T *a, *b;
    T *z;
    member product(const sweep &given) : s(given) {}
    member void row(long y, long k) { a = row_of<T>(s, 0, y, k), b = row_of<T>(s, 1, y, k), z = row_of<T>(s, 2, y, k); }
    template <class V> static member V value(const T *a, const V *x) { return a[0] * (x[0] * x[1]); }
    template <class V> member void at(long x) const {
        const V v[2] = {here<V>(a + x), here<V>(b + x)};
        give<S>(s, z + x, value(numbers<T>(s), v));
    }
};
