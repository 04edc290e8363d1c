/* option[0] steps of Gray-Scott in one pass over memory: an item goes down a strip of option[1] columns and
 * option[2] rows, each step one row behind the step before, of which three rows are kept in the nearest cache. No row is
 * computed twice but at the strip's ends; at its sides a step needs as many columns more as steps are left. */
enum { strip_page = 4096, strip_side = 192, strip_most = 16 }; /* bytes between rows, beside them; steps */

/* Three rows of u and of v after each step; columns beyond what a step needs hold values that come no nearer than one
 * column a step. A step's rows begin a little below those of the step before, modulo 4096: a load whose address is, by its
 * last 12 bits, that of a store not long ago waits for it. */
template <class T> struct strip {
    alignas(64) char memory[(strip_most * 7 + 1) * strip_page];
    long down;
    member strip(long steps, long wide) : down(strip_page / steps / 64 * 64) {
        for (long k = 0; k < steps; k++)
            for (long y = 0; y < 3; y++)
                for (int f = 0; f < 2; f++) __builtin_memset((char *)at(k, y, f) - strip_side, 0, 2 * strip_side + wide * sizeof(T));
    }
    member T *at(long step, long y, int field) {
        return (T *)(memory + (step * 7 + (y + 3 * strip_most) % 3 * 2 + field + 1) * strip_page - step * down + strip_side);
    }
};

/* One step of a row of `x` to `end`, from three rows each; `ahead` of the field is fetched meanwhile. */
template <class V, bool S, class T>
function void strip_step(const gray_scott_rates<T> &rates, const T *const u[3], const T *const v[3], T *next_u, T *next_v, long x, long end, const T *ahead) {
    const long W = sizeof(V) / sizeof(T);
    for (; x + W <= end; x += W) {
        const beside<V, 1> near_u(u[1] + x), near_v(v[1] + x);
        V a, b;
        __builtin_prefetch(ahead + x, 0, 2);
        rates.step(aligned<V>(u[1] + x), aligned<V>(v[1] + x), near_u.at(-1) + near_u.at(1) + (aligned<V>(u[0] + x) + aligned<V>(u[2] + x)),
                   near_v.at(-1) + near_v.at(1) + (aligned<V>(v[0] + x) + aligned<V>(v[2] + x)), a, b);
        put<S>(next_u + x, a);
        put<S>(next_v + x, b);
    }
    if (W > 1) strip_step<T, S>(rates, u, v, next_u, next_v, x, end, ahead);
}

template <class T> function void gray_scott_steps(const sweep *given, long begin, long end) {
    typedef pack<T> V;
    constexpr bool past = PACK_BYTES == 64; /* half lines of two fields in turn past the caches took 20 times as long on a Zen 3 */
    const sweep &s = *given;
    const gray_scott_rates<T> rates(s);
    const long n = s.option[0], wide = s.option[1], high = s.option[2], across = (s.extent[0] + wide - 1) / wide, W = PACK_BYTES / sizeof(T);
    strip<T> kept(n, wide);
    for (long item = begin; item < end; item++) {
        const long x0 = item % across * wide, y0 = item / across * high;
        const long nx = x0 + wide < s.extent[0] ? wide : s.extent[0] - x0, y1 = y0 + high < s.extent[1] ? y0 + high : s.extent[1];
        for (long t = y0 - n; t < y1 + n; t++) {
            for (int f = 0; f < 2; f++) __builtin_memcpy(kept.at(0, t - y0, f) - n, row_of<T>(s, f, t, 0) + x0 - n, (nx + 2 * n) * sizeof(T));
            for (long k = 1; k <= n; k++) {
                const long y = t - k, left = n - k, edge = (left + W - 1) / W * W;
                if (y < y0 - left || y >= y1 + left) continue;
                const T *u[3], *v[3], *ahead = row_of<T>(s, k & 1, t + 1 < y1 + n ? t + 1 : t, 0) + x0;
                for (int i = 0; i < 3; i++) u[i] = kept.at(k - 1, y - 1 + i - y0, 0), v[i] = kept.at(k - 1, y - 1 + i - y0, 1);
                if (k < n) strip_step<V, false>(rates, u, v, kept.at(k, y - y0, 0), kept.at(k, y - y0, 1), -edge, (nx + W - 1) / W * W + edge, ahead);
                else strip_step<V, past>(rates, u, v, row_of<T>(s, 2, y, 0) + x0, row_of<T>(s, 3, y, 0) + x0, 0, nx, ahead);
            }
        }
    }
    finish_streaming();
}
