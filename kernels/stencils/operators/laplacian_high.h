/* operator laplacian_high
 *   meaning  l = sum over the axes of c(0) u + sum over m of c(m) (u(-m) + u(+m))
 *   reads    1, neighbours too
 *   numbers  c(0:R, axes)
 *   count    half
 *   kernel   laplacian_high<T, R, D3, S>
 *   host     tiles
 *   host     narrow
 *   host     stacked sweep_stacked<stacked_laplacian<T, R>>
 *   gpu      march march<T, V, true>(s, star_of_laplacian_high<T, R>(s))
 *   gpu      planes star_planes<T>(s, star_of_laplacian_high<T, R>(s)) */

/* sum over k = 1..R of cx[k] along_x(k) + cy[k] along_y(k): what a star of radius R has in a plane. The two chains are apart because
 * a long one waits for each of its additions. */
template <int R, class V, class T, class X, class Y> function V in_plane(const T *cx, const T *cy, const X &along_x, const Y &along_y) {
    V x = cx[1] * along_x(1);
    if (R == 1) return add_product(cy[1], along_y(1), x);
    V y = cy[1] * along_y(1);
    unrolled for (int k = 2; k <= R; k++) x = add_product(cx[k], along_x(k), x), y = add_product(cy[k], along_y(k), y);
    return x + y;
}

/* l = sum over the axes of number[a(R+1)] u + sum over k of number[a(R+1)+k] (u(-k) + u(+k)): along z from below, then in the plane */
template <class T, int R, bool D3, bool S> struct laplacian_high {
    typedef T element;
    enum { A = D3 ? 3 : 2 };
    const sweep &s;
    T c[A * (R + 1)], centre;
    long stride[3];
    const T *u;
    T *l;
    member laplacian_high(const sweep &given) : s(given), centre(0), stride{1, s.row[0], s.plane[0]} {
        unrolled for (int k = 0; k < A * (R + 1); k++) c[k] = number<T>(s, k);
        unrolled for (int a = 0; a < A; a++) centre += c[a * (R + 1)];
    }
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), l = row_of<T>(s, 1, y, z); }
    member T weight(int k) const { return k == 0 ? centre : c[2 * (R + 1) + (k < 0 ? -k : k)]; } /* along z */
    template <class V> member V value(long x) const {
        const T *p = u + x;
        const beside<V, R> near(p);
        V sum = D3 ? weight(-R) * aligned<V>(p - R * stride[2]) : aligned<V>(p);
        if (D3) unrolled for (int k = 1 - R; k <= R; k++) sum = add_product(weight(k), aligned<V>(p + k * stride[2]), sum);
        const V plane = in_plane<R, V>(c, c + R + 1, [&](int k) inlined { return near.at(-k) + near.at(k); },
                                       [&](int k) inlined { return aligned<V>(p - k * stride[1]) + aligned<V>(p + k * stride[1]); });
        return D3 ? sum + plane : add_product(centre, sum, plane);
    }
    template <class V> member void at(long x) const { give<S>(s, l + x, value<V>(x)); }
};

#ifdef __CUDACC__
/* Columns: march.h, planes.h. */
template <class T, int radius> struct star_of_laplacian_high {
    enum { R = radius };
    const laplacian_high<T, R, true, true> op;
    member star_of_laplacian_high(const sweep &s) : op(s) {}
    template <class V, class X, class Y> member V sum(const V *z, const X &x, const Y &y) const {
        V sum = op.weight(-R) * z[0];
        unrolled for (int k = 1 - R; k <= R; k++) sum = add_product(op.weight(k), z[R + k], sum);
        return sum + in_plane<R, V>(op.c, op.c + R + 1, x, y);
    }
};
#else
/* stacked_host.h */
template <class T, int R> struct stacked_laplacian {
    typedef T element;
    typedef laplacian_high<T, R, true, true> one;
    const one op;
    const T *u;
    T *l;
    member stacked_laplacian(const sweep &s) : op(s) {}
    member void row(long y, long z) { u = row_of<T>(op.s, 0, y, z), l = row_of<T>(op.s, 1, y, z); }
    template <class V> member V plane_of(const T *p) const {
        const shifted<V, R> near(p); /* loads across two cache lines took 1.07 times as long */
        const T *low = p, *high = p;
        return in_plane<R, V>(op.c, op.c + R + 1, [&](int k) inlined { return near.at(-k) + near.at(k); }, [&](int) inlined {
            low = later(low, -op.s.row[0]), high = later(high, op.s.row[0]);
            return aligned<V>(low) + aligned<V>(high);
        });
    }
    /* gives out(j, V) the values of plane j at p and above it, one after the other */
    template <class V, class Out> member void values(const T *p, const Out &out) const {
        V sum[stacked_planes];
        along_z<R>(p, op.s.row[0], op.stride[2], [this](int k) { return op.weight(k); }, sum);
        unrolled for (int j = 0; j < stacked_planes; j++, p = later(p, op.stride[2])) out(j, sum[j] + plane_of<V>(p));
    }
    template <class V> member void at(long x) const {
        T *to = l + x;
        values<V>(u + x, [&](int, V v) inlined { give<true>(op.s, to, v), to += op.s.plane[1]; });
    }
};
#endif
