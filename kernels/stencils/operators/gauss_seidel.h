/* operator gauss_seidel
 *   meaning  one sweep of laplacian(u) = f, red points (i+j+k even, in the global grid) first, then black
 *   reads    1
 *   numbers  c(axes)
 *   count    positive, one per axis
 *   relaxes  red black
 *   kernel   relax<T, D3>
 *   host     colours
 *   host     fused fused_colours<T> then fused_seams<T>
 *   gpu      colours
 *   gpu      fused relax_planes<T>(s) */
/* operator gauss_seidel_red
 *   meaning  the red half of a sweep
 *   reads    1
 *   numbers  c(axes)
 *   count    positive, one per axis
 *   relaxes  red
 *   kernel   relax<T, D3>
 *   host     colours
 *   gpu      colours */
/* operator gauss_seidel_black
 *   meaning  the black half of a sweep
 *   reads    1
 *   numbers  c(axes)
 *   count    positive, one per axis
 *   relaxes  black
 *   kernel   relax<T, D3>
 *   host     colours
 *   gpu      colours */

/* One colour of a Gauss-Seidel sweep of laplacian(u) = f: points whose i+j+k (in the global grid) is even are
 * red (colour 0). Fields f, u; number = cx cy cz and 1 / (2 (cx + cy + cz)). */
template <class T> struct relaxation {
    T cx, cy, cz, scale;
    member relaxation(const sweep &s) : cx(number<T>(s, 0)), cy(number<T>(s, 1)), cz(number<T>(s, 2)), scale(number<T>(s, 3)) {}
    /* from the sums of both neighbours along each axis: the one place for this formula, so that all ways to sweep agree */
    template <bool D3, class V> member V value(V x, V y, V z, V f) const {
        V sum = add_product(cx, x, cy * y);
        if (D3) sum = add_product(cz, z, sum);
        return scale * (sum - f);
    }
};

/* Points of the other colour are stored as they were. */
template <class T, bool D3> struct relax {
    typedef T element;
    const sweep &s;
    const relaxation<T> equation;
    long colour, first; /* first: i+j+k of the point (0,0,0) */
    bool even; /* points of even x, counted from 0, are of this colour */
    const T *f;
    T *u;
    member relax(const sweep &given, long c) : s(given), equation(given), colour(c), first(origin_of(given)) {}
    member relax(const sweep &given) : relax(given, given.option[0]) {}
    member void row(long y, long z) {
        f = row_of<T>(s, 0, y, z), u = row_of<T>(s, 1, y, z);
        even = ((y + z + first) & 1) == colour;
    }
    template <class V> member void at(long x) const {
        T *p = u + x;
        const V along_z = D3 ? load<V>(p - s.plane[1]) + load<V>(p + s.plane[1]) : V();
        const V value = equation.template value<D3>(load<V>(p - 1) + load<V>(p + 1), load<V>(p - s.row[1]) + load<V>(p + s.row[1]), along_z, aligned<V>(f + x));
        put<false>(p, alternate<V>(even).pick(x, value, load<V>(p)));
    }
};

#ifdef __CUDACC__
/* A sweep of red-black Gauss-Seidel in one pass over memory: fields f, u, and u' that takes the answer. A warp holds ROWS
 * rows of LANES quads and goes along z; black follows red one plane behind. What a block needs of its neighbours' red
 * points it computes itself: the quads at both ends, and two rows at each, are not stored. Each point has the same
 * arithmetic as above. Rows that other warps read lie in shared memory, planes in registers. */
template <class T> struct relaxing {
    typedef quad<T> V;
    enum { N = V::N, warps = THREADS / LANES, outputs = warps * ROWS - 4 };
    const sweep &s;
    const relaxation<T> equation;
    int x, y, z, nx, ny, nz, n, lane, warp, first; /* first: i+j+k of the point (0,0,0) */
    unsigned in_u, in_f, stored; /* rows of this thread that u and f have, and that it stores: a bit each */
    const T *u, *f; /* this thread's first row, in the plane that is read next */
    T *out;         /* and in the plane that is stored next */
    V (*shared)[warps][2][LANES]; /* [as read, of even and odd steps; red done, of even and odd steps][warp][first row, last row][lane] */

    member relaxing(const sweep &g) : s(g), equation(g) {
        nx = (int)s.extent[0], ny = (int)s.extent[1], nz = (int)s.extent[2];
        lane = lane_here(), warp = threadIdx.x / LANES, first = (int)(origin_of(s) & 1);
        x = ((int)blockIdx.x * (LANES - 2) + lane - 1) * N, y = (int)blockIdx.y * outputs + warp * ROWS - 2, z = (int)blockIdx.z * LENGTH;
        n = nz - z < LENGTH ? nz - z : LENGTH;
        in_u = in_f = stored = 0;
        unrolled for (int m = 0; m < ROWS; m++) {
            const int j = y + m, r = warp * ROWS + m;
            if (x <= nx && j >= -1 && j <= ny) in_u |= 1u << m;
            if (x >= 0 && x < nx && j >= 0 && j < ny) in_f |= 1u << m;
            if (lane > 0 && lane < LANES - 1 && x < nx && r >= 2 && r < warps * ROWS - 2 && j < ny) stored |= 1u << m;
        }
        u = row_of<T>(s, 1, y, z - 2) + x, f = row_of<T>(s, 0, y, z - 1) + x, out = row_of<T>(s, 2, y, z) + x;
        shared = (V(*)[warps][2][LANES])block_memory;
    }
    /* plane k of u or f */
    member void load_u(V (&to)[ROWS], int k) {
        unrolled for (int m = 0; m < ROWS; m++) to[m] = (in_u >> m & 1) && k >= -1 && k <= nz ? aligned<V>(u + m * s.row[1]) : V{};
        u += s.plane[1];
    }
    member void load_f(V (&to)[ROWS], int k) {
        unrolled for (int m = 0; m < ROWS; m++) to[m] = (in_f >> m & 1) && k >= 0 && k < nz ? aligned<V>(f + m * s.row[0]) : V{};
        f += s.plane[0];
    }
    member void show(int plane, const V (&u)[ROWS]) const { shared[plane][warp][0][lane] = u[0], shared[plane][warp][1][lane] = u[ROWS - 1]; }

    /* The points of one quad whose x is of parity `first`, from their neighbours. */
    template <int first> member void update(V &to, const V &of, const V &low, const V &high, const V &below, const V &above, const V &f) const {
        const T beside = first == 0 ? from_below(of.v[N - 1], 1) : from_above(of.v[0], 1);
        unrolled for (int i = first; i < N; i += 2) {
            const T value = equation.template value<true>((i ? of.v[i ? i - 1 : 0] : beside) + (i + 1 < N ? of.v[i + 1 < N ? i + 1 : i] : beside), low.v[i] + high.v[i], below.v[i] + above.v[i], f.v[i]);
            if (x + i >= 0 && x + i < nx) to.v[i] = value;
        }
    }
    /* One colour of plane k; rows outside the interior stay as they are. */
    template <int colour> member void plane(int k, int seen, const V (&below)[ROWS], const V (&here)[ROWS], const V (&above)[ROWS], const V (&f)[ROWS], V (&result)[ROWS]) const {
        const V under = shared[seen][warp ? warp - 1 : 0][1][lane], over = shared[seen][warp + 1 < warps ? warp + 1 : warp][0][lane];
        unrolled for (int m = 0; m < ROWS; m++) {
            const int j = y + m;
            result[m] = here[m];
            if ((unsigned)j >= (unsigned)ny || (unsigned)k >= (unsigned)nz) continue; /* all lanes alike */
            const V &low = m ? here[m ? m - 1 : 0] : under, &high = m + 1 < ROWS ? here[m + 1 < ROWS ? m + 1 : 0] : over;
            if (((j + k + first) & 1) == colour) update<0>(result[m], here[m], low, high, below[m], above[m], f[m]);
            else update<1>(result[m], here[m], low, high, below[m], above[m], f[m]);
        }
    }
    member void keep(const V (&of)[ROWS]) {
        unrolled for (int m = 0; m < ROWS; m++) {
            T *p = out + m * s.row[2];
            if (!(stored >> m & 1)) continue;
            if (x + N <= nx) put<true>(p, of[m]);
            else unrolled for (int i = 0; i < N; i++) if (x + i < nx) p[i] = of[m].v[i];
        }
        out += s.plane[2];
    }
};

template <class T> function void relax_planes(const sweep &s) {
    typedef quad<T> V;
    relaxing<T> a(s);
    V older[ROWS], old[ROWS], now[ROWS], next[ROWS], f_old[ROWS], f_now[ROWS];
    unrolled for (int m = 0; m < ROWS; m++) older[m] = f_old[m] = V{};
    a.load_u(old, a.z - 2), a.load_u(now, a.z - 1), a.load_u(next, a.z), a.load_f(f_now, a.z - 1);
    a.show(0, now), a.show(3, old);
    __syncthreads();
    along for (int k = 0; k < a.n + 2; k++) { /* red of plane z - 1 + k, black of the one before */
        const int odd = k & 1, z = a.z - 1 + k;
        V coming[ROWS], f_coming[ROWS], red[ROWS], black[ROWS];
        a.load_u(coming, k <= a.n ? z + 2 : -9), a.load_f(f_coming, z + 1);
        a.template plane<0>(z, odd, old, now, next, f_now, red);
        if (k > 1) {
            a.template plane<1>(z - 1, 2 + (1 - odd), older, old, red, f_old, black);
            a.keep(black);
        }
        a.show(2 + odd, red), a.show(1 - odd, next);
        unrolled for (int m = 0; m < ROWS; m++) older[m] = old[m], old[m] = red[m], now[m] = next[m], next[m] = coming[m], f_old[m] = f_now[m], f_now[m] = f_coming[m];
        __syncthreads();
    }
}
#else
/* Gauss-Seidel on the CPU. A row is read one register ahead of what is stored: a load that overlaps a store of
 * a moment ago would wait for it. The neighbours along x come by shifting registers. */
template <class T, bool D3> function void span_of(const relax<T, D3> &op, long x, long end) {
    typedef lanes<T> V;
    const long W = SIMD_BYTES / sizeof(T);
    const alternate<V> mine(op.even);
    const long row = op.s.row[1], plane = op.s.plane[1];
    V before = load<V>(op.u + x - W), here = load<V>(op.u + x);
    for (; x + W <= end; x += W) {
        T *p = op.u + x;
        const V after = load<V>(p + W), along_z = D3 ? load<V>(p - plane) + load<V>(p + plane) : V();
        const V value = op.equation.template value<D3>(left_of(before, here) + right_of(here, after), load<V>(p - row) + load<V>(p + row), along_z, load<V>(op.f + x));
        put<false>(p, mine.pick(x, value, here));
        before = here, here = after;
    }
    for (; x < end; x++) op.template at<T>(x);
}

template <class T> function void relax_row(relax<T, true> &colour, long y, long z) {
    colour.row(y, z);
    span_of(colour, 0, colour.s.extent[0]);
}

/* Rows and planes of an item of option[1] rows and option_planes planes. */
struct relax_box {
    long y0, y1, z0, z1;
    member relax_box(const sweep &s, long item) {
        const long rows = s.option[1], planes = s.option[option_planes], across = (s.extent[1] + rows - 1) / rows;
        y0 = item % across * rows, y1 = y0 + rows < s.extent[1] ? y0 + rows : s.extent[1];
        z0 = item / across * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
    }
};

/* Both colours in one pass over memory: an item is gone through plane by plane, in tiles of rows that stay in its cache. Black
 * follows red one plane and one row behind, so that what it needs is done, also at the tiles' ends. The black points of
 * planes and rows beside other items, whose red neighbours belong to those, are left to fused_seams. */
template <class T> function void fused_colours(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    relax<T, true> red(s, 0), black(s, 1);
    const long tile = s.option[option_tile], ny = s.extent[1], nz = s.extent[2];
    for (long item = begin; item < end; item++) {
        const relax_box b(s, item);
        const long first_y = b.y0 > 0 ? b.y0 + 1 : 0, first_z = b.z0 > 0 ? b.z0 + 1 : 0;
        for (long y0 = b.y0; y0 < b.y1; y0 += tile) {
            const long y1 = y0 + tile < b.y1 ? y0 + tile : b.y1;
            for (long z = b.z0; z < b.z1 + (b.z1 == nz); z++) {
                for (long y = y0; y < y1; y++) {
                    if (z < b.z1) relax_row(red, y, z);
                    if (z - 1 >= first_z && y - 1 >= first_y) relax_row(black, y - 1, z - 1);
                }
                if (y1 == ny && z - 1 >= first_z && ny - 1 >= first_y) relax_row(black, ny - 1, z - 1);
            }
        }
    }
}

/* What fused_colours leaves between an item and those above it: the planes on both sides side by side, then the rows. */
template <class T> function void fused_seams(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    relax<T, true> black(s, 1);
    for (long item = begin; item < end; item++) {
        const relax_box b(s, item);
        if (b.z1 < s.extent[2])
            for (long y = b.y0; y < b.y1; y++) relax_row(black, y, b.z1 - 1), relax_row(black, y, b.z1);
        if (b.y1 < s.extent[1])
            for (long z = b.z0 > 0 ? b.z0 + 1 : 0; z < (b.z1 < s.extent[2] ? b.z1 - 1 : b.z1); z++) relax_row(black, b.y1 - 1, z), relax_row(black, b.y1, z);
    }
}
#endif
