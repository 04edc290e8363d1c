/* One colour of a Gauss-Seidel sweep of laplacian(u) = f: points whose i+j+k (counted from 1) is even are
 * red (colour 0). Fields f, u; number = cx cy cz and 1 / (2 (cx + cy + cz)). */
template <class T> struct relaxation {
    T cx, cy, cz, scale;
    member relaxation(const sweep &s) : cx(number<T>(s, 0)), cy(number<T>(s, 1)), cz(number<T>(s, 2)), scale(number<T>(s, 3)) {}
    /* from the sums of both neighbours along each axis: the one place for this formula, so that all ways to sweep agree */
    template <bool D3, class V> member V value(V x, V y, V z, V f) const {
        V sum = add_product(cx, x, cy * y);
        if (D3) sum = add_product(cz, z, sum);
        return scale * (sum - f);
    }
};

/* Points of the other colour are stored as they were. */
template <class T, bool D3> struct relax {
    typedef T element;
    const sweep &s;
    const relaxation<T> equation;
    long colour;
    bool even; /* points of even x, counted from 0, are of this colour */
    const T *f;
    T *u;
    member relax(const sweep &given, long c) : s(given), equation(given), colour(c) {}
    member relax(const sweep &given) : relax(given, given.option[0]) {}
    member void row(long y, long z) {
        f = row_of<T>(s, 0, y, z), u = row_of<T>(s, 1, y, z);
        even = ((y + z + 3) & 1) == colour;
    }
    template <class V> member void at(long x) const {
        T *p = u + x;
        const V along_z = D3 ? load<V>(p - s.plane[1]) + load<V>(p + s.plane[1]) : V();
        const V value = equation.template value<D3>(load<V>(p - 1) + load<V>(p + 1), load<V>(p - s.row[1]) + load<V>(p + s.row[1]), along_z, aligned<V>(f + x));
        put<false>(p, alternate<V>(even).pick(x, value, load<V>(p)));
    }
};
