/* All halo cells of field 0 at once. option = layers along x, y, z, kind (operators/fill.h); number = value. Each cell follows from an
 * interior point: through x, then y, then z, as if face after face had been filled. Of kind given, field 1 is copied. A warp
 * for each row that is halo as a whole, eight threads for the two ends of any other. */
/* the layer that i is in, 0 inside; i becomes the point that it follows from */
function long through(int kind, long &i, long n) {
    const bool low = i < 0;
    const long layer = low ? -i : i - n + 1;
    if (!low && i < n) return 0;
    if (kind == fill_periodic) i = low ? i + n : i - n;
    else if (kind == fill_mirror_point) i = low ? layer : n - 1 - layer;
    else i = low ? layer - 1 : n - layer;
    return layer;
}
template <class T> function void shell_cell(const sweep &s, int kind, long x, long y, long z) {
    T *to = row_of<T>(s, 0, y, z) + x;
    if (kind == fill_given) {
        *to = row_of<T>(s, 1, y, z)[x];
        return;
    }
    if (kind == fill_constant) {
        *to = number<T>(s, 0);
        return;
    }
    const long a = through(kind, x, s.extent[0]), b = through(kind, y, s.extent[1]), c = through(kind, z, s.extent[2]);
    T u = row_of<T>(s, 0, y, z)[x];
    if (a) u = beyond(s, kind, a, u);
    if (b) u = beyond(s, kind, b, u);
    if (c) u = beyond(s, kind, c, u);
    *to = u;
}
template <class T> function void shell(const sweep &s) {
    enum { lanes_of_whole = 32, lanes_of_ends = 8 };
    const long hx = s.option[0], hy = s.option[1], hz = s.option[2], nx = s.extent[0], ny = s.extent[1], nz = s.extent[2];
    const int kind = (int)s.option[3];
    const long in_planes = 2 * hz * (ny + 2 * hy), whole = in_planes + nz * 2 * hy; /* rows: of planes beyond z, beyond y */
    long i = (long)blockIdx.x * THREADS + threadIdx.x;
    if (i < whole * lanes_of_whole) {
        const long row = i / lanes_of_whole, beside = row - in_planes;
        const long a = beside < 0 ? row % (ny + 2 * hy) : beside % (2 * hy), b = beside < 0 ? row / (ny + 2 * hy) : beside / (2 * hy);
        const long y = beside < 0 ? a - hy : a < hy ? a - hy : ny + a - hy, z = beside >= 0 ? b : b < hz ? b - hz : nz + b - hz;
        for (long x = i % lanes_of_whole - hx; x < nx + hx; x += lanes_of_whole) shell_cell<T>(s, kind, x, y, z);
        return;
    }
    i -= whole * lanes_of_whole;
    const long row = i / lanes_of_ends, y = row % ny, z = row / ny;
    if (z >= nz) return;
    for (long x = i % lanes_of_ends; x < 2 * hx; x += lanes_of_ends) shell_cell<T>(s, kind, x < hx ? x - hx : nx + x - hx, y, z);
}
