/* The Laplacian of ROWS rows by one thread, a point each: rows between them are read once by the thread. `reordered` reads
 * plane after plane and adds each value where it belongs; otherwise one output after the other. */
template <class T, bool reordered> function void laplacian_tile(const sweep &s) {
    const long x = (long)blockIdx.x * TX + threadIdx.x % TX, y = ((long)blockIdx.y * (THREADS / TX) + threadIdx.x / TX) * ROWS;
    if (x >= s.extent[0]) return;
    const T cx = number<T>(s, 0), cy = number<T>(s, 1), cz = number<T>(s, 2), centre = T(-2) * (cx + cy + cz);
    const long row = s.row[0], plane = s.plane[0];
    for (long z = blockIdx.z; z < s.extent[2]; z += gridDim.z) {
        const T *u = row_of<T>(s, 0, y, z) + x;
        T sum[ROWS];
        const int rows = s.extent[1] - y < ROWS ? (int)(s.extent[1] - y) : ROWS;
        if (!reordered || rows < ROWS) {
            unrolled for (int m = 0; m < ROWS; m++) {
                const T *p = u + m * row;
                if (m < rows) sum[m] = centre * __ldg(p) + cx * (__ldg(p - 1) + __ldg(p + 1)) + cy * (__ldg(p - row) + __ldg(p + row)) + cz * (__ldg(p - plane) + __ldg(p + plane));
            }
        } else {
            unrolled for (int m = 0; m < ROWS; m++) sum[m] = cz * __ldg(u + m * row - plane);
            unrolled for (int r = -1; r <= ROWS; r++) {
                const T v = __ldg(u + r * row);
                if (r > 0) sum[r - 1] += cy * v;
                if (r >= 0 && r < ROWS) sum[r] += centre * v + cx * (__ldg(u + r * row - 1) + __ldg(u + r * row + 1));
                if (r + 1 < ROWS) sum[r + 1] += cy * v;
            }
            unrolled for (int m = 0; m < ROWS; m++) sum[m] += cz * __ldg(u + m * row + plane);
        }
        unrolled for (int m = 0; m < ROWS; m++) if (m < rows) put<true>(row_of<T>(s, 1, y + m, z) + x, sum[m]);
    }
}
