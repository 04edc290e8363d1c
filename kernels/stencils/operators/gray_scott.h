/* operator gray_scott
 *   meaning  one step of u' = Du lap u - u v v + F (1 - u), v' = Dv lap v + u v v - (F + k) v, spacing 1, 2-D. Option steps=n: n steps in one launch
 *   reads    2, neighbours too
 *   writes   2
 *   numbers  Du Dv F k dt
 *   count    5
 *   fields   2-D
 *   options  fuse names region steps variant
 *   kernel   gray_scott<T, S>
 *   host     tiles
 *   host     strips gray_scott_steps<T>
 *   gpu      strips gray_scott_strips<T>(s)
 *   gpu      shared gray_scott_shared<T, I>(s) */

/* Gray-Scott (Pearson 1993), spacing 1, number = Du Dv F k dt; fields u, v, u', v' */
template <class T> struct gray_scott_rates {
    T du, dv, feed, kill, dt;
    member gray_scott_rates(const sweep &s)
        : du(number<T>(s, 0)), dv(number<T>(s, 1)), feed(number<T>(s, 2)), kill(feed + number<T>(s, 3)), dt(number<T>(s, 4)) {}
    template <class V> member void step(V u, V v, V around_u, V around_v, V &next_u, V &next_v) const {
        const V uvv = u * v * v, spread_u = add_product(T(-4), u, around_u), spread_v = add_product(T(-4), v, around_v);
        next_u = add_product(dt, add_product(feed, T(1) - u, add_product(du, spread_u, T(-1) * uvv)), u);
        next_v = add_product(dt, add_product(-kill, v, add_product(dv, spread_v, uvv)), v);
    }
};

template <class T, bool S> struct gray_scott {
    typedef T element;
    const sweep &s;
    gray_scott_rates<T> rates;
    const T *u, *v;
    T *next_u, *next_v;
    member gray_scott(const sweep &given) : s(given), rates(given) {}
    member void row(long y, long z) {
        u = row_of<T>(s, 0, y, z), v = row_of<T>(s, 1, y, z), next_u = row_of<T>(s, 2, y, z), next_v = row_of<T>(s, 3, y, z);
    }
    template <class V> static member V around(const T *p, long row) {
        const beside<V, 1> near(p);
        return near.at(-1) + near.at(1) + (aligned<V>(p - row) + aligned<V>(p + row));
    }
    template <class V> member void at(long x) const {
        V a, b;
        rates.step(aligned<V>(u + x), aligned<V>(v + x), around<V>(u + x, s.row[0]), around<V>(v + x, s.row[1]), a, b);
        put<S>(next_u + x, a);
        put<S>(next_v + x, b);
    }
};

#ifdef __CUDACC__
/* STEPS steps of Gray-Scott in registers. A warp owns a strip of columns, a quad per lane, and goes down its rows:
 * each step keeps the last three rows of the step before it, and works one row behind it. Lanes at the strip's
 * edges read what their neighbours own, and their answers, which the edge spoils column by column, are not stored. */
template <class T> struct level {
    quad<T> u[3], v[3]; /* a ring of rows */
};

template <class T> function quad<T> sides(quad<T> q) {
    enum { N = quad<T>::N };
    const T left = from_below(q.v[N - 1], 1), right = from_above(q.v[0], 1);
    quad<T> r;
    unrolled for (int i = 0; i < N; i++) r.v[i] = (i ? q.v[i - 1] : left) + (i + 1 < N ? q.v[i + 1] : right);
    return r;
}

template <class T> struct strip {
    const sweep &s;
    gray_scott_rates<T> rates;
    long x, y0, y1;
    bool reads, stores;
    level<T> from[STEPS];

    member strip(const sweep &given) : s(given), rates(given) {
        enum { N = quad<T>::N, edge = (STEPS + N - 1) / N };
        const long lane = lane_here(), owner = (long)blockIdx.x * (THREADS / LANES) + threadIdx.x / LANES;
        x = (owner * (LANES - 2 * edge) + lane - edge) * N;
        y0 = (long)blockIdx.y * LENGTH, y1 = y0 + LENGTH < s.extent[1] ? y0 + LENGTH : s.extent[1];
        reads = x < s.extent[0] + STEPS;
        stores = lane >= edge && lane < LANES - edge && x < s.extent[0];
        unrolled for (int k = 0; k < STEPS; k++)
            unrolled for (int i = 0; i < 3; i++) from[k].u[i] = quad<T>{}, from[k].v[i] = quad<T>{};
    }
    /* row r comes in; phase is r modulo 3, known to the compiler */
    template <int phase> member void advance(long r) {
        quad<T> u{}, v{};
        if (reads && r < y1 + STEPS) u = aligned<quad<T>>(row_of<T>(s, 0, r, 0) + x), v = aligned<quad<T>>(row_of<T>(s, 1, r, 0) + x);
        unrolled for (int k = 0; k < STEPS; k++) {
            enum { older = (phase + 1) % 3, old = (phase + 2) % 3 };
            level<T> &l = from[k];
            l.u[phase] = u, l.v[phase] = v;
            quad<T> next_u, next_v;
            rates.step(l.u[old], l.v[old], sides(l.u[old]) + (l.u[older] + u), sides(l.v[old]) + (l.v[older] + v), next_u, next_v);
            u = next_u, v = next_v;
        }
        const long y = r - STEPS;
        if (!stores || y < y0 || y >= y1) return;
        keep(row_of<T>(s, 2, y, 0) + x, u);
        keep(row_of<T>(s, 3, y, 0) + x, v);
    }
    member void keep(T *p, quad<T> q) const {
        enum { N = quad<T>::N };
        if (x + N <= s.extent[0]) put<true>(p, q);
        else unrolled for (int i = 0; i < N; i++) if (x + i < s.extent[0]) p[i] = q.v[i];
    }
};

template <class T> function void gray_scott_strips(const sweep &s) {
    strip<T> a(s);
    for (long r = a.y0 - STEPS; r < a.y1 + STEPS; r += 3) {
        a.template advance<0>(r);
        a.template advance<1>(r + 1);
        a.template advance<2>(r + 2);
    }
}

/* One step of Gray-Scott from a tile in shared memory, a point a thread. Interleaved: u and v of a point lie side by side;
 * planar: in arrays of their own. */
template <class T> struct alignas(2 * sizeof(T)) couple {
    T u, v;
};
template <class T, bool interleaved> struct gray_scott_tile {
    enum { high = THREADS / TX, row = TX + 2, size = row * (high + 2) };
    T *memory;
    member gray_scott_tile() : memory((T *)block_memory) {}
    member void set(int i, T u, T v) {
        if (interleaved) ((couple<T> *)memory)[i] = {u, v};
        else memory[i] = u, memory[size + i] = v;
    }
    member couple<T> get(int i) const {
        if (interleaved) return ((couple<T> *)memory)[i];
        return {memory[i], memory[size + i]};
    }
};
template <class T, bool interleaved> function void gray_scott_shared(const sweep &s) {
    typedef gray_scott_tile<T, interleaved> tile_t;
    tile_t tile;
    const long x0 = (long)blockIdx.x * TX, y0 = (long)blockIdx.y * tile_t::high;
    for (int i = threadIdx.x; i < tile_t::size; i += THREADS) {
        const long x = x0 - 1 + i % tile_t::row, y = y0 - 1 + i / tile_t::row;
        if (x <= s.extent[0] && y <= s.extent[1]) tile.set(i, __ldg(row_of<T>(s, 0, y, 0) + x), __ldg(row_of<T>(s, 1, y, 0) + x));
    }
    __syncthreads();
    const int c = threadIdx.x % TX, r = threadIdx.x / TX, i = (r + 1) * tile_t::row + c + 1;
    const long x = x0 + c, y = y0 + r;
    if (x >= s.extent[0] || y >= s.extent[1]) return;
    const couple<T> own = tile.get(i), west = tile.get(i - 1), east = tile.get(i + 1), south = tile.get(i - tile_t::row), north = tile.get(i + tile_t::row);
    const gray_scott_rates<T> rates(s);
    T u, v;
    rates.step(own.u, own.v, west.u + east.u + (south.u + north.u), west.v + east.v + (south.v + north.v), u, v);
    put<true>(row_of<T>(s, 2, y, 0) + x, u);
    put<true>(row_of<T>(s, 3, y, 0) + x, v);
}
#else
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
    typedef lanes<T> V;
    constexpr bool past = SIMD_BYTES == 64; /* half lines of two fields in turn past the caches took 20 times as long on a Zen 3 */
    const sweep &s = *given;
    const gray_scott_rates<T> rates(s);
    const long n = s.option[0], wide = s.option[1], high = s.option[2], across = (s.extent[0] + wide - 1) / wide, W = SIMD_BYTES / sizeof(T);
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
#endif
