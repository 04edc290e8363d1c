/* Operators of one point: the output is the last field and may be one of the inputs. value(a, x) is the output where the numbers are a
 * and the inputs x. */

/* z = number[0] */
template <class T> struct constant {
    typedef T element;
    const sweep &s;
    T *z;
    member constant(const sweep &given) : s(given) {}
    member void row(long y, long k) { z = row_of<T>(s, 0, y, k); }
    template <class V> static member V value(const T *a, const V *) { return a[0] + V(); }
    template <class V> member void at(long x) const { give<false>(s, z + x, value(numbers<T>(s), (const V *)nullptr)); }
};

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

/* z = number[0] x y, or number[0] x / y */
template <class T, bool divided, bool S> struct product {
    typedef T element;
    const sweep &s;
    const T *a, *b;
    T *z;
    member product(const sweep &given) : s(given) {}
    member void row(long y, long k) { a = row_of<T>(s, 0, y, k), b = row_of<T>(s, 1, y, k), z = row_of<T>(s, 2, y, k); }
    template <class V> static member V value(const T *a, const V *x) { return a[0] * (divided ? x[0] / x[1] : x[0] * x[1]); }
    template <class V> member void at(long x) const {
        const V v[2] = {here<V>(a + x), here<V>(b + x)};
        give<S>(s, z + x, value(numbers<T>(s), v));
    }
};
