/* STEPS steps of Gray-Scott in registers. A warp owns a strip of columns, a quad per lane, and goes down its rows:
 * each step keeps the last three rows of the step before it, and works one row behind it. Lanes at the strip's
 * edges read what their neighbours own, and their answers, which the edge spoils column by column, are not stored. */
template <class T> struct level {
    quad<T> u[3], v[3]; /* a ring of rows */
};

template <class T> function quad<T> sides(quad<T> q) {
    enum { N = quad<T>::N };
    const T left = __shfl_up_sync(0xffffffff, q.v[N - 1], 1), right = __shfl_down_sync(0xffffffff, q.v[0], 1);
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
        const long lane = threadIdx.x % 32, owner = (long)blockIdx.x * (THREADS / 32) + threadIdx.x / 32;
        x = (owner * (32 - 2 * edge) + lane - edge) * N;
        y0 = (long)blockIdx.y * LENGTH, y1 = y0 + LENGTH < s.extent[1] ? y0 + LENGTH : s.extent[1];
        reads = x < s.extent[0] + STEPS;
        stores = lane >= edge && lane < 32 - edge && x < s.extent[0];
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
