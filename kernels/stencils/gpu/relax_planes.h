/* A sweep of red-black Gauss-Seidel in one pass over memory: fields f, u, and u' that takes the answer. A warp holds ROWS
 * rows of 32 quads and goes along z; black follows red one plane behind. What a block needs of its neighbours' red
 * points it computes itself: the quads at both ends, and two rows at each, are not stored. Each point has the same
 * arithmetic as in relax.h. Rows that other warps read lie in shared memory, planes in registers. */
template <class T> struct relaxing {
    typedef quad<T> V;
    enum { N = V::N, warps = THREADS / 32, outputs = warps * ROWS - 4 };
    const sweep &s;
    const relaxation<T> equation;
    long x, y, z0;
    int n, lane, warp;
    bool reads, inside; /* u, and f, have this quad */
    V (*shared)[warps][2][32]; /* [raw of even and odd planes, red ones of even and odd planes][warp][first row, last row][lane] */

    member relaxing(const sweep &g) : s(g), equation(g) {
        lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        x = ((long)blockIdx.x * 30 + lane - 1) * N, y = (long)blockIdx.y * outputs + warp * ROWS - 2, z0 = (long)blockIdx.z * LENGTH;
        n = (int)(s.extent[2] - z0 < LENGTH ? s.extent[2] - z0 : LENGTH);
        reads = x <= s.extent[0], inside = x >= 0 && x < s.extent[0];
        shared = (V(*)[warps][2][32])block_memory;
    }
    member void load(V (&u)[ROWS], V (&f)[ROWS], long z) const {
        unrolled for (int m = 0; m < ROWS; m++) {
            const long j = y + m;
            u[m] = f[m] = V{};
            if (reads && j >= -1 && j <= s.extent[1] && z <= s.extent[2]) u[m] = aligned<V>(row_of<T>(s, 1, j, z) + x);
            if (inside && j >= 0 && j < s.extent[1] && z >= 0 && z < s.extent[2]) f[m] = aligned<V>(row_of<T>(s, 0, j, z) + x);
        }
    }
    member void show(int plane, const V (&u)[ROWS]) const { shared[plane][warp][0][lane] = u[0], shared[plane][warp][1][lane] = u[ROWS - 1]; }

    /* The points of parity `first`, counted along x, of one quad; of other quads their neighbours beside. */
    template <int first> member void update(V &u, const V &of, const V &low, const V &high, const V &below, const V &above, const V &f) const {
        const T left = first == 0 ? __shfl_up_sync(0xffffffff, of.v[N - 1], 1) : T(0), right = first == 1 ? __shfl_down_sync(0xffffffff, of.v[0], 1) : T(0);
        unrolled for (int i = first; i < N; i += 2) {
            const T value = equation.template value<true>((i ? of.v[i - 1] : left) + (i + 1 < N ? of.v[i + 1] : right), low.v[i] + high.v[i], below.v[i] + above.v[i], f.v[i]);
            if (x + i >= 0 && x + i < s.extent[0]) u.v[i] = value;
        }
    }
    /* One colour of plane z; rows outside the interior stay as they are. result may be `here` itself. */
    template <int colour> member void plane(long z, int seen, const V (&below)[ROWS], V (&here)[ROWS], const V (&above)[ROWS], const V (&f)[ROWS], V (&result)[ROWS]) const {
        const V under = shared[seen][warp ? warp - 1 : 0][1][lane], over = shared[seen][warp + 1 < warps ? warp + 1 : warp][0][lane];
        V old[ROWS];
        unrolled for (int m = 0; m < ROWS; m++) result[m] = old[m] = here[m];
        unrolled for (int m = 0; m < ROWS; m++) {
            const long j = y + m;
            if (j < 0 || j >= s.extent[1] || z < 0 || z >= s.extent[2]) continue; /* all lanes alike */
            const V &low = m ? old[m ? m - 1 : 0] : under, &high = m + 1 < ROWS ? old[m + 1 < ROWS ? m + 1 : 0] : over;
            if (((j + z + 3) & 1) == colour) update<0>(result[m], old[m], low, high, below[m], above[m], f[m]);
            else update<1>(result[m], old[m], low, high, below[m], above[m], f[m]);
        }
    }
    member void keep(long z, const V (&u)[ROWS]) const {
        if (lane == 0 || lane == 31 || x >= s.extent[0]) return;
        unrolled for (int m = 0; m < ROWS; m++) {
            const int r = warp * ROWS + m;
            if (r < 2 || r >= warps * ROWS - 2 || y + m >= s.extent[1]) continue;
            T *p = row_of<T>(s, 2, y + m, z) + x;
            if (x + N <= s.extent[0]) put<true>(p, u[m]);
            else unrolled for (int i = 0; i < N; i++) if (x + i < s.extent[0]) p[i] = u[m].v[i];
        }
    }
};

template <class T> function void relax_planes(const sweep &s) {
    typedef quad<T> V;
    const relaxing<T> a(s);
    V older[ROWS], old[ROWS], now[ROWS], next[ROWS], coming[ROWS], f_old[ROWS], f_now[ROWS], f_next[ROWS], f_coming[ROWS], black[ROWS];
    unrolled for (int m = 0; m < ROWS; m++) older[m] = f_old[m] = old[m] = coming[m] = f_coming[m] = V{};
    if (a.z0 >= 1) a.load(old, f_old, a.z0 - 2);
    a.load(now, f_now, a.z0 - 1);
    a.load(next, f_next, a.z0);
    a.show((int)((a.z0 - 1) & 1), now);
    a.show((int)(2 + (a.z0 & 1)), old);
    __syncthreads();
    for (long z = a.z0 - 1; z <= a.z0 + a.n; z++) {
        const int odd = (int)(z & 1);
        if (z + 2 <= a.z0 + a.n + 1) a.load(coming, f_coming, z + 2);
        a.template plane<0>(z, odd, old, now, next, f_now, now);
        if (z > a.z0) {
            a.template plane<1>(z - 1, 2 + (1 - odd), older, old, now, f_old, black);
            a.keep(z - 1, black);
        }
        a.show(2 + odd, now);
        a.show(1 - odd, next);
        unrolled for (int m = 0; m < ROWS; m++) {
            older[m] = old[m], old[m] = now[m], now[m] = next[m], next[m] = coming[m];
            f_old[m] = f_now[m], f_now[m] = f_next[m], f_next[m] = f_coming[m];
        }
        __syncthreads();
    }
}
