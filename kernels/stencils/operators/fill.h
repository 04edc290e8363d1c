/* operator fill
 *   meaning  halo cells; options kind=, faces=, layers=
 *   reads    0 to 1
 *   numbers  value
 *   count    at most 1
 *   options  kind faces layers
 *   host     faces fill_faces<T>
 *   gpu      points points<boundary<T>, V>(s) */

/* Fills the halo beyond one face of field 0. option = axis, side (0: low, 1: high, 2: both, on the CPU along x), kind, first x, y, z of the
 * box that is filled, counted from 0 at the interior's first point; number = value, interior extent along
 * the axis. Layer k = 1.. counts outwards. Kinds as in stencils/fills.go. Field 1 is the one copied from. */
enum { fill_periodic, fill_mirror, fill_mirror_point, fill_dirichlet, fill_constant, fill_neumann, fill_given };

/* what a cell of a layer holds whose source holds inside */
template <class T> function T beyond(const sweep &s, int kind, long layer, T inside) {
    const T value = number<T>(s, 0);
    if (kind == fill_dirichlet) return T(2) * value - inside;
    if (kind == fill_constant) return value;
    return kind == fill_neumann ? inside + T(2 * layer - 1) * value : inside;
}

template <class T> struct boundary {
    typedef T element;
    const sweep &s;
    long stride, extent;
    T *to;
    const T *given;
    long y, z;
    member boundary(const sweep &g)
        : s(g), stride(s.option[0] == 0 ? 1 : s.option[0] == 1 ? s.row[0] : s.plane[0]), extent((long)s.number[1]) {}
    member void row(long j, long k) {
        y = j, z = k;
        to = row_of<T>(s, 0, j + s.option[4], k + s.option[5]) + s.option[3];
        given = row_of<T>(s, 1, j + s.option[4], k + s.option[5]) + s.option[3];
    }
    /* where layer k takes its value along the axis: as far inside as it is outside, or at the other end */
    member long source(long k, bool low) const {
        if (s.option[2] == fill_periodic) return low ? extent - k : k - 1;
        if (s.option[2] == fill_mirror_point) return low ? k : extent - 1 - k;
        return low ? k - 1 : extent - k;
    }
    template <class V> member void at(long x) const {
        const long i = s.option[0] == 0 ? x + s.option[3] : s.option[0] == 1 ? y + s.option[4] : z + s.option[5];
        const bool low = s.option[1] == 0;
        const long k = low ? -i : i - extent + 1; /* layer */
        const int kind = (int)s.option[2];
        if (kind == fill_given) to[x] = given[x];
        else to[x] = beyond(s, kind, k, kind == fill_constant ? T(0) : to[x + (source(k, low) - i) * stride]);
    }
};

#ifndef __CUDACC__
template <class T> function T same_for(T value, T) { return value; }
template <class T> function lanes<T> same_for(T value, lanes<T>) { return {value - lanes<T>{}.v}; }

/* The layers of a row beyond a face along y or z: all of it has one source. */
template <class T> struct layer {
    typedef T element;
    T *to;
    const T *from;
    long kind, k;
    T value;
    template <class V> member void at(long x) const {
        V v = same_for(value, V());
        if (kind != fill_constant) v = load<V>(from + x);
        if (kind == fill_dirichlet) v = T(2) * value - v;
        if (kind == fill_neumann) v = add_product(T(2 * k - 1), same_for(value, V()), v);
        put<false>(to + x, v);
    }
};

/* Layers beyond a face along x, of a row whose interior begins at u. */
template <class T> function void fill_end(const boundary<T> &op, int kind, T *u, const T *given, long layers, bool low) {
    for (long k = 1; k <= layers; k++) {
        const long i = low ? -k : op.extent - 1 + k;
        if (kind == fill_given) u[i] = given[i];
        else u[i] = beyond(op.s, kind, k, kind == fill_constant ? T(0) : u[op.source(k, low)]);
    }
}

/* Planes of halo cells beyond the faces along x, of both where the side is 2. Each row has its cells in cache lines of its own, far from the
 * last one's, where the processor does not see what comes next: the lines of rows to come are fetched ahead. */
template <class T> function void fill_ends(const sweep &s, long z, long end) {
    enum { ahead = 16 };
    const boundary<T> op(s);
    const int kind = (int)s.option[2];
    const long side = s.option[1], layers = side == 2 ? s.extent[0] / 2 : s.extent[0], n = op.extent, row = s.row[0];
    for (; z < end; z++) {
        T *u = row_of<T>(s, 0, s.option[4], z + s.option[5]);
        const T *given = row_of<T>(s, 1, s.option[4], z + s.option[5]);
        for (long y = 0; y < s.extent[1]; y++, u += row, given += s.row[1]) {
            const T *next = u + ahead * row;
            __builtin_prefetch(next - 1, 1), __builtin_prefetch(next, 0), __builtin_prefetch(next + n - 1, 0), __builtin_prefetch(next + n, 1);
            if (side != 1) fill_end(op, kind, u, given, layers, true);
            if (side != 0) fill_end(op, kind, u, given, layers, false);
        }
    }
}

/* Halo cells beyond a face on the CPU: an item is a plane. */
template <class T> function void fill_faces(const sweep *given, long item, long end) {
    const sweep &s = *given;
    boundary<T> op(s);
    const long kind = s.option[2];
    const bool low = s.option[1] == 0;
    if (s.option[0] == 0) {
        fill_ends<T>(s, item, end);
        return;
    }
    for (; item < end; item++)
        for (long y = 0; y < s.extent[1]; y++) {
            op.row(y, item);
            const long i = s.option[0] == 1 ? y + s.option[4] : item + s.option[5], k = low ? -i : i - op.extent + 1;
            span_of(layer<T>{op.to, kind == fill_given ? op.given : op.to + (op.source(k, low) - i) * op.stride, kind, k, number<T>(s, 0)}, 0, s.extent[0]);
        }
}
#endif
