/* operator combine
 *   meaning  z = sum over i of a(i) x(i)
 *   reads    1 to 4
 *   numbers  a(1:reads)
 *   count    one per field
 *   in place yes
 *   kernel   combine<T, N, S>
 *   host     rows */

/* z = sum over i < N of number[i] x_i */
template <class T, int N, bool S> struct combine {
    typedef T element;
    const sweep &s;
    const T *in[N];
    T a[N], *z;
    member combine(const sweep &given) : s(given) {
        unrolled for (int i = 0; i < N; i++) a[i] = number<T>(s, i);
    }
    member void row(long y, long k) {
        unrolled for (int i = 0; i < N; i++) in[i] = row_of<T>(s, i, y, k);
        z = row_of<T>(s, N, y, k);
    }
    template <class V> static member V value(const T *a, const V *x) {
        V sum = a[0] * x[0];
        unrolled for (int i = 1; i < N; i++) sum = add_product(a[i], x[i], sum);
        return sum;
    }
    template <class V> member void at(long x) const {
        V v[N];
        unrolled for (int i = 0; i < N; i++) v[i] = here<V>(in[i] + x);
        give<S>(s, z + x, value(a, v));
    }
};
