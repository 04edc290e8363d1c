/* operator fill
 *   meaning  halo cells; options kind=, faces=, layers=
 *   reads    0 to 1
 *   numbers  value
 *   count    at most 1
 *   options  kind faces layers
 *   host     faces fill_faces<T>
 *   gpu      points points<boundary<T>, V>(s) */

/* Fills the halo beyond one face of field 0. option = axis, side (0: low, 1: high), kind, first x, y, z of the
 * box that is filled, counted from 0 at the interior's first point; number = value, interior extent along
 * the axis. Layer k = 1.. counts outwards. Kinds as in stencils/fills.go. Field 1 is the one copied from. */
enum { fill_periodic, fill_mirror, fill_mirror_point, fill_dirichlet, fill_constant, fill_neumann, fill_given };

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
        const T value = number<T>(s, 0);
        const T inside = s.option[2] == fill_given || s.option[2] == fill_constant ? value : to[x + (source(k, low) - i) * stride];
        T result = inside;
        if (s.option[2] == fill_dirichlet) result = T(2) * value - inside;
        if (s.option[2] == fill_neumann) result = inside + T(2 * k - 1) * value;
        if (s.option[2] == fill_given) result = given[x];
        to[x] = result;
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

/* Rows beyond a face on the CPU: an item is a plane. */
template <class T> function void fill_faces(const sweep *given, long item, long end) {
    const sweep &s = *given;
    boundary<T> op(s);
    const long kind = s.option[2];
    const bool low = s.option[1] == 0;
    for (; item < end; item++)
        for (long y = 0; y < s.extent[1]; y++) {
            op.row(y, item);
            if (s.option[0] == 0 && kind != fill_periodic) {
                for (long x = 0; x < s.extent[0]; x++) op.template at<T>(x);
                continue;
            }
            if (s.option[0] == 0) { /* too few for registers */
                const long away = low ? op.extent : -op.extent;
                for (long x = 0; x < s.extent[0]; x++) op.to[x] = op.to[x + away];
                continue;
            }
            const long i = s.option[0] == 1 ? y + s.option[4] : item + s.option[5], k = low ? -i : i - op.extent + 1;
            span_of(layer<T>{op.to, kind == fill_given ? op.given : op.to + (op.source(k, low) - i) * op.stride, kind, k, number<T>(s, 0)}, 0, s.extent[0]);
        }
}
#endif
