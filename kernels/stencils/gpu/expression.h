/* What users' expressions compute with on a GPU. As on a CPU, every operation is rounded: a product is not added unrounded. */
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

/* What i, j and k are at a point, counted from 0: its place in the global grid. */
template <class T> struct coordinates {
    T of[3];
    member coordinates(const sweep &s, long x, long y, long z) : of{T(s.first[0] + x), T(s.first[1] + y), T(s.first[2] + z)} {}
};

/* An expression of numbers alone, as cell option[0]. */
template <class F> function void compute_cell(const sweep &s) {
    if (blockIdx.x == 0 && threadIdx.x == 0) s.cells[s.option[0]] = F::value(s.number, (const double *)nullptr);
}
