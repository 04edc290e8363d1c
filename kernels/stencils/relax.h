/* One colour of a Gauss-Seidel sweep of laplacian(u) = f: points whose i+j+k (counted from 1) is even are
 * red (colour 0). Fields f, u; number = cx cy cz and
 * 1 / (2 (cx + cy + cz)). Points of the other colour are stored as they were. */
template <class T, bool D3> struct relax {
    typedef T element;
    const sweep &s;
    T cx, cy, cz, scale;
    long colour;
    bool even; /* points of even x, counted from 0, are of this colour */
    const T *f;
    T *u;
    member relax(const sweep &given, long c)
        : s(given), cx(number<T>(s, 0)), cy(number<T>(s, 1)), cz(number<T>(s, 2)), scale(number<T>(s, 3)), colour(c) {}
    member relax(const sweep &given) : relax(given, given.option[0]) {}
    member void row(long y, long z) {
        f = row_of<T>(s, 0, y, z), u = row_of<T>(s, 1, y, z);
        even = ((y + z + 3) & 1) == colour;
    }
    template <class V> member void at(long x) const {
        T *p = u + x;
        V sum = cx * (load<V>(p - 1) + load<V>(p + 1)) + cy * (load<V>(p - s.row[1]) + load<V>(p + s.row[1]));
        if (D3) sum = sum + cz * (load<V>(p - s.plane[1]) + load<V>(p + s.plane[1]));
        sum = scale * (sum - aligned<V>(f + x));
        put<false>(p, alternate<V>(even).pick(x, sum, load<V>(p)));
    }
};
