/* Between the levels of a multigrid of cells. Along each axis N fine cells meet M coarse ones over the same length: M is N, N/2 or
 * (N+1)/2. Fields may be parts of the levels, so places are global ones, from 0.
 * Field 0 is read, field 1 is written. The options are in sweep.h. */

/* The place of point n of the field that is written. */
function long placed(const sweep &s, int axis, long n) { return s.first[axis] - 1 + n; }

/* Every axis has N = 2 M, but z may have N = M. Field 1 (coarse) = the mean of the fine cells of field 0. */
template <class T> struct restriction {
    typedef T element;
    const sweep &s;
    bool deep;
    long ahead; /* of the first fine cell of coarse cell (0,y,z), in its row */
    const T *fine;
    T *coarse;
    member restriction(const sweep &g) : s(g), deep(g.option[option_fine + 2] != g.option[option_coarse + 2]), ahead(of(0, 0)) {}
    member long of(int axis, long n) const { return 2 * placed(s, axis, n) - s.option[option_from + axis]; }
    member void row(long y, long z) {
        fine = row_of<T>(s, 0, of(1, y), deep ? of(2, z) : placed(s, 2, z) - s.option[option_from + 2]) + ahead;
        coarse = row_of<T>(s, 1, y, z);
    }
    static member T four(const T *p, long row) { return p[0] + p[1] + (p[row] + p[row + 1]); }
    template <class V> member void at(long x) const {
        const T *p = fine + 2 * x;
        coarse[x] = deep ? T(0.125) * (four(p, s.row[0]) + four(p + s.plane[0], s.row[0])) : T(0.25) * four(p, s.row[0]);
    }
};

/* The same axes. Field 1 (fine) += field 0 (coarse), linear between the centres of cells: 3/4 of the own coarse cell and 1/4
 * of the next one, along each axis. The coarse halo is read. */
template <class T> struct prolongation {
    typedef T element;
    const sweep &s;
    bool deep;
    long up, back;
    const T *coarse;
    T *fine;
    member prolongation(const sweep &g) : s(g), deep(g.option[option_fine + 2] != g.option[option_coarse + 2]) {}
    member bool upper(int axis, long n) const { return placed(s, axis, n) % 2 != 0; }
    member long of(int axis, long n) const { return placed(s, axis, n) / 2 - s.option[option_from + axis]; }
    member void row(long y, long z) {
        coarse = row_of<T>(s, 0, of(1, y), deep ? of(2, z) : placed(s, 2, z) - s.option[option_from + 2]), fine = row_of<T>(s, 1, y, z);
        up = upper(1, y) ? s.row[0] : -s.row[0];
        back = upper(2, z) ? s.plane[0] : -s.plane[0];
    }
    member T plane(const T *p, long next) const {
        return T(0.75) * (T(0.75) * p[0] + T(0.25) * p[next]) + T(0.25) * (T(0.75) * p[up] + T(0.25) * p[up + next]);
    }
    template <class V> member void at(long x) const {
        const T *p = coarse + of(0, x);
        const long next = upper(0, x) ? 1 : -1;
        fine[x] += deep ? T(0.75) * plane(p, next) + T(0.25) * plane(p + back, next) : plane(p, next);
    }
};

/* Cells of one level that lie side by side, from `low` on, with their shares of a cell of the other level. A cell without a share is not
 * read: it may lie beyond the halo. */
template <int MOST> struct shares {
    long low;
    double of[MOST];
};

/* The fine cells under coarse cell n, by the lengths that they have in common with it. */
function shares<3> covered(long n, long N, long M) {
    const double from = double(n * N) / double(M), to = double((n + 1) * N) / double(M);
    shares<3> c;
    c.low = long(from);
    for (int k = 0; k < 3; k++) {
        const double a = double(c.low + k), b = a + 1;
        const double length = (to < b ? to : b) - (from > a ? from : a);
        c.of[k] = length > 0 ? length * double(M) / double(N) : 0;
    }
    return c;
}

/* The coarse cells whose centres lie beside that of fine cell n, for a line between them. */
function shares<2> beside_centre(long n, long N, long M) {
    const double t = double((2 * n + 1) * M - N) / double(2 * N); /* -1/2 at least */
    shares<2> c;
    c.low = t < 0 ? -1 : long(t);
    c.of[1] = t - double(c.low), c.of[0] = 1 - c.of[1];
    return c;
}

/* A sum over cells of field 0, which lie side by side along each axis. */
template <class T, int MOST> struct weighted {
    const sweep &s;
    shares<MOST> y, z;
    const T *from;
    member weighted(const sweep &g) : s(g) {}
    member void row(const shares<MOST> &along_y, const shares<MOST> &along_z) {
        y = along_y, z = along_z;
        from = row_of<T>(s, 0, y.low - s.option[option_from + 1], z.low - s.option[option_from + 2]) - s.option[option_from];
    }
    member T sum(const shares<MOST> &x) const {
        T total = 0;
        for (int c = 0; c < MOST; c++) {
            if (z.of[c] == 0) continue;
            T plane = 0;
            for (int b = 0; b < MOST; b++) {
                if (y.of[b] == 0) continue;
                const T *p = from + x.low + b * s.row[0] + c * s.plane[0];
                T line = 0;
                for (int a = 0; a < MOST; a++)
                    if (x.of[a] != 0) line += T(x.of[a]) * p[a];
                plane += T(y.of[b]) * line;
            }
            total += T(z.of[c]) * plane;
        }
        return total;
    }
};

/* Axes of any N and M. Field 1 (coarse) = the mean of the fine cells of field 0, by the lengths that they have in common. */
template <class T> struct restriction_any {
    typedef T element;
    const sweep &s;
    weighted<T, 3> fine;
    T *coarse;
    member restriction_any(const sweep &g) : s(g), fine(g) {}
    member shares<3> met(int axis, long n) const { return covered(placed(s, axis, n), s.option[option_fine + axis], s.option[option_coarse + axis]); }
    member void row(long y, long z) { fine.row(met(1, y), met(2, z)), coarse = row_of<T>(s, 1, y, z); }
    template <class V> member void at(long x) const { coarse[x] = fine.sum(met(0, x)); }
};

/* The same axes. Field 1 (fine) += field 0 (coarse), linear between the centres of cells. The coarse halo is read. */
template <class T> struct prolongation_any {
    typedef T element;
    const sweep &s;
    weighted<T, 2> coarse;
    T *fine;
    member prolongation_any(const sweep &g) : s(g), coarse(g) {}
    member shares<2> met(int axis, long n) const { return beside_centre(placed(s, axis, n), s.option[option_fine + axis], s.option[option_coarse + axis]); }
    member void row(long y, long z) { coarse.row(met(1, y), met(2, z)), fine = row_of<T>(s, 1, y, z); }
    template <class V> member void at(long x) const { fine[x] += coarse.sum(met(0, x)); }
};
