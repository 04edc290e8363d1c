/* The loops on the CPU: an item is a tile of rows over some planes, so that the planes that a stencil
 * reads again stay in the cache of the core that read them. */
template <class Op> function void sweep_row(const Op &op, long n) {
    typedef typename Op::element T;
    const long W = PACK_BYTES / sizeof(T);
    long x = 0;
    for (; x + W <= n; x += W) op.template at<pack<T>>(x);
    for (; x < n; x++) op.template at<T>(x);
}

template <class Op> function void sweep_rows(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    Op op(s);
    const long tile = s.option[option_tile], planes = s.option[option_planes], tiles = (s.extent[1] + tile - 1) / tile;
    for (long item = begin; item < end; item++) {
        const long y0 = item % tiles * tile, y1 = y0 + tile < s.extent[1] ? y0 + tile : s.extent[1];
        const long z0 = item / tiles * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
        for (long z = z0; z < z1; z++)
            for (long y = y0; y < y1; y++) {
                op.row(y, z);
                sweep_row(op, s.extent[0]);
            }
    }
    _mm_sfence(); /* streaming stores are seen by whoever comes next */
}

/* The same where only single points can be computed. */
template <class Op> function void sweep_points(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    Op op(s);
    const long tile = s.option[option_tile], planes = s.option[option_planes], tiles = (s.extent[1] + tile - 1) / tile;
    for (long item = begin; item < end; item++) {
        const long y0 = item % tiles * tile, y1 = y0 + tile < s.extent[1] ? y0 + tile : s.extent[1];
        const long z0 = item / tiles * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
        for (long z = z0; z < z1; z++)
            for (long y = y0; y < y1; y++) {
                op.row(y, z);
                for (long x = 0; x < s.extent[0]; x++) op.template at<typename Op::element>(x);
            }
    }
}

/* Both colours in one pass over memory: item i owns planes z0..z1-1. Black follows red one plane behind, so
 * its neighbours are in cache; the black points of the outermost planes, whose red neighbours belong to
 * other items, are left to fused_seams. */
template <class T> function void fused_colours(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    relax<T, true> red(s, 0), black(s, 1);
    const long planes = s.option[option_planes];
    for (long item = begin; item < end; item++) {
        const long z0 = item * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
        for (long z = z0; z < z1; z++)
            for (long y = 0; y < s.extent[1]; y++) {
                red.row(y, z), sweep_row(red, s.extent[0]);
                /* red of this row and of the rows before it is done, so is red of plane z-1 and of z-2 */
                if (z - 1 > z0) black.row(y, z - 1), sweep_row(black, s.extent[0]);
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
            for (long y = 0; y < s.extent[1]; y++) black.row(y, z), sweep_row(black, s.extent[0]);
    }
}
