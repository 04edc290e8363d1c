/* The loops on a GPU. Blocks are THREADS threads in one dimension, TX of them side by side along x. */

/* Operators as they are: V points a thread. */
template <class Op, class V> function void points(const sweep &s) {
    typedef typename Op::element T;
    const long x = ((long)blockIdx.x * TX + threadIdx.x % TX) * memory_of<V>::N;
    if (x >= s.extent[0]) return;
    Op op(s);
    for (long z = blockIdx.z; z < s.extent[2]; z += gridDim.z)
        for (long y = (long)blockIdx.y * (THREADS / TX) + threadIdx.x / TX; y < s.extent[1]; y += (long)gridDim.y * (THREADS / TX)) {
            op.row(y, z);
            if (x + memory_of<V>::N <= s.extent[0]) op.template at<V>(x);
            else for (long i = x; i < s.extent[0]; i++) op.template at<T>(i);
        }
}

/* ROWS rows a thread, all of whose loads may be under way at once. */
template <class Op, class V> function void rows(const sweep &s) {
    typedef typename Op::element T;
    const long x = ((long)blockIdx.x * TX + threadIdx.x % TX) * memory_of<V>::N, y = ((long)blockIdx.y * (THREADS / TX) + threadIdx.x / TX) * ROWS;
    if (x >= s.extent[0]) return;
    Op op(s);
    for (long z = blockIdx.z; z < s.extent[2]; z += gridDim.z)
        unrolled for (int m = 0; m < ROWS; m++) {
            if (y + m >= s.extent[1]) continue;
            op.row(y + m, z);
            if (x + memory_of<V>::N <= s.extent[0]) op.template at<V>(x);
            else for (long i = x; i < s.extent[0]; i++) op.template at<T>(i);
        }
}

/* A loop along a column, UNROLL rounds of it written out. */
#define along _Pragma(PRAGMA_TEXT(unroll UNROLL))
#define PRAGMA_TEXT(words) PRAGMA_QUOTED(words)
#define PRAGMA_QUOTED(words) #words

/* Columns of ROWS rows each: f.go<V, ROWS>(x, y), or one row or one point at a time where the field ends. */
template <class T, class V, class F> function void columns(const sweep &s, const F &f) {
    const long x = ((long)blockIdx.x * TX + threadIdx.x % TX) * memory_of<V>::N, y = ((long)blockIdx.y * (THREADS / TX) + threadIdx.x / TX) * ROWS;
    if (x >= s.extent[0] || y >= s.extent[1]) return;
    const bool whole = x + memory_of<V>::N <= s.extent[0];
    if (whole && y + ROWS <= s.extent[1]) f.template go<V, ROWS>(x, y);
    else for (long j = y; j < s.extent[1] && j < y + ROWS; j++) {
        if (whole) f.template go<V, 1>(x, j);
        else for (long i = x; i < s.extent[0]; i++) f.template go<T, 1>(i, j);
    }
}
