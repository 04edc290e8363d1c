/* Columns that go along z while the planes ahead of them come into shared memory, with the halo of the block's tile:
 * TX threads of a quad each, ROWS rows each, AHEAD planes on their way. Neighbours along x and y are read in shared
 * memory, those along z are kept in registers. */

template <class T> function quad<T> quad_in(const T *shared) { return *(const quad<T> *)shared; }

/* Planes of a tile with R points of halo: the last LIVE ones, those that rows of the middle one are read from, are there, AHEAD come. */
template <class T, int R> struct ring {
    enum { LIVE = R + 1, N = quad<T>::N, W = (R + N - 1) / N * N, across = TX + 2 * W / N, wide = across * N, inner = THREADS / TX * ROWS, high = inner + 2 * R,
           pieces = (across * high + THREADS - 1) / THREADS, slots = LIVE + AHEAD };
    const sweep &s;
    T *memory;
    const T *from; /* of plane 0 of this block: z0 - R */
    int offset[pieces]; /* of this thread's quads in a plane; -1: beyond the field */
    int planes, at;     /* how many planes there are; the slot of the newest one */
    member ring(const sweep &given, long x0, long y0, long z0, int n) : s(given), memory((T *)block_memory), planes(n + 2 * R), at(-1) {
        from = row_of<T>(s, 0, y0 - R, z0 - R) + x0 - W;
        unrolled for (int i = 0; i < pieces; i++) {
            const int piece = threadIdx.x + i * THREADS, r = piece / across, c = piece % across;
            const bool there = r < high && y0 - R + r < s.extent[1] + R && x0 - W + c * N < s.extent[0] + R;
            offset[i] = there ? r * (int)s.row[0] + c * N : -1;
        }
        unrolled for (int j = 0; j < AHEAD; j++) start(j);
    }
    member void start(int j) {
        T *to = memory + j % slots * (wide * high);
        const T *plane = from + j * s.plane[0];
        if (j < planes) unrolled for (int i = 0; i < pieces; i++)
            if (offset[i] >= 0) copy_ahead(to + (threadIdx.x + i * THREADS) * N, plane + offset[i]);
        close_group();
    }
    /* Plane j is there for all threads; nobody reads plane j - LIVE any more. */
    member void next(int j) {
        wait_groups<AHEAD - 1>();
        __syncthreads();
        start(j + AHEAD);
        at = at + 1 < slots ? at + 1 : 0;
    }
    /* this thread's first row in the plane that came `age` planes ago */
    member const T *plane(int age) const {
        const int slot = at >= age ? at - age : at - age + slots;
        return memory + slot * (wide * high) + (R + threadIdx.x / TX * ROWS) * wide + W + threadIdx.x % TX * N;
    }
};

/* Where a thread of such a block stands. */
template <class T> struct post {
    const sweep &s;
    long x0, y0, z0, x, y;
    int n;
    member post(const sweep &g) : s(g) {
        x0 = (long)blockIdx.x * (TX * quad<T>::N), y0 = (long)blockIdx.y * (THREADS / TX * ROWS), z0 = (long)blockIdx.z * LENGTH;
        x = x0 + threadIdx.x % TX * quad<T>::N, y = y0 + threadIdx.x / TX * ROWS;
        n = (int)(s.extent[2] - z0 < LENGTH ? s.extent[2] - z0 : LENGTH);
    }
    /* row m of plane z0 + k of the output */
    member void keep(int field, int m, int k, const quad<T> &q, const quad<T> &centre) const {
        enum { N = quad<T>::N };
        if (y + m >= s.extent[1]) return;
        T *p = row_of<T>(s, field, y + m, z0 + k) + x;
        if (x + N <= s.extent[0]) give<true>(s, p, q, centre);
        else unrolled for (int i = 0; i < N; i++) if (x + i < s.extent[0]) give<false>(s, p + i, q.v[i], centre.v[i]);
    }
};

/* A row's points around a quad, in shared memory. */
template <class T, int R> struct row_in {
    enum { N = quad<T>::N, W = (R + N - 1) / N * N };
    T v[N + 2 * W];
    member row_in(const T *p, const quad<T> &centre) {
        unrolled for (int i = 0; i < N; i++) v[W + i] = centre.v[i];
        if (R == 1) v[W - 1] = p[-1], v[W + N] = p[N];
        else unrolled for (int q = 0; q < W / N; q++) {
            const quad<T> low = quad_in(p - W + q * N), high = quad_in(p + N + q * N);
            unrolled for (int i = 0; i < N; i++) v[q * N + i] = low.v[i], v[N + W + q * N + i] = high.v[i];
        }
    }
    member quad<T> at(int k) const {
        quad<T> r;
        unrolled for (int i = 0; i < N; i++) r.v[i] = v[W + i + k];
        return r;
    }
};

/* The output of rows 0..ROWS-1 from their columns q, planes -R..R, and the plane in shared memory. */
template <class T, int R, class Star> function void star_rows(const post<T> &here, const Star &w, const quad<T> (&q)[ROWS][2 * R + 1], const T *p, int wide, int k) {
    quad<T> around[ROWS + 2 * R];
    unrolled for (int m = 0; m < ROWS; m++) around[R + m] = q[m][R];
    unrolled for (int i = 1; i <= R; i++) around[R - i] = quad_in(p - i * wide), around[R + ROWS - 1 + i] = quad_in(p + (ROWS - 1 + i) * wide);
    unrolled for (int m = 0; m < ROWS; m++) {
        const row_in<T, R> near(p + m * wide, q[m][R]);
        here.keep(1, m, k, w.template sum<quad<T>>(q[m], [&](int i) { return near.at(-i) + near.at(i); }, [&](int i) { return around[R + m - i] + around[R + m + i]; }), q[m][R]);
    }
}

template <class T, class Star> function void star_planes(const sweep &s, const Star &w) {
    enum { R = Star::R };
    const post<T> here(s);
    ring<T, R> planes(s, here.x0, here.y0, here.z0, here.n);
    quad<T> q[ROWS][2 * R + 1];
    unrolled for (int j = 0; j < 2 * R; j++) {
        planes.next(j);
        unrolled for (int m = 0; m < ROWS; m++) q[m][j] = quad_in(planes.plane(0) + m * planes.wide);
    }
    along for (int k = 0; k < here.n; k++) {
        planes.next(k + 2 * R);
        unrolled for (int m = 0; m < ROWS; m++) q[m][2 * R] = quad_in(planes.plane(0) + m * planes.wide);
        star_rows<T, R>(here, w, q, planes.plane(R), planes.wide, k);
        unrolled for (int m = 0; m < ROWS; m++)
            unrolled for (int i = 0; i < 2 * R; i++) q[m][i] = q[m][i + 1];
    }
}
