/* The dialect of the stencils: everything that differs between the compilers. A point operator is
 * written over V, the values of one or several neighbouring points along x, and T, an element:
 *
 *   load<V>(p)      the value at p, or those at p, p+1, ...        put<S>(p, v)   stores them; S: streaming
 *   here<V>(p)      aligned, of a field that is read at the point alone
 *   aligned<V>(p)   the same where p is aligned as outputs are: rows and planes away. On a GPU of a field that this
 *                   launch does not write, as beside is; load is free of that
 *   beside<V, R>(p).at(k)   the same k = -R..R points along x away from an aligned p
 *   shifted<V, R>(p)   the same, shifted in registers rather than read again, where that can be
 *   give<S>(s, p, v)      put, of an operator's result. On a GPU also give<S>(s, p, v, c, a), c what the first field that it reads holds at the
 *                   point, a what operators behind this one read there: ahead<V> a; a.take(s, p);
 *   row_of<T>(s, k, y, z)   the row of field k: those that are read, then those that are written
 *   number<T>(s, k) coefficient k of the sweep      numbers<T>(s)   all of them
 *   add_product(a, x, y)  a x + y, rounded once where the machine can        + - * /, T + V, T - V, T * V
 *   alternate<V>(first).pick(x, a, b)   a at every other point, b between: a where x is even if first, where it is odd if not
 *
 * On the GPU V is T or a quad of 16 bytes. On the CPU V is T at the end of a row and lanes<T>, a whole SIMD
 * register, elsewhere; rows of a field begin aligned, so stores of outputs are aligned too.
 *
 * function, member, unrolled and inlined are macros in lower case for the reason given in kernels/dialect.h.
 */
#ifdef __CUDACC__

#define function static __device__ __forceinline__
#define member __device__ __forceinline__
#define unrolled _Pragma("unroll")
#define inlined /* of a lambda */

template <class T> struct alignas(16) quad {
    enum { N = 16 / sizeof(T) };
    T v[N];
};
#define EACH(expression)                                               \
    quad<T> r;                                                         \
    unrolled for (int i = 0; i < quad<T>::N; i++) r.v[i] = expression; \
    return r;
template <class T> function quad<T> operator+(quad<T> a, quad<T> b) { EACH(a.v[i] + b.v[i]) }
template <class T> function quad<T> operator-(quad<T> a, quad<T> b) { EACH(a.v[i] - b.v[i]) }
template <class T> function quad<T> operator*(quad<T> a, quad<T> b) { EACH(a.v[i] * b.v[i]) }
template <class T> function quad<T> operator/(quad<T> a, quad<T> b) { EACH(a.v[i] / b.v[i]) }
template <class T> function quad<T> operator*(T a, quad<T> b) { EACH(a * b.v[i]) }
template <class T> function quad<T> operator+(T a, quad<T> b) { EACH(a + b.v[i]) }
template <class T> function quad<T> operator-(T a, quad<T> b) { EACH(a - b.v[i]) }

function float add_product(float a, float x, float y) { return fmaf(a, x, y); }
function double add_product(double a, double x, double y) { return fma(a, x, y); }
template <class T> function quad<T> add_product(T a, quad<T> x, quad<T> y) { EACH(add_product(a, x.v[i], y.v[i])) }

/* How a value lies in memory: alone, or as a quad at an aligned address. Read-only loads may pass stores of
 * other fields, which plain ones may not: without them a column waits for every plane. */
function quad<float> fetch(const float *p, quad<float>) {
    const float4 q = __ldg((const float4 *)p);
    return {{q.x, q.y, q.z, q.w}};
}
function quad<double> fetch(const double *p, quad<double>) {
    const double2 q = __ldg((const double2 *)p);
    return {{q.x, q.y}};
}
template <class T> function T fetch(const T *p, T) { return __ldg(p); }

template <class V> struct memory_of {
    enum { N = 1 };
};
template <class T> struct memory_of<quad<T>> {
    enum { N = quad<T>::N };
};
template <class V, class T> function V aligned(const T *p) { return fetch(p, V()); }
template <class V, class T> function V load(const T *p) { return *p; } /* V is T: what this launch may have changed */
/* At the point itself, of a field that this launch may write there later: operators behind this one do. */
template <class V, class T> function V plain(const T *p) { return *(const V *)p; }
#ifdef FUSED
template <class V, class T> function V here(const T *p) { return plain<V>(p); }
#else
template <class V, class T> function V here(const T *p) { return aligned<V>(p); }
#endif

template <bool streaming, class T> function void put(T *p, T v) {
    if (streaming) __stcs(p, v);
    else *p = v;
}
function void put_quad(float *p, const quad<float> &v) { __stwt((float4 *)p, make_float4(v.v[0], v.v[1], v.v[2], v.v[3])); }
function void put_quad(double *p, const quad<double> &v) { __stwt((double2 *)p, make_double2(v.v[0], v.v[1])); }
template <bool streaming, class T> function void put(T *p, quad<T> v) {
    if (streaming) put_quad(p, v);
    else *(quad<T> *)p = v;
}

/* Stores an operator's result. Where other operators run behind it (FUSED), the text after the headers says what happens to it. */
struct absent {};
#ifdef FUSED
template <class V> struct ahead; /* what they read at the points of V */
template <bool streaming, class T, class V, class C> function void give(const sweep &s, T *p, V v, C centre, const ahead<V> &with);
template <bool streaming, class T, class V> function void give(const sweep &s, T *p, V v) {
    ahead<V> with;
    with.take(s, p);
    give<streaming>(s, p, v, absent(), with);
}
#else
template <class V> struct ahead {
    template <class T> member void take(const sweep &, const T *) {}
};
template <bool streaming, class T, class V> function void give(const sweep &, T *p, V v) { put<streaming>(p, v); }
template <bool streaming, class T, class V, class C> function void give(const sweep &, T *p, V v, C, const ahead<V> &) { put<streaming>(p, v); }
#endif

template <class V, int R> struct beside {
    const V *p;
    member beside(const V *at) : p(at) {}
    member beside(const V *at, V) : p(at) {}
    member V at(int k) const { return fetch(p + k, V()); }
};
/* Quads: what lies beside is read in quads too, once, and shifted in registers; one point in single values. */
template <class T, int R> struct beside<quad<T>, R> {
    enum { N = quad<T>::N, W = R == 1 ? 1 : (R + N - 1) / N * N };
    T v[N + 2 * W];
    member beside(const T *p) : beside(p, aligned<quad<T>>(p)) {}
    member beside(const T *p, quad<T> centre) {
        unrolled for (int i = 0; i < N; i++) v[W + i] = centre.v[i];
        if (R == 1) v[0] = fetch(p - 1, T()), v[N + W] = fetch(p + N, T());
        else unrolled for (int q = 0; q < W / N; q++) {
            const quad<T> low = aligned<quad<T>>(p - W + q * N), high = aligned<quad<T>>(p + N + q * N);
            unrolled for (int i = 0; i < N; i++) v[q * N + i] = low.v[i], v[N + W + q * N + i] = high.v[i];
        }
    }
    member quad<T> at(int k) const { EACH(v[W + i + k]) }
};
#undef EACH
template <class V, int R> using shifted = beside<V, R>;
template <class V> struct alternate {
    bool first;
    member alternate(bool f) : first(f) {}
    member V pick(long x, V a, V b) const { return ((x & 1) == 0) == first ? a : b; }
};

#else

#define function static inline __attribute__((always_inline))
#define member inline __attribute__((always_inline))
#define unrolled _Pragma("GCC unroll 20")
#define inlined __attribute__((always_inline)) /* of a lambda */

#if defined(ISA_AVX512)
enum { SIMD_BYTES = 64 };
#elif defined(ISA_AVX2)
enum { SIMD_BYTES = 32 };
#else
enum { SIMD_BYTES = 16 };
#endif

typedef double native_double __attribute__((vector_size(SIMD_BYTES)));
typedef float native_float __attribute__((vector_size(SIMD_BYTES)));
typedef double loose_double __attribute__((vector_size(SIMD_BYTES), aligned(8), may_alias));
typedef float loose_float __attribute__((vector_size(SIMD_BYTES), aligned(4), may_alias));

template <class T> struct lanes;

#define LANES(T)                                                                                                       \
    template <> struct lanes<T> {                                                                                      \
        native_##T v;                                                                                                  \
    };                                                                                                                 \
    function lanes<T> operator+(lanes<T> a, lanes<T> b) { return {a.v + b.v}; }                                        \
    function lanes<T> operator-(lanes<T> a, lanes<T> b) { return {a.v - b.v}; }                                        \
    function lanes<T> operator*(lanes<T> a, lanes<T> b) { return {a.v * b.v}; }                                        \
    function lanes<T> operator/(lanes<T> a, lanes<T> b) { return {a.v / b.v}; }                                        \
    function lanes<T> operator*(T a, lanes<T> b) { return {a * b.v}; }                                                 \
    function lanes<T> operator+(T a, lanes<T> b) { return {a + b.v}; }                                                 \
    function lanes<T> operator-(T a, lanes<T> b) { return {a - b.v}; }                                                 \
    template <> struct memory_of<lanes<T>> {                                                                           \
        typedef T element;                                                                                             \
        static member lanes<T> load(const T *p) { return {*(const loose_##T *)p}; }                                    \
        static member void store(T *p, lanes<T> v) { *(loose_##T *)p = v.v; }                                          \
    };                                                                                                                 \
    template <> struct memory_of<T> {                                                                                  \
        typedef T element;                                                                                             \
        static member T load(const T *p) { return *p; }                                                                \
        static member void store(T *p, T v) { *p = v; }                                                                \
    };

template <class V> struct memory_of;
LANES(double)
LANES(float)
#undef LANES

#if defined(ISA_AVX512)
function lanes<double> add_product(double a, lanes<double> x, lanes<double> y) { return {(native_double)_mm512_fmadd_pd(_mm512_set1_pd(a), (__m512d)x.v, (__m512d)y.v)}; }
function lanes<float> add_product(float a, lanes<float> x, lanes<float> y) { return {(native_float)_mm512_fmadd_ps(_mm512_set1_ps(a), (__m512)x.v, (__m512)y.v)}; }
#elif defined(ISA_AVX2)
function lanes<double> add_product(double a, lanes<double> x, lanes<double> y) { return {(native_double)_mm256_fmadd_pd(_mm256_set1_pd(a), (__m256d)x.v, (__m256d)y.v)}; }
function lanes<float> add_product(float a, lanes<float> x, lanes<float> y) { return {(native_float)_mm256_fmadd_ps(_mm256_set1_ps(a), (__m256)x.v, (__m256)y.v)}; }
#elif defined(__aarch64__)
function lanes<double> add_product(double a, lanes<double> x, lanes<double> y) { return {(native_double)vfmaq_n_f64((float64x2_t)y.v, (float64x2_t)x.v, a)}; }
function lanes<float> add_product(float a, lanes<float> x, lanes<float> y) { return {(native_float)vfmaq_n_f32((float32x4_t)y.v, (float32x4_t)x.v, a)}; }
#else
template <class T> function lanes<T> add_product(T a, lanes<T> x, lanes<T> y) { return a * x + y; }
#endif
#if defined(ISA_AVX512) || defined(ISA_AVX2) || defined(__aarch64__)
function double add_product(double a, double x, double y) { return __builtin_fma(a, x, y); }
function float add_product(float a, float x, float y) { return __builtin_fmaf(a, x, y); }
#else
template <class T> function T add_product(T a, T x, T y) { return a * x + y; }
#endif

template <class V, class T> function V load(const T *p) { return memory_of<V>::load(p); }
template <class V, class T> function V aligned(const T *p) { return memory_of<V>::load(p); } /* as fast */
template <class V, class T> function V here(const T *p) { return memory_of<V>::load(p); }
template <class V, int R> struct beside {
    const typename memory_of<V>::element *p;
    member beside(const typename memory_of<V>::element *at) : p(at) {}
    member V at(int k) const { return memory_of<V>::load(p + k); }
};

/* Registers begin at even x. */
template <class V> struct alternate {
    bool first;
    member alternate(bool f) : first(f) {}
    member V pick(long x, V a, V b) const { return ((x & 1) == 0) == first ? a : b; }
};
#define ALTERNATE(T, I)                                                                                        \
    template <> struct alternate<lanes<T>> {                                                                   \
        typedef I integers __attribute__((vector_size(SIMD_BYTES)));                                           \
        integers m;                                                                                            \
        member alternate(bool first) {                                                                         \
            unrolled for (unsigned i = 0; i < SIMD_BYTES / sizeof(T); i++) m[i] = -(I)((i % 2 == 0) == first); \
        }                                                                                                      \
        member lanes<T> pick(long, lanes<T> a, lanes<T> b) const { return {m ? a.v : b.v}; }                   \
    };
ALTERNATE(double, long)
ALTERNATE(float, int)
#undef ALTERNATE

/* The points one to the left of `here`, one to the right, from registers that lie side by side. */
#define SHIFTS(T, I)                                                                                                   \
    typedef I T##_integers __attribute__((vector_size(SIMD_BYTES)));                                                      \
    function lanes<T> left_of(lanes<T> before, lanes<T> here) {                                                        \
        T##_integers m;                                                                                                   \
        unrolled for (unsigned i = 0; i < SIMD_BYTES / sizeof(T); i++) m[i] = (I)(SIMD_BYTES / sizeof(T) - 1 + i);     \
        return {__builtin_shuffle(before.v, here.v, m)};                                                               \
    }                                                                                                                  \
    function lanes<T> right_of(lanes<T> here, lanes<T> after) {                                                        \
        T##_integers m;                                                                                                   \
        unrolled for (unsigned i = 0; i < SIMD_BYTES / sizeof(T); i++) m[i] = (I)(1 + i);                              \
        return {__builtin_shuffle(here.v, after.v, m)};                                                                \
    }
SHIFTS(double, long)
SHIFTS(float, int)
#undef SHIFTS

/* beside where a register is at least R points wide: three aligned loads, shifted in registers */
template <class T> struct integers_of;
template <> struct integers_of<double> {
    typedef double_integers type;
};
template <> struct integers_of<float> {
    typedef float_integers type;
};
template <class V, int R, bool fits> struct neighbours : beside<V, R> {
    member neighbours(const typename memory_of<V>::element *p) : beside<V, R>(p) {}
};
template <class T, int R> struct neighbours<lanes<T>, R, true> {
    static constexpr int W = SIMD_BYTES / sizeof(T);
    lanes<T> low, here, high;
    member neighbours(const T *p) : low(load<lanes<T>>(p - W)), here(load<lanes<T>>(p)), high(load<lanes<T>>(p + W)) {}
    member lanes<T> at(int k) const {
        typename integers_of<T>::type m;
        unrolled for (int i = 0; i < W; i++) m[i] = k < 0 ? W + k + i : k + i;
        return {k < 0 ? __builtin_shuffle(low.v, here.v, m) : __builtin_shuffle(here.v, high.v, m)};
    }
};
template <class V, int R> using shifted = neighbours<V, R, (R * sizeof(typename memory_of<V>::element) <= sizeof(V))>;

function void stream(double *p, double v) { *p = v; }
function void stream(float *p, float v) { *p = v; }
#if defined(ISA_AVX512)
function void stream(double *p, lanes<double> v) { _mm512_stream_pd(p, (__m512d)v.v); }
function void stream(float *p, lanes<float> v) { _mm512_stream_ps(p, (__m512)v.v); }
#elif defined(ISA_AVX2)
function void stream(double *p, lanes<double> v) { _mm256_stream_pd(p, (__m256d)v.v); }
function void stream(float *p, lanes<float> v) { _mm256_stream_ps(p, (__m256)v.v); }
#elif defined(__x86_64__)
function void stream(double *p, lanes<double> v) { _mm_stream_pd(p, (__m128d)v.v); }
function void stream(float *p, lanes<float> v) { _mm_stream_ps(p, (__m128)v.v); }
#else /* arm64 has no store past the caches of one register */
template <class T> function void stream(T *p, lanes<T> v) { memory_of<lanes<T>>::store(p, v); }
#endif

template <bool streaming, class T, class V> function void put(T *p, V v) {
    if (streaming) stream(p, v);
    else memory_of<V>::store(p, v);
}
template <bool streaming, class T, class V> function void give(const sweep &, T *p, V v) { put<streaming>(p, v); }

#endif

function double number_as(double, const sweep &s, int k) { return s.number[k]; }
function float number_as(float, const sweep &s, int k) { return s.single[k]; }
template <class T> function T number(const sweep &s, int k) { return number_as(T(), s, k); }
function const double *numbers_as(double, const sweep &s) { return s.number; }
function const float *numbers_as(float, const sweep &s) { return s.single; }
template <class T> function const T *numbers(const sweep &s) { return numbers_as(T(), s); }

/* i+j+k of the point (0,0,0), in the global grid. */
function long origin_of(const sweep &s) { return s.first[0] + s.first[1] + s.first[2]; }

/* The address of point (0,y,z), counted from 0, of a field. */
template <class T> function T *row_of(const sweep &s, int f, long y, long z) {
    return (T *)s.field[f] + (y * s.row[f] + z * s.plane[f]);
}
