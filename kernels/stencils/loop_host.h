/* The loops on the CPU: an item is a tile of rows over some planes, so that the planes that a stencil
 * reads again stay in the cache of the core that read them; narrow tiles stay in the nearest one. */
template <class Op> function void span_of(const Op &op, long x, long end) {
    typedef typename Op::element T;
    const long W = SIMD_BYTES / sizeof(T);
    for (; x + W <= end; x += W) op.template at<lanes<T>>(x);
    for (; x < end; x++) op.template at<T>(x);
}

template <class Op> function void sweep_rows(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    Op op(s);
    const long tile = s.option[option_tile], planes = s.option[option_planes], tiles = (s.extent[1] + tile - 1) / tile;
    const long wide = s.option[option_width] ? s.option[option_width] : s.extent[0];
    for (long item = begin; item < end; item++) {
        const long y0 = item % tiles * tile, y1 = y0 + tile < s.extent[1] ? y0 + tile : s.extent[1];
        const long z0 = item / tiles * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
        for (long x = 0; x < s.extent[0]; x += wide)
            for (long z = z0; z < z1; z++)
                for (long y = y0; y < y1; y++) {
                    op.row(y, z);
                    span_of(op, x, x + wide < s.extent[0] ? x + wide : s.extent[0]);
                }
    }
    finish_streaming(); /* streaming stores are seen by whoever comes next */
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
