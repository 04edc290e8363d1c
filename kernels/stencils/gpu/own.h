/* A user's expression on a GPU: the text that follows this one defines F::value(a, p), a the numbers and p the values of N fields at a
 * point; the next field is written. As on a CPU, every operation is rounded: a product is not added unrounded. */
function double times(double a, double b) { return __dmul_rn(a, b); }
function float times(float a, float b) { return __fmul_rn(a, b); }
template <class T> function T smaller(T a, T b) { return a < b ? a : b; }
template <class T> function T larger(T a, T b) { return a > b ? a : b; }
template <class T> function T size_of(T a) { return a < T(0) ? -a : a + T(0); }
template <int n, class T> function T power(T x) { /* n >= 1: by squaring, as expression_host.h does it */
    int k = n;
    unrolled while (k % 2 == 0) x = times(x, x), k /= 2;
    T r = x;
    unrolled for (k /= 2; k > 0; k /= 2) {
        x = times(x, x);
        if (k % 2) r = times(r, x);
    }
    return r;
}
template <class T> function T &nth(T &v, int) { return v; }
template <class T> function T &nth(quad<T> &q, int i) { return q.v[i]; }

/* An expression of numbers alone, as cell option[0]. */
template <class F> function void compute_cell(const sweep &s) {
    if (blockIdx.x == 0 && threadIdx.x == 0) s.cells[s.option[0]] = F::value(s.number, (const double *)nullptr);
}

template <class T, int N, class F> struct own {
    typedef T element;
    const sweep &s;
    const T *in[N > 0 ? N : 1];
    T *out;
    member own(const sweep &g) : s(g) {}
    member void row(long y, long z) {
        unrolled for (int k = 0; k < N; k++) in[k] = row_of<T>(s, k, y, z);
        out = row_of<T>(s, N, y, z);
    }
    template <class V> member void at(long x) const {
        V a[N > 0 ? N : 1], r;
        unrolled for (int k = 0; k < N; k++) a[k] = here<V>(in[k] + x);
        unrolled for (int i = 0; i < memory_of<V>::N; i++) {
            T p[N > 0 ? N : 1];
            unrolled for (int k = 0; k < N; k++) p[k] = nth(a[k], i);
            nth(r, i) = F::value(numbers<T>(s), p);
        }
        give<true>(s, out + x, r);
    }
};

/* The same where the expression reads neighbours: access k of A reads field F::field(k) at F::x(k), F::y(k), F::z(k) from the point. */
template <class T, int N, int A, class F> struct own_beside {
    typedef T element;
    const sweep &s;
    const T *in[A];
    T *out;
    member own_beside(const sweep &g) : s(g) {}
    member void row(long y, long z) {
        unrolled for (int k = 0; k < A; k++) in[k] = row_of<T>(s, F::field(k), y + F::y(k), z + F::z(k)) + F::x(k);
        out = row_of<T>(s, N, y, z);
    }
    template <class V> member void at(long x) const {
        V a[A], r;
        unrolled for (int k = 0; k < A; k++) {
            if (F::alone(k)) a[k] = here<V>(in[k] + x);
            else if (F::x(k) % memory_of<V>::N == 0) a[k] = aligned<V>(in[k] + x);
            else unrolled for (int i = 0; i < memory_of<V>::N; i++) nth(a[k], i) = aligned<T>(in[k] + x + i);
        }
        unrolled for (int i = 0; i < memory_of<V>::N; i++) {
            T p[A];
            unrolled for (int k = 0; k < A; k++) p[k] = nth(a[k], i);
            nth(r, i) = F::value(numbers<T>(s), p);
        }
        give<true>(s, out + x, r);
    }
};
