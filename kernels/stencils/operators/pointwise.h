/* operator pointwise
 *   meaning  z = an expression of fields and named numbers
 *   reads    0 to 6
 *   numbers  of the names
 *   count    as named
 *   in place yes
 *   host     program expression<T>
 *   gpu      points points<own<T, N, users_own>, V>(s)
 *   gpu      beside points<own_beside<T, N, M, users_own>, V>(s) */

#ifdef __CUDACC__
/* The text that follows the headers defines F::value(a, p, at): a are the numbers, p the values of N fields at a point, at its place in
 * the global grid. The next field is written. */
template <class T, int N, class F> struct own {
    typedef T element;
    const sweep &s;
    const T *in[N > 0 ? N : 1];
    T *out;
    long y, z;
    member own(const sweep &g) : s(g) {}
    member void row(long j, long k) {
        y = j, z = k;
        unrolled for (int f = 0; f < N; f++) in[f] = row_of<T>(s, f, y, z);
        out = row_of<T>(s, N, y, z);
    }
    template <class V> member void at(long x) const {
        V a[N > 0 ? N : 1], r;
        unrolled for (int k = 0; k < N; k++) a[k] = here<V>(in[k] + x);
        unrolled for (int i = 0; i < memory_of<V>::N; i++) {
            T p[N > 0 ? N : 1];
            unrolled for (int k = 0; k < N; k++) p[k] = nth(a[k], i);
            nth(r, i) = F::value(numbers<T>(s), p, coordinates<T>(s, x + i, y, z).of);
        }
        give<true>(s, out + x, r);
    }
};

/* The values d points along x away from an aligned p, from the two aligned loads that hold them: other accesses share these. */
template <class V, class T> function V along_x(const T *p, int d) {
    const int N = memory_of<V>::N, left = (d >= 0 ? d / N : -((N - 1 - d) / N)) * N, skip = d - left;
    V low = aligned<V>(p + left), high = aligned<V>(p + left + N), r;
    unrolled for (int i = 0; i < N; i++) nth(r, i) = i + skip < N ? nth(low, i + skip) : nth(high, i + skip - N);
    return r;
}

/* The same where the expression reads neighbours, or fields with one point along some axes, whose strides there are 0: access k of A reads
 * field F::field(k) at F::x(k), F::y(k), F::z(k) from the point. */
template <class T, int N, int A, class F> struct own_beside {
    typedef T element;
    const sweep &s;
    const T *in[A];
    T *out;
    long y, z;
    member own_beside(const sweep &g) : s(g) {}
    member void row(long j, long k) {
        y = j, z = k;
        unrolled for (int a = 0; a < A; a++) in[a] = row_of<T>(s, F::field(a), y + F::y(a), z + F::z(a)) + F::x(a);
        out = row_of<T>(s, N, y, z);
    }
    template <class V> member void at(long x) const {
        V a[A], r;
        unrolled for (int k = 0; k < A; k++) {
            if (F::spread(k)) a[k] = spread_along_x<V>(in[k], x, F::spread(k));
            else if (F::alone(k)) a[k] = here<V>(in[k] + x);
            else if (F::x(k) % memory_of<V>::N == 0) a[k] = aligned<V>(in[k] + x);
            else a[k] = along_x<V>(in[k] - F::x(k) + x, F::x(k));
        }
        unrolled for (int i = 0; i < memory_of<V>::N; i++) {
            T p[A];
            unrolled for (int k = 0; k < A; k++) p[k] = nth(a[k], i);
            nth(r, i) = F::value(numbers<T>(s), p, coordinates<T>(s, x + i, y, z).of);
        }
        give<true>(s, out + x, r);
    }
};
#endif
