/* option[0] steps of Gray-Scott, tile by tile in the nearest cache: a tile is read with as many rings around
 * it as there are steps, each step makes one ring less right, and what is left is the tile. */
enum { patch_x = 128, patch_y = 64, patch_margin = 16, patch_row = patch_x + 2 * patch_margin };

template <class T> struct patch {
    alignas(64) T u[patch_y][patch_row], v[patch_y][patch_row];
};

template <class T> function void load_patch(const sweep &s, patch<T> &p, long x0, long y0, long nx, long ny) {
    for (long y = 0; y < ny; y++) {
        const T *u = row_of<T>(s, 0, y0 + y, 0) + x0, *v = row_of<T>(s, 1, y0 + y, 0) + x0;
        for (long x = 0; x < nx; x++) p.u[y][patch_margin + x] = u[x], p.v[y][patch_margin + x] = v[x];
    }
}

/* one step of rows 1..ny-2; columns beyond the patch hold old values, which come no nearer than one column a step */
template <class T> function void step_patch(const gray_scott_rates<T> &rates, const patch<T> &from, patch<T> &to, long nx, long ny) {
    typedef pack<T> V;
    const long W = PACK_BYTES / sizeof(T);
    for (long y = 1; y < ny - 1; y++)
        for (long x = patch_margin; x < patch_margin + nx; x += W) {
            V a, b;
            rates.step(load<V>(&from.u[y][x]), load<V>(&from.v[y][x]),
                       load<V>(&from.u[y][x - 1]) + load<V>(&from.u[y][x + 1]) + (load<V>(&from.u[y - 1][x]) + load<V>(&from.u[y + 1][x])),
                       load<V>(&from.v[y][x - 1]) + load<V>(&from.v[y][x + 1]) + (load<V>(&from.v[y - 1][x]) + load<V>(&from.v[y + 1][x])), a, b);
            put<false>(&to.u[y][x], a);
            put<false>(&to.v[y][x], b);
        }
}

template <class T> function void gray_scott_steps(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    const gray_scott_rates<T> rates(s);
    const long n = s.option[0], wide = patch_x - 2 * n, high = patch_y - 2 * n, across = (s.extent[0] + wide - 1) / wide;
    patch<T> a = {}, b = {};
    for (long item = begin; item < end; item++) {
        const long x0 = item % across * wide, y0 = item / across * high;
        const long nx = x0 + wide < s.extent[0] ? wide : s.extent[0] - x0, ny = y0 + high < s.extent[1] ? high : s.extent[1] - y0;
        load_patch(s, a, x0 - n, y0 - n, nx + 2 * n, ny + 2 * n);
        for (long k = 0; k < n; k++) step_patch(rates, k % 2 ? b : a, k % 2 ? a : b, nx + 2 * n, ny + 2 * n);
        const patch<T> &last = n % 2 ? b : a;
        for (long y = 0; y < ny; y++) {
            T *u = row_of<T>(s, 2, y0 + y, 0) + x0, *v = row_of<T>(s, 3, y0 + y, 0) + x0;
            for (long x = 0; x < nx; x++) u[x] = last.u[n + y][n + patch_margin + x], v[x] = last.v[n + y][n + patch_margin + x];
        }
    }
}
