/* The per-grid-point pattern of many physics kernels, bare: every species with every other at every point,
 *   out(n,i,j) = a(n,i) b(n,j) + c(n,i) d(n,j),    n < points, i, j < NS,
 * four rows read, a matrix written, nothing to compute: what counts is how points and species are dealt
 * to threads. A text defines NS, THREADS, SCALE (a factor, so that no variant passes by what another left
 * in memory), the constants of its variant, and takes one variant as VARIANT(name).
 * Left: element (n,i) at i*ld + n, out (n,i,j) at (i*NS + j)*ld + n. Right: n*NS + i and (n*NS + i)*NS + j. */

struct launch { /* as in loop_cuda.h */
    double *data[32];
    long point[32], row[32], plane[32], component[32];
    const double *parameters;
    long n, extent[2];
    unsigned long long *flagged;
};
/* Words of this file, in lower case as those of kernels/dialect.h and for the same reason. */
#define inside static __device__ __forceinline__
#define MATRIX ((long)NS * NS)
#define unrolled _Pragma("unroll")

struct problem {
    const double *a, *b, *c, *d;
    double *out;
    long n, ld;
    __device__ __forceinline__ problem(const launch &l)
        : a(l.data[0]), b(l.data[1]), c(l.data[2]), d(l.data[3]), out(l.data[4]), n(l.n), ld(l.component[0]) {}
};
inside double value(double ai, double bj, double ci, double dj) { return SCALE * (ai * bj + ci * dj); }
inside double2 values(double ai, double2 bj, double ci, double2 dj) {
    return make_double2(value(ai, bj.x, ci, dj.x), value(ai, bj.y, ci, dj.y));
}
inside long thread() { return (long)blockIdx.x * THREADS + threadIdx.x; }

/* One thread per point, JAM rows of the matrix at once: b and d are read once for JAM of them. */
template <int jam> inside void left(const problem &g) {
    const long t = thread();
    if (t >= g.n) return;
    for (int i = 0; i < NS; i += jam) {
        double a[jam], c[jam];
        unrolled for (int u = 0; u < jam; ++u) {
            a[u] = g.a[(i + u) * g.ld + t];
            c[u] = g.c[(i + u) * g.ld + t];
        }
        _Pragma("unroll 4") for (int j = 0; j < NS; ++j) {
            const double b = g.b[j * g.ld + t], d = g.d[j * g.ld + t];
            unrolled for (int u = 0; u < jam; ++u) g.out[((i + u) * NS + j) * g.ld + t] = value(a[u], b, c[u], d);
        }
    }
}

/* One thread per point, its matrix in square tiles of SIDE, so that rows are read from cache; with much
 * unused shared memory fewer threads share the cache. */
template <int side> inside void tiled(const problem &g) {
    const long t = thread();
    if (t >= g.n) return;
    for (int ii = 0; ii < NS; ii += side)
        for (int jj = 0; jj < NS; jj += side)
            for (int i = ii; i < ii + side; ++i)
                for (int j = jj; j < jj + side; ++j)
                    g.out[(i * NS + j) * g.ld + t] = value(g.a[i * g.ld + t], g.b[j * g.ld + t], g.c[i * g.ld + t], g.d[j * g.ld + t]);
}

/* The same with the tile's rows in local arrays, which become registers. */
template <int side> inside void local(const problem &g) {
    const long t = thread();
    if (t >= g.n) return;
    for (int ii = 0; ii < NS; ii += side)
        for (int jj = 0; jj < NS; jj += side) {
            double a[side], b[side], c[side], d[side];
            unrolled for (int u = 0; u < side; ++u) {
                a[u] = g.a[(ii + u) * g.ld + t];
                b[u] = g.b[(jj + u) * g.ld + t];
                c[u] = g.c[(ii + u) * g.ld + t];
                d[u] = g.d[(jj + u) * g.ld + t];
            }
            unrolled for (int i = 0; i < side; ++i)
                unrolled for (int j = 0; j < side; ++j) g.out[((ii + i) * NS + jj + j) * g.ld + t] = value(a[i], b[j], c[i], d[j]);
        }
}

/* A block works on POINTS points that lie side by side, their rows in shared memory; two points a thread,
 * 16 bytes a store, written past the cache. */
template <int points, int jam> inside void tile_of_points(const problem &g) {
    extern __shared__ double2 rows[];
    const int half = points / 2, p = threadIdx.x % half, part = threadIdx.x / half, parts = THREADS / half;
    const long t = (long)blockIdx.x * points + 2 * p;
    const double *const from[4] = {g.a, g.b, g.c, g.d};
    for (int i = part; i < NS; i += parts)
        for (int v = 0; v < 4; ++v) rows[(v * NS + i) * half + p] = *(const double2 *)&from[v][i * g.ld + t];
    __syncthreads();
    for (int i = part * jam; i < NS; i += parts * jam) {
        double2 a[jam], c[jam];
        unrolled for (int u = 0; u < jam; ++u) {
            a[u] = rows[(i + u) * half + p];
            c[u] = rows[(2 * NS + i + u) * half + p];
        }
        _Pragma("unroll 4") for (int j = 0; j < NS; ++j) {
            const double2 b = rows[(NS + j) * half + p], d = rows[(3 * NS + j) * half + p];
            unrolled for (int u = 0; u < jam; ++u)
                __stcs((double2 *)&g.out[((i + u) * NS + j) * g.ld + t],
                       make_double2(value(a[u].x, b.x, c[u].x, d.x), value(a[u].y, b.y, c[u].y, d.y)));
        }
    }
}

/* Right: a warp per point, its lanes over j. */
inside void team(const problem &g) {
    const long t = thread() / 32;
    if (t >= g.n) return;
    const double *a = g.a + t * NS, *b = g.b + t * NS, *c = g.c + t * NS, *d = g.d + t * NS;
    for (int i = 0; i < NS; ++i)
        for (int j = threadIdx.x & 31; j < NS; j += 32) g.out[t * MATRIX + i * NS + j] = value(a[i], b[j], c[i], d[j]);
}

/* Right: WARPS warps per point, two doubles a lane, a and c by shuffles. Row i of a point is written by warp
 * i modulo WARPS, so that the warps of a block write side by side. */
template <int warps> inside void team_of_blocks(const problem &g) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x / 32 % warps, rows = NS / warps;
    const long t = thread() / (32 * warps);
    if (t >= g.n) return;
    const double2 b = ((const double2 *)(g.b + t * NS))[lane], d = ((const double2 *)(g.d + t * NS))[lane];
    const int mine = warp + lane * warps < NS ? warp + lane * warps : 0;
    const double a = g.a[t * NS + mine], c = g.c[t * NS + mine];
    double2 *out = (double2 *)(g.out + t * MATRIX) + lane;
    unrolled for (int i = 0; i < rows; ++i)
        __stcs(out + (warp + i * warps) * (NS / 2), values(__shfl_sync(~0u, a, i), b, __shfl_sync(~0u, c, i), d));
}

/* The same, and every AHEAD-th block asks the cache for the rows of AHEAD points: memory then reads for a
 * while and writes for a while. */
template <int warps, int ahead> inside void team_ahead(const problem &g) {
    const int piece = 512, pieces = ahead * NS / piece; /* of 4 KB */
    if (blockIdx.x % ahead == 0)
        for (int k = threadIdx.x; k < 4 * pieces; k += THREADS) {
            const double *const from[4] = {g.a, g.b, g.c, g.d};
            const long at = ((long)blockIdx.x + ahead) * NS + (long)(k % pieces) * piece;
            if (at + piece <= g.n * NS) asm volatile("cp.async.bulk.prefetch.L2.global [%0], 4096;" ::"l"(from[k / pieces] + at) : "memory");
        }
    team_of_blocks<warps>(g);
}

/* Right: a block per point at a time, the matrix made in shared memory and stored by one bulk copy while
 * the next is made. */
inside void bulk(const problem &g) {
    extern __shared__ __align__(128) double2 matrix[];
    const int warps = THREADS / 32, warp = threadIdx.x / 32, lane = threadIdx.x & 31;
    int half = 0;
    for (long t = blockIdx.x; t < g.n; t += gridDim.x, half ^= 1) {
        const double2 b = ((const double2 *)(g.b + t * NS))[lane], d = ((const double2 *)(g.d + t * NS))[lane];
        if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
        __syncthreads();
        double2 *made = matrix + half * (MATRIX / 2);
        for (int i = warp; i < NS; i += warps) made[i * (NS / 2) + lane] = values(g.a[t * NS + i], b, g.c[t * NS + i], d);
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0)
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n\tcp.async.bulk.commit_group;" ::"l"(g.out + t * MATRIX),
                         "r"((unsigned)__cvta_generic_to_shared(made)), "r"((unsigned)(8 * MATRIX)) : "memory");
    }
    if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

#define VARIANT(...) \
    extern "C" __global__ void __launch_bounds__(THREADS) launch_gridpoint(const __grid_constant__ launch l) { __VA_ARGS__(problem(l)); }
