/* operator combine_product
 *   meaning  z = a x + b y + c v w
 *   reads    4
 *   numbers  a b c
 *   count    3
 *   in place yes
 *   kernel   combine_product<T, S>
 *   host     rows */

/* z = number[0] x + number[1] y + number[2] v w */
template <class T, bool S> struct combine_product {
    typedef T element;
    const sweep &s;
    const T *in[4];
    T a[3], *z;
    member combine_product(const sweep &given) : s(given), a{number<T>(s, 0), number<T>(s, 1), number<T>(s, 2)} {}
    member void row(long y, long k) {
        unrolled for (int i = 0; i < 4; i++) in[i] = row_of<T>(s, i, y, k);
        z = row_of<T>(s, 4, y, k);
    }
    template <class V> static member V value(const T *a, const V *x) { return add_product(a[2], x[2] * x[3], add_product(a[1], x[1], a[0] * x[0])); }
    template <class V> member void at(long x) const {
        const V v[4] = {here<V>(in[0] + x), here<V>(in[1] + x), here<V>(in[2] + x), here<V>(in[3] + x)};
        give<S>(s, z + x, value(a, v));
    }
};
