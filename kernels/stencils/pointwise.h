/* Operators of one point: the output is the last field and may be one of the inputs. */

/* z = number[0] */
template <class T> struct constant {
    typedef T element;
    const sweep &s;
    T *z;
    member constant(const sweep &given) : s(given) {}
    member void row(long y, long k) { z = row_of<T>(s, 0, y, k); }
    template <class V> member void at(long x) const {
        const V nought = V();
        put<false>(z + x, number<T>(s, 0) + nought);
    }
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
    template <class V> member void at(long x) const {
        V sum = a[0] * aligned<V>(in[0] + x);
        unrolled for (int i = 1; i < N; i++) sum = sum + a[i] * aligned<V>(in[i] + x);
        put<S>(z + x, sum);
    }
};

/* z = number[0] x + number[1] y + number[2] v w */
template <class T, bool S> struct combine_product {
    typedef T element;
    const sweep &s;
    const T *in[4];
    T a, b, c, *z;
    member combine_product(const sweep &given) : s(given), a(number<T>(s, 0)), b(number<T>(s, 1)), c(number<T>(s, 2)) {}
    member void row(long y, long k) {
        unrolled for (int i = 0; i < 4; i++) in[i] = row_of<T>(s, i, y, k);
        z = row_of<T>(s, 4, y, k);
    }
    template <class V> member void at(long x) const {
        put<S>(z + x, a * aligned<V>(in[0] + x) + b * aligned<V>(in[1] + x) + c * (aligned<V>(in[2] + x) * aligned<V>(in[3] + x)));
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
    template <class V> member void at(long x) const {
        const V p = aligned<V>(a + x), q = aligned<V>(b + x);
        put<S>(z + x, number<T>(s, 0) * (divided ? p / q : p * q));
    }
};
