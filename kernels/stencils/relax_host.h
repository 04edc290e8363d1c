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

template <class T> function void relax_row(relax<T, true> &colour, long y, long z) {
    colour.row(y, z);
    span_of(colour, 0, colour.s.extent[0]);
}

/* Rows and planes of an item of option[1] rows and option_planes planes. */
struct relax_box {
    long y0, y1, z0, z1;
    member relax_box(const sweep &s, long item) {
        const long rows = s.option[1], planes = s.option[option_planes], across = (s.extent[1] + rows - 1) / rows;
        y0 = item % across * rows, y1 = y0 + rows < s.extent[1] ? y0 + rows : s.extent[1];
        z0 = item / across * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
    }
};

/* Both colours in one pass over memory: an item is gone through plane by plane, in tiles of rows that stay in its cache. Black
 * follows red one plane and one row behind, so that what it needs is done, also at the tiles' ends. The black points of
 * planes and rows beside other items, whose red neighbours belong to those, are left to fused_seams. */
template <class T> function void fused_colours(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    relax<T, true> red(s, 0), black(s, 1);
    const long tile = s.option[option_tile], ny = s.extent[1], nz = s.extent[2];
    for (long item = begin; item < end; item++) {
        const relax_box b(s, item);
        const long first_y = b.y0 > 0 ? b.y0 + 1 : 0, first_z = b.z0 > 0 ? b.z0 + 1 : 0;
        for (long y0 = b.y0; y0 < b.y1; y0 += tile) {
            const long y1 = y0 + tile < b.y1 ? y0 + tile : b.y1;
            for (long z = b.z0; z < b.z1 + (b.z1 == nz); z++) {
                for (long y = y0; y < y1; y++) {
                    if (z < b.z1) relax_row(red, y, z);
                    if (z - 1 >= first_z && y - 1 >= first_y) relax_row(black, y - 1, z - 1);
                }
                if (y1 == ny && z - 1 >= first_z && ny - 1 >= first_y) relax_row(black, ny - 1, z - 1);
            }
        }
    }
}

/* What fused_colours leaves between an item and those above it: the planes on both sides side by side, then the rows. */
template <class T> function void fused_seams(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    relax<T, true> black(s, 1);
    for (long item = begin; item < end; item++) {
        const relax_box b(s, item);
        if (b.z1 < s.extent[2])
            for (long y = b.y0; y < b.y1; y++) relax_row(black, y, b.z1 - 1), relax_row(black, y, b.z1);
        if (b.y1 < s.extent[1])
            for (long z = b.z0 > 0 ? b.z0 + 1 : 0; z < (b.z1 < s.extent[2] ? b.z1 - 1 : b.z1); z++) relax_row(black, b.y1 - 1, z), relax_row(black, b.y1, z);
    }
}
