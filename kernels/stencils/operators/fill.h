/* operator fill
 *   meaning  halo cells; options kind=, faces=, layers=
 *   reads    0 to 1
 *   numbers  value
 *   count    at most 1
 *   options  kind faces layers
 *   host     faces boundary<T>
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
    template <class V> member void at(long x) const {
        const long i = s.option[0] == 0 ? x + s.option[3] : s.option[0] == 1 ? y + s.option[4] : z + s.option[5];
        const bool low = s.option[1] == 0;
        const long k = low ? -i : i - extent + 1; /* layer */
        const T value = number<T>(s, 0);
        long source = low ? k - 1 : extent - k; /* the point as far inside as this one is outside */
        if (s.option[2] == fill_periodic) source = low ? extent - k : k - 1;
        if (s.option[2] == fill_mirror_point) source = low ? k : extent - 1 - k;
        const T inside = s.option[2] == fill_given || s.option[2] == fill_constant ? value : to[x + (source - i) * stride];
        T result = inside;
        if (s.option[2] == fill_dirichlet) result = T(2) * value - inside;
        if (s.option[2] == fill_neumann) result = inside + T(2 * k - 1) * value;
        if (s.option[2] == fill_given) result = given[x];
        to[x] = result;
    }
};
