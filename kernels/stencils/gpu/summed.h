/* Reductions behind operators, in their kernel (FUSED): give() hands each term over, and nothing is read again. All lanes of a warp go on
 * together, as those of reduce.h do. Warp n of W takes rows n, n + W, n + 2 W, ...: what the operator reads beside a row is in a cache then.
 * The shared memory has, for each reduction, a state and a place for each term of a quad of each thread. */
enum { most_points = 4, reduction_places = state_places + most_points * THREADS };
function long *state_of(int n) { return (long *)block_memory + n * reduction_places; }
function double &term_place(int n, int i) { return ((double *)(state_of(n) + state_places))[i * THREADS + threadIdx.x]; }

/* kinds: of the reductions. n: how many come before. */
template <int n, int... kinds> struct reductions {
    member void clear(int) {}
    member void hear(int, int) {}
    member void take(bool) {}
    member void flush() {}
    static member void store(const sweep &, int) {}
};
template <int n, int kind, int... more> struct reductions<n, kind, more...> {
    typename lane_of<kind, is_extreme(kind)>::type lane;
    batch next;
    reductions<n + 1, more...> others;
    member void clear(int i) { next.v[i] = no_point<kind>(), others.clear(i); }
    member void hear(int i, int from) { next.v[i] = term_place(n, from), others.hear(i, from); }
    member void take(bool fresh) { lane.take(next, fresh, into_block{state_of(n)}), others.take(fresh); }
    member void flush() { lane.flush(into_block{state_of(n)}), others.flush(); }
    /* Adds what the block has to the states of the fields from one on. */
    static member void store(const sweep &s, int field) {
        add_state(state_of(n), (long *)s.field[field]);
        reductions<n + 1, more...>::store(s, field + 1);
    }
};

/* Op as it is, V points a lane. The states are fields from FIELD on. */
template <class Op, class V, int FIELD, int... kinds> function void summed(const sweep &s) {
    typedef typename Op::element T;
    enum { N = memory_of<V>::N, states = sizeof...(kinds) };
    const long warps = (long)gridDim.x * (THREADS / 32), first = threadIdx.x % 32 * N, rows = s.extent[1] * s.extent[2];
    const long dy = warps % s.extent[1], dz = warps / s.extent[1];
    long row = (long)blockIdx.x * (THREADS / 32) + threadIdx.x / 32, x = first, y = row % s.extent[1], z = row / s.extent[1];
    for (int n = 0; n < states; n++)
        for (int k = threadIdx.x; k < state_places; k += THREADS) state_of(n)[k] = 0;
    __syncthreads();
    Op op(s);
    reductions<0, kinds...> sums;
    if (row < rows) op.row(y, z);
    for (bool fresh = true; row < rows; fresh = false) {
        unrolled for (int i = 0; i < in_a_batch; i += N) {
            unrolled for (int k = i; k < i + N; k++) sums.clear(k);
            if (row < rows && x + N <= s.extent[0]) {
                op.template at<V>(x);
                unrolled for (int k = 0; k < N; k++) sums.hear(i + k, k);
            } else if (row < rows) {
                unrolled for (int k = 0; k < N; k++) {
                    if (x + k >= s.extent[0]) continue;
                    op.template at<T>(x + k);
                    sums.hear(i + k, 0);
                }
            }
            x += 32 * N;
            if (x - first < s.extent[0]) continue;
            x = first, row += warps, y += dy, z += dz;
            if (y >= s.extent[1]) y -= s.extent[1], z++;
            if (row < rows) op.row(y, z);
        }
        sums.take(fresh);
    }
    sums.flush();
    __syncthreads();
    reductions<0, kinds...>::store(s, FIELD);
}
