/* Between the levels of a multigrid of cells: a coarse cell is 2 x 2 x 2 fine ones, or 2 x 2 in 2-D (extent[2]
 * of both levels is 1). */

/* Field 1 (coarse) = the mean of the fine cells of field 0; the extents are the coarse ones. option[0]: 1 in 3-D */
template <class T> struct restriction {
    typedef T element;
    const sweep &s;
    bool deep;
    const T *fine;
    T *coarse;
    member restriction(const sweep &g) : s(g), deep(g.option[0] != 0) {}
    member void row(long y, long z) { fine = row_of<T>(s, 0, 2 * y, deep ? 2 * z : z), coarse = row_of<T>(s, 1, y, z); }
    static member T four(const T *p, long row) { return p[0] + p[1] + (p[row] + p[row + 1]); }
    template <class V> member void at(long x) const {
        const T *p = fine + 2 * x;
        coarse[x] = deep ? T(0.125) * (four(p, s.row[0]) + four(p + s.plane[0], s.row[0])) : T(0.25) * four(p, s.row[0]);
    }
};

/* Field 1 (fine) += field 0 (coarse), linear between the centres of cells: 3/4 of the own coarse cell and 1/4
 * of the next one, along each axis. The coarse halo is read. The extents are the fine ones. */
template <class T> struct prolongation {
    typedef T element;
    const sweep &s;
    bool deep;
    long up, back;
    const T *coarse;
    T *fine;
    member prolongation(const sweep &g) : s(g), deep(g.option[0] != 0) {}
    member void row(long y, long z) {
        coarse = row_of<T>(s, 0, y / 2, deep ? z / 2 : z), fine = row_of<T>(s, 1, y, z);
        up = y % 2 ? s.row[0] : -s.row[0];
        back = z % 2 ? s.plane[0] : -s.plane[0];
    }
    member T plane(const T *p, long next) const {
        return T(0.75) * (T(0.75) * p[0] + T(0.25) * p[next]) + T(0.25) * (T(0.75) * p[up] + T(0.25) * p[up + next]);
    }
    template <class V> member void at(long x) const {
        const T *p = coarse + x / 2;
        const long next = x % 2 ? 1 : -1;
        fine[x] += deep ? T(0.75) * plane(p, next) + T(0.25) * plane(p + back, next) : plane(p, next);
    }
};
