/* Gauss-Seidel on the CPU. A row is read one pack ahead of what is stored: a load that overlaps a store of
 * a moment ago would wait for it. The neighbours along x come by shifting packs. */
template <class T, bool D3> function void span_of(const relax<T, D3> &op, long x, long end) {
    typedef pack<T> V;
    const long W = PACK_BYTES / sizeof(T);
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

/* Both colours in one pass over memory: item i owns planes z0..z1-1 and goes over them in tiles of rows that stay in
 * its cache. Black follows red one plane and one row behind, so that what it needs is done, also at the tiles' ends. The
 * black points of the outermost planes, whose red neighbours belong to other items, are left to fused_seams. */
template <class T> function void fused_colours(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    relax<T, true> red(s, 0), black(s, 1);
    const long planes = s.option[option_planes], tile = s.option[option_tile], ny = s.extent[1];
    for (long item = begin; item < end; item++) {
        const long z0 = item * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
        for (long y0 = 0; y0 < ny; y0 += tile) {
            const long y1 = y0 + tile < ny ? y0 + tile : ny;
            for (long z = z0; z < z1; z++) {
                for (long y = y0; y < y1; y++) {
                    red.row(y, z), span_of(red, 0, s.extent[0]);
                    if (z - 1 > z0 && y > 0) black.row(y - 1, z - 1), span_of(black, 0, s.extent[0]);
                }
                if (z - 1 > z0 && y1 == ny) black.row(ny - 1, z - 1), span_of(black, 0, s.extent[0]);
            }
        }
    }
}

template <class T> function void fused_seams(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    relax<T, true> black(s, 1);
    const long planes = s.option[option_planes];
    for (long item = begin; item < end; item++) {
        const long z0 = item * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
        for (long z = z0; z < z1; z += z1 - 1 - z0 > 0 ? z1 - 1 - z0 : 1)
            for (long y = 0; y < s.extent[1]; y++) black.row(y, z), span_of(black, 0, s.extent[0]);
    }
}
