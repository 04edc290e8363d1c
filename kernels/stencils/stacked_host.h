/* Derivatives along z and high-order Laplacians of four planes at once: a value that is read along z serves up to four
 * outputs, so that 4 + 2R lines come from the farther caches for four points instead of 4 (1 + 2R). */
enum { stacked_planes = 4 };

/* p + n, computed here: of many addresses known before a loop the compiler keeps most on the stack, and loads them */
template <class T> function const T *later(const T *p, long n) {
    p += n;
    asm("" : "+r"(p));
    return p;
}

/* sum[j] = sum over k = -R..R of weight(k) p[(j + k) plane]; the planes that come next are fetched two rows ahead */
template <int R, class V, class T, class W> function void along_z(const T *p, long row, long plane, const W &weight, V (&sum)[stacked_planes]) {
    const int J = stacked_planes;
    p -= R * plane;
    unrolled for (int i = -R; i < J + R; i++, p = later(p, plane)) {
        if (i >= R) __builtin_prefetch(p + 2 * row, 0, 2);
        const V v = aligned<V>(p);
        unrolled for (int j = 0; j < J; j++) {
            if (i - j == -R) sum[j] = weight(-R) * v;
            else if (i - j > -R && i - j <= R) sum[j] = add_product(weight(i - j), v, sum[j]);
        }
    }
}

template <class Op> function void row_between(Op &op, long y, long z, long x, long end) {
    op.row(y, z);
    span_of(op, x, end);
}

/* As sweep_rows; planes that are left at the top of the field go one by one. */
template <class Op> function void sweep_stacked(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    Op four(s);
    typename Op::one one(s);
    const long tile = s.option[option_tile], planes = s.option[option_planes], tiles = (s.extent[1] + tile - 1) / tile;
    const long wide = s.option[option_width] ? s.option[option_width] : s.extent[0];
    for (long item = begin; item < end; item++) {
        const long y0 = item % tiles * tile, y1 = y0 + tile < s.extent[1] ? y0 + tile : s.extent[1];
        const long z0 = item / tiles * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
        for (long x = 0; x < s.extent[0]; x += wide) {
            const long x1 = x + wide < s.extent[0] ? x + wide : s.extent[0];
            long z = z0;
            for (; z + stacked_planes <= z1; z += stacked_planes)
                for (long y = y0; y < y1; y++) row_between(four, y, z, x, x1);
            for (; z < z1; z++)
                for (long y = y0; y < y1; y++) row_between(one, y, z, x, x1);
        }
    }
    finish_streaming();
}
