/* All halo cells of field 0 at once. option = layers along x, y, z, kind (boundary.h); number = value. Each cell follows from an
 * interior point: through x, then y, then z, as if face after face had been filled. Of kind given, field 1 is copied. Eight
 * threads a row. */
template <class T> function T beyond(const sweep &s, int kind, long layer, T inside) {
    const T value = number<T>(s, 0);
    if (kind == fill_dirichlet) return T(2) * value - inside;
    if (kind == fill_constant) return value;
    return kind == fill_neumann ? inside + T(2 * layer - 1) * value : inside;
}
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
    const long hx = s.option[0], hy = s.option[1], hz = s.option[2], rows = s.extent[1] + 2 * hy;
    const int kind = (int)s.option[3];
    const long row = ((long)blockIdx.x * THREADS + threadIdx.x) / 8, y = row % rows - hy, z = row / rows - hz;
    if (z >= s.extent[2] + hz) return;
    const bool whole = y < 0 || y >= s.extent[1] || z < 0 || z >= s.extent[2];
    const long cells = whole ? s.extent[0] + 2 * hx : 2 * hx;
    for (long i = threadIdx.x % 8; i < cells; i += 8) shell_cell<T>(s, kind, whole || i < hx ? i - hx : s.extent[0] + i - hx, y, z);
}
